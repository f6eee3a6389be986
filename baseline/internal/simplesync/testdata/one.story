# Only B stands. The paper elects the best of those that start, with n − 1 = 3
# messages: B. Here C and D, which exceed it, stand at the deciding pulse, 2·3
# messages more, and a pulse later all pick D.
nodes simple-sync
A 1
B 2
C 3
D 4
complete
----

elect B
----
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → A  candidate pulse 1 (B,2)
        0s  B → C  candidate pulse 1 (B,2)
        0s  B → D  candidate pulse 1 (B,2)

deliver all
----
        0s  A ← B  candidate pulse 1 (B,2)
        0s  A enters an election ⟨1,A⟩
        0s  C ← B  candidate pulse 1 (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  D ← B  candidate pulse 1 (B,2)
        0s  D enters an election ⟨1,D⟩

# Pulse 1. B and A decide. C and D stand.
fire A 0
----
     260ms  A: timer 0
     260ms  A follows B ⟨1,A⟩

fire B 0
----
     260ms  B: timer 0
     260ms  B follows B ⟨1,B⟩

fire C 0
----
     260ms  C: timer 0
     260ms  C enters an election ⟨2,C⟩
     260ms  C: timer 0
     260ms  C → A  candidate pulse 2 (C,3)
     260ms  C → B  candidate pulse 2 (C,3)
     260ms  C → D  candidate pulse 2 (C,3)

fire D 0
----
     260ms  D: timer 0
     260ms  D enters an election ⟨2,D⟩
     260ms  D: timer 0
     260ms  D → A  candidate pulse 2 (D,4)
     260ms  D → B  candidate pulse 2 (D,4)
     260ms  D → C  candidate pulse 2 (D,4)

deliver all quiet
----
     260ms  A enters an election ⟨2,A⟩
     260ms  B enters an election ⟨2,B⟩

# Pulse 2.
settle
----
     520ms  C: timer 0
     520ms  C follows D ⟨2,C⟩
     520ms  D: timer 0
     520ms  D follows D ⟨2,D⟩
     520ms  A: timer 0
     520ms  A follows D ⟨2,A⟩
     520ms  B: timer 0
     520ms  B follows D ⟨2,B⟩

check D
----
{A B C D}: D leads
