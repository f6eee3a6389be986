# Two islands: who does not answer the roll is passed over. Then they get a link:
# the leaders show themselves (leader-announcement), and the one that offers less steps down. That
# B and D offer more than their leaders is no reason to depose them.
nodes a-elect-leader-c
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  capture num 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  capture num 1

settle quiet
----
        0s  B enters an election ⟨1,B⟩
        0s  D enters an election ⟨1,D⟩
     1.02s  A follows A ⟨1,A⟩
     1.02s  B follows A ⟨1,B⟩
     1.02s  C follows C ⟨1,C⟩
     1.02s  D follows C ⟨1,D⟩

check
----
{A B}: A leads
{C D}: C leads

link B-C
----

settle 12s quiet
----
 5.386762s  A follows C
 5.386762s  B follows C

check C
----
{A B C D}: C leads
