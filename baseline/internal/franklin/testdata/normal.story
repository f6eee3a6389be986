# Everybody is red. In each round neighbours compare: who hears of a larger one
# turns black and only relays. The order [4 1 3 2] is the worst for n = 4: A and C
# stay red in round 1, A in round 2, and in round 3 A hears itself from both sides.
# 2n messages a round, 24, and n ELECTED.
nodes franklin
A 4
B 1
C 3
D 2
ring
----

elect A B C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A → D  election (A,4) wave 1 round 1 hops 1
        0s  A → B  election (A,4) wave 1 round 1 way 1 hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → A  election (B,1) wave 1 round 1 hops 1
        0s  B → C  election (B,1) wave 1 round 1 way 1 hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → B  election (C,3) wave 1 round 1 hops 1
        0s  C → D  election (C,3) wave 1 round 1 way 1 hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → C  election (D,2) wave 1 round 1 hops 1
        0s  D → A  election (D,2) wave 1 round 1 way 1 hops 1

# Round 1: who has heard from both sides and is the largest goes on to round 2.
deliver 8
----
        0s  D ← A  election (A,4) wave 1 round 1 hops 1
        0s  B ← A  election (A,4) wave 1 round 1 way 1 hops 1
        0s  A ← B  election (B,1) wave 1 round 1 hops 1
        0s  C ← B  election (B,1) wave 1 round 1 way 1 hops 1
        0s  B ← C  election (C,3) wave 1 round 1 hops 1
        0s  D ← C  election (C,3) wave 1 round 1 way 1 hops 1
        0s  C ← D  election (D,2) wave 1 round 1 hops 1
        0s  C → B  election (C,3) wave 1 round 2 hops 1
        0s  C → D  election (C,3) wave 1 round 2 way 1 hops 1
        0s  A ← D  election (D,2) wave 1 round 1 way 1 hops 1
        0s  A → D  election (A,4) wave 1 round 2 hops 1
        0s  A → B  election (A,4) wave 1 round 2 way 1 hops 1

# Round 2: B and D are black, and pass on what A and C say to each other.
deliver 8
----
        0s  B ← C  election (C,3) wave 1 round 2 hops 1
        0s  B → A  election (C,3) wave 1 round 2 hops 2
        0s  D ← C  election (C,3) wave 1 round 2 way 1 hops 1
        0s  D → A  election (C,3) wave 1 round 2 way 1 hops 2
        0s  D ← A  election (A,4) wave 1 round 2 hops 1
        0s  D → C  election (A,4) wave 1 round 2 hops 2
        0s  B ← A  election (A,4) wave 1 round 2 way 1 hops 1
        0s  B → C  election (A,4) wave 1 round 2 way 1 hops 2
        0s  A ← B  election (C,3) wave 1 round 2 hops 2
        0s  A ← D  election (C,3) wave 1 round 2 way 1 hops 2
        0s  A → D  election (A,4) wave 1 round 3 hops 1
        0s  A → B  election (A,4) wave 1 round 3 way 1 hops 1
        0s  C ← D  election (A,4) wave 1 round 2 hops 2
        0s  C ← B  election (A,4) wave 1 round 2 way 1 hops 2

# Round 3: A's own come home, one each way.
deliver all
----
        0s  D ← A  election (A,4) wave 1 round 3 hops 1
        0s  D → C  election (A,4) wave 1 round 3 hops 2
        0s  B ← A  election (A,4) wave 1 round 3 way 1 hops 1
        0s  B → C  election (A,4) wave 1 round 3 way 1 hops 2
        0s  C ← D  election (A,4) wave 1 round 3 hops 2
        0s  C → B  election (A,4) wave 1 round 3 hops 3
        0s  C ← B  election (A,4) wave 1 round 3 way 1 hops 2
        0s  C → D  election (A,4) wave 1 round 3 way 1 hops 3
        0s  B ← C  election (A,4) wave 1 round 3 hops 3
        0s  B → A  election (A,4) wave 1 round 3 hops 4
        0s  D ← C  election (A,4) wave 1 round 3 way 1 hops 3
        0s  D → A  election (A,4) wave 1 round 3 way 1 hops 4
        0s  A ← B  election (A,4) wave 1 round 3 hops 4
        0s  A ← D  election (A,4) wave 1 round 3 way 1 hops 4
        0s  A follows A ⟨1,A⟩
        0s  A → B  elected (A,4) wave 1 hops 1
        0s  B ← A  elected (A,4) wave 1 hops 1
        0s  B follows A ⟨1,B⟩
        0s  B → C  elected (A,4) wave 1 hops 2
        0s  C ← B  elected (A,4) wave 1 hops 2
        0s  C follows A ⟨1,C⟩
        0s  C → D  elected (A,4) wave 1 hops 3
        0s  D ← C  elected (A,4) wave 1 hops 3
        0s  D follows A ⟨1,D⟩
        0s  D → A  elected (A,4) wave 1 hops 4
        0s  A ← D  elected (A,4) wave 1 hops 4

check A
----
{A B C D}: A leads
