# D leads, and steps down: it stands with nothing to offer. All others exceed it, and
# stand at the deciding pulse: 3 + 3·3 messages.
nodes simple-sync leader=D
A 1
B 2
C 3
D 4
complete
----
        0s  A follows D
        0s  B follows D
        0s  C follows D
        0s  D follows D

resign D
----
        0s  D resigns
        0s  D enters an election ⟨1,D⟩
        0s  D: timer 0
        0s  D → A  candidate pulse 1 (D,0)
        0s  D → B  candidate pulse 1 (D,0)
        0s  D → C  candidate pulse 1 (D,0)

deliver all
----
        0s  A ← D  candidate pulse 1 (D,0)
        0s  A enters an election ⟨1,A⟩
        0s  B ← D  candidate pulse 1 (D,0)
        0s  B enters an election ⟨1,B⟩
        0s  C ← D  candidate pulse 1 (D,0)
        0s  C enters an election ⟨1,C⟩

# Pulse 1. D decides on itself, for a pulse.
fire D 0
----
     260ms  D: timer 0
     260ms  D follows D ⟨1,D⟩

fire A 0
----
     260ms  A: timer 0
     260ms  A enters an election ⟨2,A⟩
     260ms  A: timer 0
     260ms  A → B  candidate pulse 2 (A,1)
     260ms  A → C  candidate pulse 2 (A,1)
     260ms  A → D  candidate pulse 2 (A,1)

fire B 0
----
     260ms  B: timer 0
     260ms  B enters an election ⟨2,B⟩
     260ms  B: timer 0
     260ms  B → A  candidate pulse 2 (B,2)
     260ms  B → C  candidate pulse 2 (B,2)
     260ms  B → D  candidate pulse 2 (B,2)

fire C 0
----
     260ms  C: timer 0
     260ms  C enters an election ⟨2,C⟩
     260ms  C: timer 0
     260ms  C → A  candidate pulse 2 (C,3)
     260ms  C → B  candidate pulse 2 (C,3)
     260ms  C → D  candidate pulse 2 (C,3)

deliver all quiet
----
     260ms  D enters an election ⟨2,D⟩

# Pulse 2.
settle
----
     520ms  A: timer 0
     520ms  A follows C ⟨2,A⟩
     520ms  B: timer 0
     520ms  B follows C ⟨2,B⟩
     520ms  C: timer 0
     520ms  C follows C ⟨2,C⟩
     520ms  D: timer 0
     520ms  D follows C ⟨2,D⟩

check C
----
{A B C D}: C leads
