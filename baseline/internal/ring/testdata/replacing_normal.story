# Nobody swallows a token: a better node puts itself in its place. So all four
# tokens come home to D, and D announces itself four times: n² + n(n−1)/2 = 22
# ELECTION, n² = 16 ELECTED, where Chang-Roberts (normal.story) needs 7 and 4.
nodes chang-roberts-replacing
A 1
B 2
C 3
D 4
ring
----

elect A B C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (A,1) hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → C  election (B,2) hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (C,3) hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  election (D,4) hops 1

# The first hops: each of B, C, D replaces what it hears.
deliver 4
----
        0s  B ← A  election (A,1) hops 1
        0s  B → C  election (B,2) hops 1
        0s  C ← B  election (B,2) hops 1
        0s  C → D  election (C,3) hops 1
        0s  D ← C  election (C,3) hops 1
        0s  D → A  election (D,4) hops 1
        0s  A ← D  election (D,4) hops 1
        0s  A → B  election (D,4) hops 2

# D's own token comes home.
deliver 12
----
        0s  C ← B  election (B,2) hops 1
        0s  C → D  election (C,3) hops 1
        0s  D ← C  election (C,3) hops 1
        0s  D → A  election (D,4) hops 1
        0s  A ← D  election (D,4) hops 1
        0s  A → B  election (D,4) hops 2
        0s  B ← A  election (D,4) hops 2
        0s  B → C  election (D,4) hops 3
        0s  D ← C  election (C,3) hops 1
        0s  D → A  election (D,4) hops 1
        0s  A ← D  election (D,4) hops 1
        0s  A → B  election (D,4) hops 2
        0s  B ← A  election (D,4) hops 2
        0s  B → C  election (D,4) hops 3
        0s  C ← B  election (D,4) hops 3
        0s  C → D  election (D,4) hops 4
        0s  A ← D  election (D,4) hops 1
        0s  A → B  election (D,4) hops 2
        0s  B ← A  election (D,4) hops 2
        0s  B → C  election (D,4) hops 3
        0s  C ← B  election (D,4) hops 3
        0s  C → D  election (D,4) hops 4
        0s  D ← C  election (D,4) hops 4
        0s  D follows D ⟨1,D⟩
        0s  D → A  elected (D,4) hops 1

# So do the three that were others', and each is announced.
deliver all
----
        0s  B ← A  election (D,4) hops 2
        0s  B → C  election (D,4) hops 3
        0s  C ← B  election (D,4) hops 3
        0s  C → D  election (D,4) hops 4
        0s  D ← C  election (D,4) hops 4
        0s  D → A  elected (D,4) hops 1
        0s  A ← D  elected (D,4) hops 1
        0s  A follows D ⟨1,A⟩
        0s  A → B  elected (D,4) hops 2
        0s  C ← B  election (D,4) hops 3
        0s  C → D  election (D,4) hops 4
        0s  D ← C  election (D,4) hops 4
        0s  D → A  elected (D,4) hops 1
        0s  A ← D  elected (D,4) hops 1
        0s  A → B  elected (D,4) hops 2
        0s  B ← A  elected (D,4) hops 2
        0s  B follows D ⟨1,B⟩
        0s  B → C  elected (D,4) hops 3
        0s  D ← C  election (D,4) hops 4
        0s  D → A  elected (D,4) hops 1
        0s  A ← D  elected (D,4) hops 1
        0s  A → B  elected (D,4) hops 2
        0s  B ← A  elected (D,4) hops 2
        0s  B → C  elected (D,4) hops 3
        0s  C ← B  elected (D,4) hops 3
        0s  C follows D ⟨1,C⟩
        0s  C → D  elected (D,4) hops 4
        0s  A ← D  elected (D,4) hops 1
        0s  A → B  elected (D,4) hops 2
        0s  B ← A  elected (D,4) hops 2
        0s  B → C  elected (D,4) hops 3
        0s  C ← B  elected (D,4) hops 3
        0s  C → D  elected (D,4) hops 4
        0s  D ← C  elected (D,4) hops 4
        0s  B ← A  elected (D,4) hops 2
        0s  B → C  elected (D,4) hops 3
        0s  C ← B  elected (D,4) hops 3
        0s  C → D  elected (D,4) hops 4
        0s  D ← C  elected (D,4) hops 4
        0s  C ← B  elected (D,4) hops 3
        0s  C → D  elected (D,4) hops 4
        0s  D ← C  elected (D,4) hops 4
        0s  D ← C  elected (D,4) hops 4

check D
----
{A B C D}: D leads
