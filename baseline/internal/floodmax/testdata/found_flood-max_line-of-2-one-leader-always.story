# flood-max, line of 2, one leader always: convicted after 2 steps.
# Why: who hears a worse claim claims for itself, before the other hears of it.
# A and B both believe that they lead
nodes flood-max draws=steady
A 1
B 2
line
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

fire B 1
----
 104.578ms  B: timer 1
 104.578ms  B follows B ⟨1,B⟩
 104.578ms  B ⇒  claim (B,2) stamp 240h0m0.104577738s

check B
----
{A B}: FAILED: A follows A, B follows B
