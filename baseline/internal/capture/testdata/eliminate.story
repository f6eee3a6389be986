# A is D's when B, of a higher level by then, asks for it. Nobody changes hands
# unless the owner has given up: A names its owner (check), B asks D to give up
# (eliminate), D has already (eliminated), and A is B's.
nodes a-elect-leader-c
A 1
B 2
C 3
D 4
complete
----

# D captures A, and B captures C; only B knows of its luck yet.
elect B D
----
        0s  B enters an election ⟨1,B⟩
        0s  B → C  capture num 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  capture num 1

deliver D-A B-C C-B
----
        0s  A ← D  capture num 1
        0s  A enters an election ⟨1,A⟩
        0s  A → D  ack num 1
        0s  C ← B  capture num 1
        0s  C enters an election ⟨1,C⟩
        0s  C → B  ack num 1
        0s  B ← C  ack num 1
        0s  B → D  capture num 1 level 1

# B, of level 1, captures D, of level 0, whose first ACK comes too late.
deliver B-D A-D D-B
----
        0s  D ← B  capture num 1 level 1
        0s  D → B  ack num 1
        0s  D ← A  ack num 1
        0s  B ← D  ack num 1
        0s  B → A  capture num 1 level 1

deliver all
----
        0s  A ← B  capture num 1 level 1
        0s  A → B  check num 1 owner D
        0s  B ← A  check num 1 owner D
        0s  B → D  eliminate num 1 level 1
        0s  D ← B  eliminate num 1 level 1
        0s  D → B  eliminated num 1
        0s  B ← D  eliminated num 1
        0s  B → A  capture num 1 level 1
        0s  A ← B  capture num 1 level 1
        0s  A → B  ack num 1
        0s  B ← A  ack num 1
        0s  B follows B ⟨1,B⟩
        0s  B → A  leader num 1 (B,2)
        0s  B → C  leader num 1 (B,2)
        0s  B → D  leader num 1 (B,2)
        0s  A ← B  leader num 1 (B,2)
        0s  A follows B ⟨1,A⟩
        0s  C ← B  leader num 1 (B,2)
        0s  C follows B ⟨1,C⟩
        0s  D ← B  leader num 1 (B,2)
        0s  D follows B ⟨1,D⟩

check B
----
{A B C D}: B leads
