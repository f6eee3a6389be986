# D leads, and steps down: it begins a list, in which it offers nothing.
nodes ring-list leader=D
A 1
B 2
C 3
D 4
ring
----
        0s  A follows D
        0s  B follows D
        0s  C follows D
        0s  D follows D

resign D
----
        0s  D resigns
        0s  D enters an election ⟨1,D⟩
        0s  D → A  election (D,0)

deliver all
----
        0s  A ← D  election (D,0)
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (D,0) (A,1)
        0s  B ← A  election (D,0) (A,1)
        0s  B enters an election ⟨1,B⟩
        0s  B → C  election (D,0) (A,1) (B,2)
        0s  C ← B  election (D,0) (A,1) (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (D,0) (A,1) (B,2) (C,3)
        0s  D ← C  election (D,0) (A,1) (B,2) (C,3)
        0s  D follows C ⟨1,D⟩
        0s  D → A  coordinator (C,3) initiator D hops 1
        0s  A ← D  coordinator (C,3) initiator D hops 1
        0s  A follows C ⟨1,A⟩
        0s  A → B  coordinator (C,3) initiator D hops 2
        0s  B ← A  coordinator (C,3) initiator D hops 2
        0s  B follows C ⟨1,B⟩
        0s  B → C  coordinator (C,3) initiator D hops 3
        0s  C ← B  coordinator (C,3) initiator D hops 3
        0s  C follows C ⟨1,C⟩
        0s  C → D  coordinator (C,3) initiator D hops 4
        0s  D ← C  coordinator (C,3) initiator D hops 4

check C
----
{A B C D}: C leads
