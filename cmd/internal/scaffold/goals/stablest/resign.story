# The leader resigns: it offers nothing any more. Fill in: what is to come of it.
nodes election leader=A
A 1
B 2
C 3
line
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

resign A
----
        0s  A resigns

settle 6s
----
        2s  A: timer 0
        2s  A ⇒  beacon (A,-1) began 2s
        2s  B ← A  beacon (A,-1) began 2s
        2s  B ⇒  beacon (A,-1) began 2s
        2s  A ← B  beacon (A,-1) began 2s
        2s  C ← B  beacon (A,-1) began 2s
        2s  C ⇒  beacon (A,-1) began 2s
        2s  B ← C  beacon (A,-1) began 2s
        4s  A: timer 0
        4s  A ⇒  beacon (A,-1) began 4s
        4s  B ← A  beacon (A,-1) began 4s
        4s  B ⇒  beacon (A,-1) began 4s
        4s  A ← B  beacon (A,-1) began 4s
        4s  C ← B  beacon (A,-1) began 4s
        4s  C ⇒  beacon (A,-1) began 4s
        4s  B ← C  beacon (A,-1) began 4s
        6s  A: timer 0
        6s  A ⇒  beacon (A,-1) began 6s
        6s  B ← A  beacon (A,-1) began 6s
        6s  B ⇒  beacon (A,-1) began 6s
        6s  A ← B  beacon (A,-1) began 6s
        6s  C ← B  beacon (A,-1) began 6s
        6s  C ⇒  beacon (A,-1) began 6s
        6s  B ← C  beacon (A,-1) began 6s

check
----
{A B C}: A leads
