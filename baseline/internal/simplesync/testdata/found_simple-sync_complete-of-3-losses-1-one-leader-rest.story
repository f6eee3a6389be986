# simple-sync, complete of 3, losses 1, one leader rest: convicted after 8 steps.
# Why: who has not heard the best candidate at the pulse decides on itself: lock-step is all there is.
# A and B both believe that they lead
nodes simple-sync draws=steady
A 1
B 2
C 3
complete
----

elect A
----
        0s  A enters an election ⟨3323078,A⟩

fire A 0
----
      20ms  A: timer 0
      20ms  A → B  candidate pulse 3323078 (A,1)
      20ms  A → C  candidate pulse 3323078 (A,1)

deliver A-B
----
      20ms  B ← A  candidate pulse 3323078 (A,1)
      20ms  B enters an election ⟨3323078,B⟩

deliver A-C
----
      20ms  C ← A  candidate pulse 3323078 (A,1)
      20ms  C enters an election ⟨3323078,C⟩

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
     280ms  B → C  candidate pulse 3323079 (B,2)

deliver B-C
----
     280ms  C ← B  candidate pulse 3323079 (B,2)
     280ms  C enters an election ⟨3323079,C⟩

lose B-A
----
     280ms  B ✗ A  candidate pulse 3323079 (B,2): lost

fire B 0
----
     540ms  B: timer 0
     540ms  B follows B ⟨3323079,B⟩

check C
----
{A B C}: FAILED: A follows A, B follows B, C is electing
