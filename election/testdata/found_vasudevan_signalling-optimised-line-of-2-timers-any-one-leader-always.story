# vasudevan, signalling=optimised, line of 2, timers any, one leader always: convicted after 3 steps.
# Why: CHILD-TIMEOUT before the Child: a node that has not heard of its child takes itself for a leaf, and announces itself.
# A and B both believe that they lead
nodes vasudevan signalling=optimised draws=steady
A 1
B 2
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A ⇒  election ⟨1,A⟩

deliver A-B
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → A  child ⟨1,A⟩
        0s  B ⇒  election ⟨1,A⟩ depth 1

fire A 0
----
     100ms  A: timer 0
     100ms  A follows A ⟨1,A⟩
     100ms  A ⇒  leader ⟨1,A⟩ (A,1) term 1

deliver A-B
----
     100ms  B ← A  leader ⟨1,A⟩ (A,1) term 1
     100ms  B follows B ⟨1,A⟩
     100ms  B ⇒  leader ⟨1,A⟩ (B,2) term 1

check B
----
{A B}: FAILED: A follows A, B follows B
