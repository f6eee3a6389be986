# The announcement is lost on its second hop: B and C know the leader, D and A wait.
# Who takes part and learns of no leader within three laps begins a list of its own.
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

deliver 5
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

lose C-D coordinator
----
        0s  C ✗ D  coordinator (D,4) initiator B hops 2: lost

state
----
A (1): is electing part=1 leader=0 elections=1 timer 0 at 1.17078s timer 1 at 3.825999s timer 2 at 2.20499s
B (2): follows D part=0 leader=4 elections=1 timer 1 at 3.593193s timer 2 at 3.232872s
C (3): follows D part=0 leader=4 elections=1 timer 1 at 3.860694s timer 2 at 3.386762s
D (4): is electing part=1 leader=0 elections=1 timer 0 at 2.553763s timer 1 at 2.394296s timer 2 at 2.460357s

settle
----
  1.17078s  A: timer 0
  1.17078s  A enters an election ⟨2,A⟩
  1.17078s  A → B  election (A,1)
  1.17078s  B ← A  election (A,1)
  1.17078s  B enters an election ⟨2,B⟩
  1.17078s  B → C  election (A,1) (B,2)
  1.17078s  C ← B  election (A,1) (B,2)
  1.17078s  C enters an election ⟨2,C⟩
  1.17078s  C → D  election (A,1) (B,2) (C,3)
  1.17078s  D ← C  election (A,1) (B,2) (C,3)
  1.17078s  D → A  election (A,1) (B,2) (C,3) (D,4)
  1.17078s  A ← D  election (A,1) (B,2) (C,3) (D,4)
  1.17078s  A follows D ⟨2,A⟩
  1.17078s  A → B  coordinator (D,4) initiator A hops 1
  1.17078s  B ← A  coordinator (D,4) initiator A hops 1
  1.17078s  B follows D ⟨2,B⟩
  1.17078s  B → C  coordinator (D,4) initiator A hops 2
  1.17078s  C ← B  coordinator (D,4) initiator A hops 2
  1.17078s  C follows D ⟨2,C⟩
  1.17078s  C → D  coordinator (D,4) initiator A hops 3
  1.17078s  D ← C  coordinator (D,4) initiator A hops 3
  1.17078s  D follows D ⟨1,D⟩
  1.17078s  D → A  coordinator (D,4) initiator A hops 4
  1.17078s  A ← D  coordinator (D,4) initiator A hops 4

check D
----
{A B C D}: D leads
