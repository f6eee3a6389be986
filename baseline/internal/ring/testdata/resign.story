# D leads, and steps down: it begins an election in which it counts for nothing.
nodes chang-roberts leader=D
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
        0s  D → A  election (D,0) hops 1

deliver all
----
        0s  A ← D  election (D,0) hops 1
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (A,1) hops 1
        0s  B ← A  election (A,1) hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → C  election (B,2) hops 1
        0s  C ← B  election (B,2) hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (C,3) hops 1
        0s  D ← C  election (C,3) hops 1
        0s  D → A  election (C,3) hops 2
        0s  A ← D  election (C,3) hops 2
        0s  A → B  election (C,3) hops 3
        0s  B ← A  election (C,3) hops 3
        0s  B → C  election (C,3) hops 4
        0s  C ← B  election (C,3) hops 4
        0s  C follows C ⟨1,C⟩
        0s  C → D  elected (C,3) hops 1
        0s  D ← C  elected (C,3) hops 1
        0s  D follows C ⟨1,D⟩
        0s  D → A  elected (C,3) hops 2
        0s  A ← D  elected (C,3) hops 2
        0s  A follows C ⟨1,A⟩
        0s  A → B  elected (C,3) hops 3
        0s  B ← A  elected (C,3) hops 3
        0s  B follows C ⟨1,B⟩
        0s  B → C  elected (C,3) hops 4
        0s  C ← B  elected (C,3) hops 4

check C
----
{A B C D}: C leads
