# D leads, and steps down: it starts an election, and offers 0. Nobody else has
# started, so it wins, for as long as ELECTED takes to reach somebody better: all
# three contest it, and the second election is C's.
nodes le-lann leader=D
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
        0s  D → A  token (D,0) hops 1

deliver 4
----
        0s  A ← D  token (D,0) hops 1
        0s  A → B  token (D,0) hops 2
        0s  B ← A  token (D,0) hops 2
        0s  B → C  token (D,0) hops 3
        0s  C ← B  token (D,0) hops 3
        0s  C → D  token (D,0) hops 4
        0s  D ← C  token (D,0) hops 4
        0s  D follows D ⟨1,D⟩
        0s  D → A  elected (D,0) hops 1

deliver all
----
        0s  A ← D  elected (D,0) hops 1
        0s  A → B  elected (D,0) hops 2
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1
        0s  B ← A  elected (D,0) hops 2
        0s  B → C  elected (D,0) hops 3
        0s  B enters an election ⟨1,B⟩
        0s  B → C  token (B,2) hops 1
        0s  B ← A  token (A,1) hops 1
        0s  B → C  token (A,1) hops 2
        0s  C ← B  elected (D,0) hops 3
        0s  C → D  elected (D,0) hops 4
        0s  C enters an election ⟨1,C⟩
        0s  C → D  token (C,3) hops 1
        0s  C ← B  token (B,2) hops 1
        0s  C → D  token (B,2) hops 2
        0s  C ← B  token (A,1) hops 2
        0s  C → D  token (A,1) hops 3
        0s  D ← C  elected (D,0) hops 4
        0s  D ← C  token (C,3) hops 1
        0s  D → A  token (C,3) hops 2
        0s  D ← C  token (B,2) hops 2
        0s  D → A  token (B,2) hops 3
        0s  D ← C  token (A,1) hops 3
        0s  D → A  token (A,1) hops 4
        0s  A ← D  token (C,3) hops 2
        0s  A → B  token (C,3) hops 3
        0s  A ← D  token (B,2) hops 3
        0s  A → B  token (B,2) hops 4
        0s  A ← D  token (A,1) hops 4
        0s  A follows C ⟨1,A⟩
        0s  B ← A  token (C,3) hops 3
        0s  B → C  token (C,3) hops 4
        0s  B ← A  token (B,2) hops 4
        0s  B follows C ⟨1,B⟩
        0s  C ← B  token (C,3) hops 4
        0s  C follows C ⟨1,C⟩
        0s  C → D  elected (C,3) hops 1
        0s  D ← C  elected (C,3) hops 1
        0s  D → A  elected (C,3) hops 2
        0s  D follows C
        0s  A ← D  elected (C,3) hops 2
        0s  A → B  elected (C,3) hops 3
        0s  B ← A  elected (C,3) hops 3
        0s  B → C  elected (C,3) hops 4
        0s  C ← B  elected (C,3) hops 4

check C
----
{A B C D}: C leads
