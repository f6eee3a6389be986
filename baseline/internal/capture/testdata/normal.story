# A starts alone and captures the others one by one, in the order of the roster:
# n − 1 = 3 CAPTURE, as many ACK, as many LEADER. That D offers more is nobody's
# concern: any one of those that start will do.
nodes a-elect-leader-c
A 1
B 2
C 3
D 4
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  capture num 1

deliver all
----
        0s  B ← A  capture num 1
        0s  B enters an election ⟨1,B⟩
        0s  B → A  ack num 1
        0s  A ← B  ack num 1
        0s  A → C  capture num 1 level 1
        0s  C ← A  capture num 1 level 1
        0s  C enters an election ⟨1,C⟩
        0s  C → A  ack num 1
        0s  A ← C  ack num 1
        0s  A → D  capture num 1 level 1
        0s  D ← A  capture num 1 level 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  ack num 1
        0s  A ← D  ack num 1
        0s  A follows A ⟨1,A⟩
        0s  A → B  leader num 1 (A,1)
        0s  A → C  leader num 1 (A,1)
        0s  A → D  leader num 1 (A,1)
        0s  B ← A  leader num 1 (A,1)
        0s  B follows A ⟨1,B⟩
        0s  C ← A  leader num 1 (A,1)
        0s  C follows A ⟨1,C⟩
        0s  D ← A  leader num 1 (A,1)
        0s  D follows A ⟨1,D⟩

check A
----
{A B C D}: A leads
