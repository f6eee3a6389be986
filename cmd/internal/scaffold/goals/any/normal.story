# A line of three boots. Nobody leads, so after the detection time-out all claim to, and
# one of them is left.
nodes election
A 1
B 2
C 3
line
----

settle
----
        6s  A: timer 0
        6s  A enters an election ⟨1,A⟩
        6s  A follows A ⟨1,A⟩
        6s  A ⇒  claim (A,0) began 6s
        6s  B ← A  claim (A,0) began 6s
        6s  B follows A
        6s  B ⇒  claim (A,0) began 6s
        6s  A ← B  claim (A,0) began 6s
        6s  C ← B  claim (A,0) began 6s
        6s  C follows A
        6s  C ⇒  claim (A,0) began 6s
        6s  B ← C  claim (A,0) began 6s

check
----
{A B C}: A leads
