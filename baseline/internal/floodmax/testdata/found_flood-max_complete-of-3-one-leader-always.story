# flood-max, complete of 3, one leader always: convicted after 3 steps.
# Why: who hears a worse claim claims for itself, before the other hears of it.
# A and B both believe that they lead
nodes flood-max draws=steady
A 1
B 2
C 3
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A ⇒  claim (A,1) stamp 240h0m0s

deliver A-B
----
        0s  B ← A  claim (A,1) stamp 240h0m0s
        0s  B enters an election ⟨1,B⟩

deliver A-C
----
        0s  C ← A  claim (A,1) stamp 240h0m0s
        0s  C enters an election ⟨1,C⟩

fire B 1
----
 104.578ms  B: timer 1
 104.578ms  B follows B ⟨1,B⟩
 104.578ms  B ⇒  claim (B,2) stamp 240h0m0.104577738s

check C
----
{A B C}: FAILED: A follows A, B follows B, C is electing
