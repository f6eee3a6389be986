# Only A starts: it is the best of those that started, and wins. Better nodes that
# hear of it pass ELECTED on and contest it, all within the lap: the second election
# elects the best of all. When D leads, A leads still, until ELECTED reaches it.
nodes le-lann
A 1
B 2
C 3
D 4
ring
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1

deliver 4
----
        0s  B ← A  token (A,1) hops 1
        0s  B → C  token (A,1) hops 2
        0s  C ← B  token (A,1) hops 2
        0s  C → D  token (A,1) hops 3
        0s  D ← C  token (A,1) hops 3
        0s  D → A  token (A,1) hops 4
        0s  A ← D  token (A,1) hops 4
        0s  A follows A ⟨1,A⟩
        0s  A → B  elected (A,1) hops 1

# ELECTED goes round once; all better nodes contest it on the way.
deliver all
----
        0s  B ← A  elected (A,1) hops 1
        0s  B → C  elected (A,1) hops 2
        0s  B enters an election ⟨1,B⟩
        0s  B → C  token (B,2) hops 1
        0s  C ← B  elected (A,1) hops 2
        0s  C → D  elected (A,1) hops 3
        0s  C enters an election ⟨1,C⟩
        0s  C → D  token (C,3) hops 1
        0s  C ← B  token (B,2) hops 1
        0s  C → D  token (B,2) hops 2
        0s  D ← C  elected (A,1) hops 3
        0s  D → A  elected (A,1) hops 4
        0s  D enters an election ⟨1,D⟩
        0s  D → A  token (D,4) hops 1
        0s  D ← C  token (C,3) hops 1
        0s  D → A  token (C,3) hops 2
        0s  D ← C  token (B,2) hops 2
        0s  D → A  token (B,2) hops 3
        0s  A ← D  elected (A,1) hops 4
        0s  A ← D  token (D,4) hops 1
        0s  A → B  token (D,4) hops 2
        0s  A ← D  token (C,3) hops 2
        0s  A → B  token (C,3) hops 3
        0s  A ← D  token (B,2) hops 3
        0s  A → B  token (B,2) hops 4
        0s  B ← A  token (D,4) hops 2
        0s  B → C  token (D,4) hops 3
        0s  B ← A  token (C,3) hops 3
        0s  B → C  token (C,3) hops 4
        0s  B ← A  token (B,2) hops 4
        0s  B follows D ⟨1,B⟩
        0s  C ← B  token (D,4) hops 3
        0s  C → D  token (D,4) hops 4
        0s  C ← B  token (C,3) hops 4
        0s  C follows D ⟨1,C⟩
        0s  D ← C  token (D,4) hops 4
        0s  D follows D ⟨1,D⟩
        0s  D → A  elected (D,4) hops 1
        0s  A ← D  elected (D,4) hops 1
        0s  A → B  elected (D,4) hops 2
        0s  A follows D
        0s  B ← A  elected (D,4) hops 2
        0s  B → C  elected (D,4) hops 3
        0s  C ← B  elected (D,4) hops 3
        0s  C → D  elected (D,4) hops 4
        0s  D ← C  elected (D,4) hops 4

check D
----
{A B C D}: D leads
