# 004's ring of P0 … P7; P2 starts, as the slide draws it under the name of Chang and
# Roberts: the first lap collects everybody and is closed by P2, who announces P7 on a
# second. 8 ELECTION + 8 COORDINATOR are the slide's 16 arrows (it leaves P0 out of the
# second lap); its "always 2(n−1)" counts a ring of which one member, the leader that
# was, is dead. Chang and Roberts' own election takes 21 on this ring.
nodes ring-list
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
        0s  P2 → P3  election (P2,2)

# The first lap.
deliver 8
----
        0s  P3 ← P2  election (P2,2)
        0s  P3 enters an election ⟨1,P3⟩
        0s  P3 → P4  election (P2,2) (P3,3)
        0s  P4 ← P3  election (P2,2) (P3,3)
        0s  P4 enters an election ⟨1,P4⟩
        0s  P4 → P5  election (P2,2) (P3,3) (P4,4)
        0s  P5 ← P4  election (P2,2) (P3,3) (P4,4)
        0s  P5 enters an election ⟨1,P5⟩
        0s  P5 → P6  election (P2,2) (P3,3) (P4,4) (P5,5)
        0s  P6 ← P5  election (P2,2) (P3,3) (P4,4) (P5,5)
        0s  P6 enters an election ⟨1,P6⟩
        0s  P6 → P7  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6)
        0s  P7 ← P6  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6)
        0s  P7 enters an election ⟨1,P7⟩
        0s  P7 → P0  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6) (P7,7)
        0s  P0 ← P7  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6) (P7,7)
        0s  P0 enters an election ⟨1,P0⟩
        0s  P0 → P1  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6) (P7,7) (P0,0)
        0s  P1 ← P0  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6) (P7,7) (P0,0)
        0s  P1 enters an election ⟨1,P1⟩
        0s  P1 → P2  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6) (P7,7) (P0,0) (P1,1)
        0s  P2 ← P1  election (P2,2) (P3,3) (P4,4) (P5,5) (P6,6) (P7,7) (P0,0) (P1,1)
        0s  P2 follows P7 ⟨1,P2⟩
        0s  P2 → P3  coordinator (P7,7) initiator P2 hops 1

# The second.
deliver 8
----
        0s  P3 ← P2  coordinator (P7,7) initiator P2 hops 1
        0s  P3 follows P7 ⟨1,P3⟩
        0s  P3 → P4  coordinator (P7,7) initiator P2 hops 2
        0s  P4 ← P3  coordinator (P7,7) initiator P2 hops 2
        0s  P4 follows P7 ⟨1,P4⟩
        0s  P4 → P5  coordinator (P7,7) initiator P2 hops 3
        0s  P5 ← P4  coordinator (P7,7) initiator P2 hops 3
        0s  P5 follows P7 ⟨1,P5⟩
        0s  P5 → P6  coordinator (P7,7) initiator P2 hops 4
        0s  P6 ← P5  coordinator (P7,7) initiator P2 hops 4
        0s  P6 follows P7 ⟨1,P6⟩
        0s  P6 → P7  coordinator (P7,7) initiator P2 hops 5
        0s  P7 ← P6  coordinator (P7,7) initiator P2 hops 5
        0s  P7 follows P7 ⟨1,P7⟩
        0s  P7 → P0  coordinator (P7,7) initiator P2 hops 6
        0s  P0 ← P7  coordinator (P7,7) initiator P2 hops 6
        0s  P0 follows P7 ⟨1,P0⟩
        0s  P0 → P1  coordinator (P7,7) initiator P2 hops 7
        0s  P1 ← P0  coordinator (P7,7) initiator P2 hops 7
        0s  P1 follows P7 ⟨1,P1⟩
        0s  P1 → P2  coordinator (P7,7) initiator P2 hops 8
        0s  P2 ← P1  coordinator (P7,7) initiator P2 hops 8

check P7
----
{P0 P1 P2 P3 P4 P5 P6 P7}: P7 leads
