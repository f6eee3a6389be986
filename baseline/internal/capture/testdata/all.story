# All start at once, at level 0, each with the next member of the roster. (level,
# id) decides: B, C and D refuse a lesser one, and A, the least, is D's. Who is
# refused is a candidate no more, but its own owner still: D, with one captured, has
# to eliminate B and C before it captures them. Six messages each is the most that a
# capture costs.
nodes a-elect-leader-c
A 1
B 2
C 3
D 4
complete
----

elect A B C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  capture num 1
        0s  B enters an election ⟨1,B⟩
        0s  B → C  capture num 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  capture num 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  capture num 1

# The first captures: three NACK, one ACK.
deliver 4
----
        0s  B ← A  capture num 1
        0s  B → A  nack num 1
        0s  C ← B  capture num 1
        0s  C → B  nack num 1
        0s  D ← C  capture num 1
        0s  D → C  nack num 1
        0s  A ← D  capture num 1
        0s  A → D  ack num 1

deliver all
----
        0s  A ← B  nack num 1
        0s  B ← C  nack num 1
        0s  C ← D  nack num 1
        0s  D ← A  ack num 1
        0s  D → B  capture num 1 level 1
        0s  B ← D  capture num 1 level 1
        0s  B → D  check num 1 owner B
        0s  D ← B  check num 1 owner B
        0s  D → B  eliminate num 1 level 1
        0s  B ← D  eliminate num 1 level 1
        0s  B → D  eliminated num 1
        0s  D ← B  eliminated num 1
        0s  D → B  capture num 1 level 1
        0s  B ← D  capture num 1 level 1
        0s  B → D  ack num 1
        0s  D ← B  ack num 1
        0s  D → C  capture num 1 level 1
        0s  C ← D  capture num 1 level 1
        0s  C → D  check num 1 owner C
        0s  D ← C  check num 1 owner C
        0s  D → C  eliminate num 1 level 1
        0s  C ← D  eliminate num 1 level 1
        0s  C → D  eliminated num 1
        0s  D ← C  eliminated num 1
        0s  D → C  capture num 1 level 1
        0s  C ← D  capture num 1 level 1
        0s  C → D  ack num 1
        0s  D ← C  ack num 1
        0s  D follows D ⟨1,D⟩
        0s  D → A  leader num 1 (D,4)
        0s  D → B  leader num 1 (D,4)
        0s  D → C  leader num 1 (D,4)
        0s  A ← D  leader num 1 (D,4)
        0s  A follows D ⟨1,A⟩
        0s  B ← D  leader num 1 (D,4)
        0s  B follows D ⟨1,B⟩
        0s  C ← D  leader num 1 (D,4)
        0s  C follows D ⟨1,C⟩

check D
----
{A B C D}: D leads
