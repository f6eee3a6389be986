# Everybody starts: each token goes round the whole ring, and each initiator that it
# passes collects it. When its own comes home, each has seen all others, and knows
# who leads: n² = 16 TOKEN. D announces itself all the same: n = 4 ELECTED.
nodes le-lann
A 1
B 2
C 3
D 4
ring
----

elect A B C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → C  token (B,2) hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  token (C,3) hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  token (D,4) hops 1

# The first hops: three tokens are worse than whom they pass. Nobody swallows them.
deliver 4
----
        0s  B ← A  token (A,1) hops 1
        0s  B → C  token (A,1) hops 2
        0s  C ← B  token (B,2) hops 1
        0s  C → D  token (B,2) hops 2
        0s  D ← C  token (C,3) hops 1
        0s  D → A  token (C,3) hops 2
        0s  A ← D  token (D,4) hops 1
        0s  A → B  token (D,4) hops 2

deliver all
----
        0s  C ← B  token (A,1) hops 2
        0s  C → D  token (A,1) hops 3
        0s  D ← C  token (B,2) hops 2
        0s  D → A  token (B,2) hops 3
        0s  A ← D  token (C,3) hops 2
        0s  A → B  token (C,3) hops 3
        0s  B ← A  token (D,4) hops 2
        0s  B → C  token (D,4) hops 3
        0s  D ← C  token (A,1) hops 3
        0s  D → A  token (A,1) hops 4
        0s  A ← D  token (B,2) hops 3
        0s  A → B  token (B,2) hops 4
        0s  B ← A  token (C,3) hops 3
        0s  B → C  token (C,3) hops 4
        0s  C ← B  token (D,4) hops 3
        0s  C → D  token (D,4) hops 4
        0s  A ← D  token (A,1) hops 4
        0s  A follows D ⟨1,A⟩
        0s  B ← A  token (B,2) hops 4
        0s  B follows D ⟨1,B⟩
        0s  C ← B  token (C,3) hops 4
        0s  C follows D ⟨1,C⟩
        0s  D ← C  token (D,4) hops 4
        0s  D follows D ⟨1,D⟩
        0s  D → A  elected (D,4) hops 1
        0s  A ← D  elected (D,4) hops 1
        0s  A → B  elected (D,4) hops 2
        0s  B ← A  elected (D,4) hops 2
        0s  B → C  elected (D,4) hops 3
        0s  C ← B  elected (D,4) hops 3
        0s  C → D  elected (D,4) hops 4
        0s  D ← C  elected (D,4) hops 4

check D
----
{A B C D}: D leads
