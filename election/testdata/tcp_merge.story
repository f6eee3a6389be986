# {A,B} under B and {C,D} under D get a link. News of leaders travels outside of
# connections: the ends of the link exchange theirs, and nobody shakes hands.
nodes vasudevan signalling=tcp
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C quiet
----
        0s  A enters an election ⟨1,A⟩
        0s  C enters an election ⟨1,C⟩

deliver all quiet
----
        0s  B enters an election ⟨1,A⟩
        0s  D enters an election ⟨1,C⟩
        0s  A follows B ⟨1,A⟩
        0s  C follows D ⟨1,C⟩
        0s  B follows B ⟨1,A⟩
        0s  D follows D ⟨1,C⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----
        0s  B → C  exchange ⟨1,A⟩ (B,2) term 1 ends 1
        0s  C → B  exchange ⟨1,C⟩ (D,4) term 1 ends 1

deliver all
----
        0s  C ← B  exchange ⟨1,A⟩ (B,2) term 1 ends 1
        0s  B ← C  exchange ⟨1,C⟩ (D,4) term 1 ends 1
        0s  B follows D
        0s  B ⇒  exchange ⟨1,C⟩ (D,4) term 1 age 20
        0s  A ← B  exchange ⟨1,C⟩ (D,4) term 1 age 20
        0s  A follows D
        0s  A ⇒  exchange ⟨1,C⟩ (D,4) term 1 age 40
        0s  C ← B  exchange ⟨1,C⟩ (D,4) term 1 age 20
        0s  B ← A  exchange ⟨1,C⟩ (D,4) term 1 age 40

check D
----
{A B C D}: D leads
