# The leader of a line crashes at its end. The others miss its beacons for the detection
# time-out, and elect one of themselves.
nodes election leader=C
A 1
B 2
C 3
line
----
        0s  A follows C
        0s  B follows C
        0s  C follows C

crash C
----
        0s  C crashes

settle
----
        6s  A: timer 0
        6s  A enters an election ⟨1,A⟩
        6s  A follows A ⟨1,A⟩
        6s  A ⇒  claim (A,1) began 6s
        6s  B ← A  claim (A,1) began 6s
        6s  B: timer 0
        6s  B enters an election ⟨1,B⟩
        6s  B follows B ⟨1,B⟩
        6s  B ⇒  claim (B,2) began 6s
        6s  A ← B  claim (B,2) began 6s
        6s  A follows B
        6s  A ⇒  claim (B,2) began 6s
        6s  B ← A  claim (B,2) began 6s

check
----
{A B}: B leads
