# All start. At even pulses candidates ask a group of members, of 1, then of 2; at
# odd pulses each member takes the best that asked, itself included if it stands,
# and refuses the rest aloud. Capabilities rise round the roster, so all but D are
# out after one pulse pair: 4 + 2 = 6 CAPTURE (2(n−1)), n − 1 = 3 ACK, and 3 REFUSE.
nodes s-elect-leader-c
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
        0s  A → B  capture num 1 (A,1)
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → C  capture num 1 (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  C: timer 0
        0s  C → D  capture num 1 (C,3)
        0s  D enters an election ⟨1,D⟩
        0s  D: timer 0
        0s  D → A  capture num 1 (D,4)

# Nothing is answered before the pulse is over.
deliver all
----
        0s  B ← A  capture num 1 (A,1)
        0s  C ← B  capture num 1 (B,2)
        0s  D ← C  capture num 1 (C,3)
        0s  A ← D  capture num 1 (D,4)

settle
----
     260ms  B: timer 0
     260ms  B → A  refuse num 1
     260ms  A ← B  refuse num 1
     260ms  C: timer 0
     260ms  C → B  refuse num 1
     260ms  B ← C  refuse num 1
     260ms  D: timer 0
     260ms  D → C  refuse num 1
     260ms  C ← D  refuse num 1
     260ms  A: timer 0
     260ms  A → D  ack num 1
     260ms  D ← A  ack num 1
     520ms  B: timer 0
     520ms  C: timer 0
     520ms  D: timer 0
     520ms  D → B  capture num 1 (D,4)
     520ms  D → C  capture num 1 (D,4)
     520ms  B ← D  capture num 1 (D,4)
     520ms  C ← D  capture num 1 (D,4)
     780ms  B: timer 0
     780ms  B → D  ack num 1
     780ms  D ← B  ack num 1
     780ms  C: timer 0
     780ms  C → D  ack num 1
     780ms  D ← C  ack num 1
     1.04s  D: timer 0
     1.04s  D follows D ⟨1,D⟩
     1.04s  D → A  leader num 1 (D,4)
     1.04s  D → B  leader num 1 (D,4)
     1.04s  D → C  leader num 1 (D,4)
     1.04s  A ← D  leader num 1 (D,4)
     1.04s  A follows D ⟨1,A⟩
     1.04s  B ← D  leader num 1 (D,4)
     1.04s  B follows D ⟨1,B⟩
     1.04s  C ← D  leader num 1 (D,4)
     1.04s  C follows D ⟨1,C⟩

check D
----
{A B C D}: D leads
