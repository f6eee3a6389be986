# All stand. Pulse 0: each tells all others, n(n−1) = 12 messages. Pulse 1: everyone
# has heard everyone, and picks the best; nobody announces anything.
nodes simple-sync
A 1
B 2
C 3
D 4
complete
----

elect A B C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A: timer 0
        0s  A → B  candidate pulse 1 (A,1)
        0s  A → C  candidate pulse 1 (A,1)
        0s  A → D  candidate pulse 1 (A,1)
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → A  candidate pulse 1 (B,2)
        0s  B → C  candidate pulse 1 (B,2)
        0s  B → D  candidate pulse 1 (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  C: timer 0
        0s  C → A  candidate pulse 1 (C,3)
        0s  C → B  candidate pulse 1 (C,3)
        0s  C → D  candidate pulse 1 (C,3)
        0s  D enters an election ⟨1,D⟩
        0s  D: timer 0
        0s  D → A  candidate pulse 1 (D,4)
        0s  D → B  candidate pulse 1 (D,4)
        0s  D → C  candidate pulse 1 (D,4)

settle
----
        0s  B ← A  candidate pulse 1 (A,1)
        0s  C ← A  candidate pulse 1 (A,1)
        0s  D ← A  candidate pulse 1 (A,1)
        0s  A ← B  candidate pulse 1 (B,2)
        0s  C ← B  candidate pulse 1 (B,2)
        0s  D ← B  candidate pulse 1 (B,2)
        0s  A ← C  candidate pulse 1 (C,3)
        0s  B ← C  candidate pulse 1 (C,3)
        0s  D ← C  candidate pulse 1 (C,3)
        0s  A ← D  candidate pulse 1 (D,4)
        0s  B ← D  candidate pulse 1 (D,4)
        0s  C ← D  candidate pulse 1 (D,4)
     260ms  A: timer 0
     260ms  A follows D ⟨1,A⟩
     260ms  B: timer 0
     260ms  B follows D ⟨1,B⟩
     260ms  C: timer 0
     260ms  C follows D ⟨1,C⟩
     260ms  D: timer 0
     260ms  D follows D ⟨1,D⟩

check D
----
{A B C D}: D leads
