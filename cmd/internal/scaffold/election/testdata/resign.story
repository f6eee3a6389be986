# The leader resigns: it offers nothing any more. Fill in: what is to come of it.
nodes election leader=C
A 1
B 2
C 3
line
----
        0s  A follows C
        0s  B follows C
        0s  C follows C

resign C
----
        0s  C resigns

settle 6s
----
        2s  C: timer 0
        2s  C ⇒  beacon (C,0) began 2s
        2s  B ← C  beacon (C,0) began 2s
        2s  B enters an election ⟨1,B⟩
        2s  B follows B ⟨1,B⟩
        2s  B ⇒  claim (B,2) began 2s
        2s  A ← B  claim (B,2) began 2s
        2s  C ← B  claim (B,2) began 2s
        2s  C follows B
        2s  C ⇒  claim (B,2) began 2s
        2s  B ← C  claim (B,2) began 2s
        4s  B: timer 0
        4s  B ⇒  beacon (B,2) began 4s
        4s  A ← B  beacon (B,2) began 4s
        4s  C ← B  beacon (B,2) began 4s
        4s  C ⇒  beacon (B,2) began 4s
        4s  B ← C  beacon (B,2) began 4s
        6s  A: timer 0
        6s  A enters an election ⟨1,A⟩
        6s  A follows A ⟨1,A⟩
        6s  A ⇒  claim (A,1) began 6s
        6s  B ← A  claim (A,1) began 6s
        6s  B ⇒  beacon (B,2) began 6s
        6s  A ← B  beacon (B,2) began 6s
        6s  A follows B
        6s  A ⇒  beacon (B,2) began 6s
        6s  C ← B  beacon (B,2) began 6s
        6s  C ⇒  beacon (B,2) began 6s
        6s  B ← A  beacon (B,2) began 6s
        6s  B ← C  beacon (B,2) began 6s

check
----
{A B C}: B leads
