# A never hears C's claim: it takes B for its leader until C's next sign of life.
nodes flood-max leader=B
A 1
B 2
C 3
line
----
        0s  A follows B
        0s  B follows B
        0s  C follows B

elect C
----
        0s  C enters an election ⟨1,C⟩
        0s  C follows C ⟨1,C⟩
        0s  C ⇒  claim (C,3)

deliver C-B
----
        0s  B ← C  claim (C,3)
        0s  B follows C
        0s  B ⇒  claim (C,3)

lose B-A claim
----
        0s  B ✗ A  claim (C,3): lost

check
----
{A B C}: FAILED: A follows B, B follows C, C follows C

settle
----
        0s  C ← B  claim (C,3)
        2s  C: timer 0
        2s  C ⇒  beacon (C,3) stamp 2s
        2s  B ← C  beacon (C,3) stamp 2s
        2s  B ⇒  beacon (C,3) stamp 2s
        2s  A ← B  beacon (C,3) stamp 2s
        2s  A follows C
        2s  A ⇒  beacon (C,3) stamp 2s
        2s  C ← B  beacon (C,3) stamp 2s
        2s  B ← A  beacon (C,3) stamp 2s

check C
----
{A B C}: C leads
