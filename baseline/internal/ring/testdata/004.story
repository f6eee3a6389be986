# 004's ring of P0 … P7; P2 starts. P2's token meets only greater ones: each
# replaces it by its own, up to P7, whose token goes round: 5 + 8 ELECTION. Only P7
# can conclude. The slide lets P2 end the first lap, and counts 16 messages; with
# P7's own lap of 8 ELECTED they are 21.
nodes chang-roberts
P0 0
P1 1
P2 2
P3 3
P4 4
P5 5
P6 6
P7 7
ring
----

elect P2
----
        0s  P2 enters an election ⟨1,P2⟩
        0s  P2 → P3  election (P2,2) hops 1

# 3 → … → 7: the token passes on a greater candidate at each.
deliver 5
----
        0s  P3 ← P2  election (P2,2) hops 1
        0s  P3 enters an election ⟨1,P3⟩
        0s  P3 → P4  election (P3,3) hops 1
        0s  P4 ← P3  election (P3,3) hops 1
        0s  P4 enters an election ⟨1,P4⟩
        0s  P4 → P5  election (P4,4) hops 1
        0s  P5 ← P4  election (P4,4) hops 1
        0s  P5 enters an election ⟨1,P5⟩
        0s  P5 → P6  election (P5,5) hops 1
        0s  P6 ← P5  election (P5,5) hops 1
        0s  P6 enters an election ⟨1,P6⟩
        0s  P6 → P7  election (P6,6) hops 1
        0s  P7 ← P6  election (P6,6) hops 1
        0s  P7 enters an election ⟨1,P7⟩
        0s  P7 → P0  election (P7,7) hops 1

# P7's lap: 8 messages, the last of which comes home.
deliver 8
----
        0s  P0 ← P7  election (P7,7) hops 1
        0s  P0 enters an election ⟨1,P0⟩
        0s  P0 → P1  election (P7,7) hops 2
        0s  P1 ← P0  election (P7,7) hops 2
        0s  P1 enters an election ⟨1,P1⟩
        0s  P1 → P2  election (P7,7) hops 3
        0s  P2 ← P1  election (P7,7) hops 3
        0s  P2 → P3  election (P7,7) hops 4
        0s  P3 ← P2  election (P7,7) hops 4
        0s  P3 → P4  election (P7,7) hops 5
        0s  P4 ← P3  election (P7,7) hops 5
        0s  P4 → P5  election (P7,7) hops 6
        0s  P5 ← P4  election (P7,7) hops 6
        0s  P5 → P6  election (P7,7) hops 7
        0s  P6 ← P5  election (P7,7) hops 7
        0s  P6 → P7  election (P7,7) hops 8
        0s  P7 ← P6  election (P7,7) hops 8
        0s  P7 follows P7 ⟨1,P7⟩
        0s  P7 → P0  elected (P7,7) hops 1

# Its announcement: 8 more.
deliver 8
----
        0s  P0 ← P7  elected (P7,7) hops 1
        0s  P0 follows P7 ⟨1,P0⟩
        0s  P0 → P1  elected (P7,7) hops 2
        0s  P1 ← P0  elected (P7,7) hops 2
        0s  P1 follows P7 ⟨1,P1⟩
        0s  P1 → P2  elected (P7,7) hops 3
        0s  P2 ← P1  elected (P7,7) hops 3
        0s  P2 follows P7 ⟨1,P2⟩
        0s  P2 → P3  elected (P7,7) hops 4
        0s  P3 ← P2  elected (P7,7) hops 4
        0s  P3 follows P7 ⟨1,P3⟩
        0s  P3 → P4  elected (P7,7) hops 5
        0s  P4 ← P3  elected (P7,7) hops 5
        0s  P4 follows P7 ⟨1,P4⟩
        0s  P4 → P5  elected (P7,7) hops 6
        0s  P5 ← P4  elected (P7,7) hops 6
        0s  P5 follows P7 ⟨1,P5⟩
        0s  P5 → P6  elected (P7,7) hops 7
        0s  P6 ← P5  elected (P7,7) hops 7
        0s  P6 follows P7 ⟨1,P6⟩
        0s  P6 → P7  elected (P7,7) hops 8
        0s  P7 ← P6  elected (P7,7) hops 8

check P7
----
{P0 P1 P2 P3 P4 P5 P6 P7}: P7 leads
