# B starts. Its list goes round and collects everybody: 4 ELECTION. B, not the best,
# concludes that D is, and says so on a second lap: 4 COORDINATOR.
nodes ring-list
A 1
B 2
C 3
D 4
ring
----

elect B
----
        0s  B enters an election ⟨1,B⟩
        0s  B → C  election (B,2)

deliver all
----
        0s  C ← B  election (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (B,2) (C,3)
        0s  D ← C  election (B,2) (C,3)
        0s  D enters an election ⟨1,D⟩
        0s  D → A  election (B,2) (C,3) (D,4)
        0s  A ← D  election (B,2) (C,3) (D,4)
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (B,2) (C,3) (D,4) (A,1)
        0s  B ← A  election (B,2) (C,3) (D,4) (A,1)
        0s  B follows D ⟨1,B⟩
        0s  B → C  coordinator (D,4) initiator B hops 1
        0s  C ← B  coordinator (D,4) initiator B hops 1
        0s  C follows D ⟨1,C⟩
        0s  C → D  coordinator (D,4) initiator B hops 2
        0s  D ← C  coordinator (D,4) initiator B hops 2
        0s  D follows D ⟨1,D⟩
        0s  D → A  coordinator (D,4) initiator B hops 3
        0s  A ← D  coordinator (D,4) initiator B hops 3
        0s  A follows D ⟨1,A⟩
        0s  A → B  coordinator (D,4) initiator B hops 4
        0s  B ← A  coordinator (D,4) initiator B hops 4

check D
----
{A B C D}: D leads
