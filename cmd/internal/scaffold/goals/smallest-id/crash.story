# The leader of a line crashes at its end. The others miss its beacons for the detection
# time-out, and elect one of themselves.
nodes election leader=A
A 1
B 2
C 3
line
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

crash A
----
        0s  A crashes

settle
----
        6s  B: timer 0
        6s  B enters an election ⟨1,B⟩
        6s  B follows B ⟨1,B⟩
        6s  B ⇒  claim (B,0) began 6s
        6s  C ← B  claim (B,0) began 6s
        6s  C: timer 0
        6s  C enters an election ⟨1,C⟩
        6s  C follows C ⟨1,C⟩
        6s  C ⇒  claim (C,0) began 6s
        6s  B ← C  claim (C,0) began 6s
        6s  B ⇒  beacon (B,0) began 6.000000001s
        6s  C ← B  beacon (B,0) began 6.000000001s
        6s  C follows B
        6s  C ⇒  beacon (B,0) began 6.000000001s
        6s  B ← C  beacon (B,0) began 6.000000001s

check
----
{B C}: B leads
