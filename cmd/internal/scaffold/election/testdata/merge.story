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
        6s  B enters an election ⟨1,B⟩
        6s  B follows B ⟨1,B⟩
        6s  A follows B
        6s  C enters an election ⟨1,C⟩
        6s  C follows C ⟨1,C⟩
        6s  D enters an election ⟨1,D⟩
        6s  D follows D ⟨1,D⟩
        6s  C follows D

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle
----
        8s  B: timer 0
        8s  B ⇒  beacon (B,2) began 8s
        8s  A ← B  beacon (B,2) began 8s
        8s  A ⇒  beacon (B,2) began 8s
        8s  C ← B  beacon (B,2) began 8s
        8s  B ← A  beacon (B,2) began 8s
        8s  D: timer 0
        8s  D ⇒  beacon (D,4) began 8s
        8s  C ← D  beacon (D,4) began 8s
        8s  C ⇒  beacon (D,4) began 8s
        8s  B ← C  beacon (D,4) began 8s
        8s  B follows D
        8s  B ⇒  beacon (D,4) began 8s
        8s  D ← C  beacon (D,4) began 8s
        8s  A ← B  beacon (D,4) began 8s
        8s  A follows D
        8s  A ⇒  beacon (D,4) began 8s
        8s  C ← B  beacon (D,4) began 8s
        8s  B ← A  beacon (D,4) began 8s

check
----
{A B C D}: D leads
