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
        6s  A ⇒  claim (A,1) began 6s
        6s  B ← A  claim (A,1) began 6s
        6s  B enters an election ⟨1,B⟩
        6s  B follows B ⟨1,B⟩
        6s  B ⇒  claim (B,2) began 6s
        6s  A ← B  claim (B,2) began 6s
        6s  A follows B
        6s  A ⇒  claim (B,2) began 6s
        6s  C ← B  claim (B,2) began 6s
        6s  C enters an election ⟨1,C⟩
        6s  C follows C ⟨1,C⟩
        6s  C ⇒  claim (C,3) began 6s
        6s  B ← A  claim (B,2) began 6s
        6s  B ← C  claim (C,3) began 6s
        6s  B follows C
        6s  B ⇒  claim (C,3) began 6s
        6s  A ← B  claim (C,3) began 6s
        6s  A follows C
        6s  A ⇒  claim (C,3) began 6s
        6s  C ← B  claim (C,3) began 6s
        6s  B ← A  claim (C,3) began 6s

check
----
{A B C}: C leads
