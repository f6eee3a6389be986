# simple-sync, complete of 3, start all, timers any, one leader always: convicted after 3 steps.
# Why: who has not heard the best candidate at the pulse decides on itself: lock-step is all there is.
# A and B both believe that they lead
nodes simple-sync draws=steady
A 1
B 2
C 3
complete
----

elect A B C
----
        0s  A enters an election ⟨3323078,A⟩
        0s  B enters an election ⟨3323078,B⟩
        0s  C enters an election ⟨3323078,C⟩

fire A 0
----
      20ms  A: timer 0
      20ms  A → B  candidate pulse 3323078 (A,1)
      20ms  A → C  candidate pulse 3323078 (A,1)

fire A 0
----
     280ms  A: timer 0
     280ms  A follows A ⟨3323078,A⟩

fire B 0
----
     280ms  B: timer 0
     280ms  B → A  candidate pulse 3323078 (B,2)
     280ms  B → C  candidate pulse 3323078 (B,2)
     280ms  B: timer 0
     280ms  B follows B ⟨3323078,B⟩

check C
----
{A B C}: FAILED: A follows A, B follows B, C is electing
