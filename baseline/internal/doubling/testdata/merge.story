# Two islands. A and C start alone and win; B and D hear of it, offer more, and win
# the second election of each. Then the islands get a link: leaders show themselves
# (leader-announcement), and the worse side follows the better without an election.
nodes s-elect-leader-c
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C
----
        0s  A enters an election ⟨1,A⟩
        0s  A: timer 0
        0s  A → B  capture num 1 (A,1)
        0s  C enters an election ⟨1,C⟩
        0s  C: timer 0
        0s  C → D  capture num 1 (C,3)

settle quiet
----
        0s  B enters an election ⟨1,B⟩
        0s  D enters an election ⟨1,D⟩
     1.56s  A follows A ⟨1,A⟩
     1.56s  B enters an election ⟨4,B⟩
     1.56s  C follows C ⟨1,C⟩
     1.56s  D enters an election ⟨4,D⟩
     2.08s  A enters an election ⟨4,A⟩
     2.08s  C enters an election ⟨4,C⟩
     3.12s  B follows B ⟨4,B⟩
     3.12s  A follows B ⟨4,A⟩
     3.12s  D follows D ⟨4,D⟩
     3.12s  C follows D ⟨4,C⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle 12s quiet
----
 8.460357s  A follows D
 8.460357s  B follows D

check D
----
{A B C D}: D leads
