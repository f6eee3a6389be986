# simple-sync, line of 2, timers any, one leader always: convicted after 4 steps.
# Why: who has not heard the best candidate at the pulse decides on itself: lock-step is all there is.
# A and B both believe that they lead
nodes simple-sync draws=steady
A 1
B 2
line
----

elect A
----
        0s  A enters an election ⟨3323078,A⟩

fire A 0
----
      20ms  A: timer 0
      20ms  A → B  candidate pulse 3323078 (A,1)

fire A 0
----
     280ms  A: timer 0
     280ms  A follows A ⟨3323078,A⟩

deliver A-B
----
     280ms  B ← A  candidate pulse 3323078 (A,1)
     280ms  B enters an election ⟨3323078,B⟩
     280ms  B: timer 0
     280ms  B enters an election ⟨3323079,B⟩
     280ms  B: timer 0
     280ms  B → A  candidate pulse 3323079 (B,2)

fire B 0
----
     540ms  B: timer 0
     540ms  B follows B ⟨3323079,B⟩

check B
----
{A B}: FAILED: A follows A, B follows B
