# D leads, and steps down: it tells all that it offers 0 now (leader). Whoever
# offers more stands, all at one even pulse, and C wins.
nodes s-elect-leader-c leader=D
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
        0s  D → A  leader (D,0)
        0s  D → B  leader (D,0)
        0s  D → C  leader (D,0)

settle
----
        0s  A ← D  leader (D,0)
        0s  A enters an election ⟨1,A⟩
        0s  A: timer 0
        0s  A → B  capture num 1 (A,1)
        0s  B ← D  leader (D,0)
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → C  capture num 1 (B,2)
        0s  C ← D  leader (D,0)
        0s  C enters an election ⟨1,C⟩
        0s  C: timer 0
        0s  C → D  capture num 1 (C,3)
        0s  B ← A  capture num 1 (A,1)
        0s  C ← B  capture num 1 (B,2)
        0s  D ← C  capture num 1 (C,3)
        0s  D enters an election ⟨1,D⟩
     260ms  B: timer 0
     260ms  B → A  refuse num 1
     260ms  A ← B  refuse num 1
     260ms  C: timer 0
     260ms  C → B  refuse num 1
     260ms  B ← C  refuse num 1
     260ms  D: timer 0
     260ms  D → C  ack num 1
     260ms  C ← D  ack num 1
     520ms  A: timer 0
     520ms  B: timer 0
     520ms  C: timer 0
     520ms  C → A  capture num 1 (C,3)
     520ms  C → B  capture num 1 (C,3)
     520ms  A ← C  capture num 1 (C,3)
     520ms  B ← C  capture num 1 (C,3)
     780ms  A: timer 0
     780ms  A → C  ack num 1
     780ms  C ← A  ack num 1
     780ms  B: timer 0
     780ms  B → C  ack num 1
     780ms  C ← B  ack num 1
     1.04s  C: timer 0
     1.04s  C follows C ⟨1,C⟩
     1.04s  C → A  leader num 1 (C,3)
     1.04s  C → B  leader num 1 (C,3)
     1.04s  C → D  leader num 1 (C,3)
     1.04s  A ← C  leader num 1 (C,3)
     1.04s  A follows C ⟨1,A⟩
     1.04s  B ← C  leader num 1 (C,3)
     1.04s  B follows C ⟨1,B⟩
     1.04s  D ← C  leader num 1 (C,3)
     1.04s  D follows C ⟨1,D⟩

check C
----
{A B C D}: C leads
