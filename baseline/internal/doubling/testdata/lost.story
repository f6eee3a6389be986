# C's refusal to B is lost. B takes it for silence: it stays a candidate, asks C
# again with its next group, and is refused again.
nodes s-elect-leader-c
A 1
B 2
C 3
complete
----

elect B C
----
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → C  capture num 1 (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  C: timer 0
        0s  C → A  capture num 1 (C,3)

deliver all
----
        0s  C ← B  capture num 1 (B,2)
        0s  A ← C  capture num 1 (C,3)
        0s  A enters an election ⟨1,A⟩

fire C 0
----
     260ms  C: timer 0
     260ms  C → B  refuse num 1

lose C-B refuse
----
     260ms  C ✗ B  refuse num 1: lost

settle
----
     260ms  A: timer 0
     260ms  A → C  ack num 1
     260ms  C ← A  ack num 1
     520ms  B: timer 0
     520ms  B → C  capture num 1 (B,2)
     520ms  B → A  capture num 1 (B,2)
     520ms  C ← B  capture num 1 (B,2)
     520ms  A ← B  capture num 1 (B,2)
     520ms  C: timer 0
     520ms  C → B  capture num 1 (C,3)
     520ms  B ← C  capture num 1 (C,3)
     780ms  A: timer 0
     780ms  A → B  refuse num 1
     780ms  B ← A  refuse num 1
     780ms  C: timer 0
     780ms  C → B  refuse num 1
     780ms  B ← C  refuse num 1
     780ms  B: timer 0
     780ms  B → C  ack num 1
     780ms  C ← B  ack num 1
     1.04s  C: timer 0
     1.04s  C follows C ⟨1,C⟩
     1.04s  C → A  leader num 1 (C,3)
     1.04s  C → B  leader num 1 (C,3)
     1.04s  A ← C  leader num 1 (C,3)
     1.04s  A follows C ⟨1,A⟩
     1.04s  B ← C  leader num 1 (C,3)
     1.04s  B follows C ⟨1,B⟩

check C
----
{A B C}: C leads
