# A starts alone. Who has not started is no candidate, and takes whoever asks: the
# best of those that started wins, which is A. B and C, which hear LEADER of
# somebody worse, stand at the same even pulse; that election is C's.
nodes s-elect-leader-c
A 1
B 2
C 3
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A: timer 0
        0s  A → B  capture num 1 (A,1)

settle
----
        0s  B ← A  capture num 1 (A,1)
        0s  B enters an election ⟨1,B⟩
     260ms  B: timer 0
     260ms  B → A  ack num 1
     260ms  A ← B  ack num 1
     520ms  A: timer 0
     520ms  A → C  capture num 1 (A,1)
     520ms  C ← A  capture num 1 (A,1)
     520ms  C enters an election ⟨1,C⟩
     780ms  C: timer 0
     780ms  C → A  ack num 1
     780ms  A ← C  ack num 1
     1.04s  A: timer 0
     1.04s  A follows A ⟨1,A⟩
     1.04s  A → B  leader num 1 (A,1)
     1.04s  A → C  leader num 1 (A,1)
     1.04s  B ← A  leader num 1 (A,1)
     1.04s  B enters an election ⟨3,B⟩
     1.04s  B: timer 0
     1.04s  B → C  capture num 3 (B,2)
     1.04s  C ← A  leader num 1 (A,1)
     1.04s  C enters an election ⟨3,C⟩
     1.04s  C: timer 0
     1.04s  C → A  capture num 3 (C,3)
     1.04s  C ← B  capture num 3 (B,2)
     1.04s  A ← C  capture num 3 (C,3)
     1.04s  A enters an election ⟨3,A⟩
      1.3s  C: timer 0
      1.3s  C → B  refuse num 3
      1.3s  B ← C  refuse num 3
      1.3s  A: timer 0
      1.3s  A → C  ack num 3
      1.3s  C ← A  ack num 3
     1.56s  B: timer 0
     1.56s  C: timer 0
     1.56s  C → B  capture num 3 (C,3)
     1.56s  B ← C  capture num 3 (C,3)
     1.82s  B: timer 0
     1.82s  B → C  ack num 3
     1.82s  C ← B  ack num 3
     2.08s  C: timer 0
     2.08s  C follows C ⟨3,C⟩
     2.08s  C → A  leader num 3 (C,3)
     2.08s  C → B  leader num 3 (C,3)
     2.08s  A ← C  leader num 3 (C,3)
     2.08s  A follows C ⟨3,A⟩
     2.08s  B ← C  leader num 3 (C,3)
     2.08s  B follows C ⟨3,B⟩

check C
----
{A B C}: C leads
