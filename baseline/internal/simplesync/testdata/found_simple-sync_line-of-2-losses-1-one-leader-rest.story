# simple-sync, line of 2, losses 1, one leader rest: convicted after 6 steps.
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

deliver A-B
----
      20ms  B ← A  candidate pulse 3323078 (A,1)
      20ms  B enters an election ⟨3323078,B⟩

fire A 0
----
     280ms  A: timer 0
     280ms  A follows A ⟨3323078,A⟩

fire B 0
----
     280ms  B: timer 0
     280ms  B enters an election ⟨3323079,B⟩
     280ms  B: timer 0
     280ms  B → A  candidate pulse 3323079 (B,2)

lose B-A
----
     280ms  B ✗ A  candidate pulse 3323079 (B,2): lost

fire B 0
----
     540ms  B: timer 0
     540ms  B follows B ⟨3323079,B⟩

check B
----
{A B}: FAILED: A follows A, B follows B
