# Two pairs have a leader each. As they meet, the beacons of one reach the other, and one
# of the two leaders gives way.
nodes election
A 1
B 2
C 3
D 4
A-B
C-D
----

settle quiet
----
        6s  A enters an election ⟨1,A⟩
        6s  A follows A ⟨1,A⟩
        6s  B follows A
        6s  C enters an election ⟨1,C⟩
        6s  C follows C ⟨1,C⟩
        6s  D follows C

check
----
{A B}: A leads
{C D}: C leads

link B-C
----

settle
----
        8s  A: timer 0
        8s  A ⇒  beacon (A,0) began 8s
        8s  B ← A  beacon (A,0) began 8s
        8s  B ⇒  beacon (A,0) began 8s
        8s  A ← B  beacon (A,0) began 8s
        8s  C ← B  beacon (A,0) began 8s
        8s  C follows A
        8s  C ⇒  beacon (A,0) began 8s
        8s  B ← C  beacon (A,0) began 8s
        8s  D ← C  beacon (A,0) began 8s
        8s  D follows A
        8s  D ⇒  beacon (A,0) began 8s
        8s  C ← D  beacon (A,0) began 8s

check
----
{A B C D}: A leads
