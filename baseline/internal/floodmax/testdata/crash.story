# C leads and crashes when A has heard nothing of it. Nobody hears C again: after
# the detection time-out it is given up, and B claims.
nodes flood-max
A 1
B 2
C 3
line
----

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

crash C
----
        0s  C crashes
        0s  B ✗ C  claim (C,3): C is down

deliver all
----
        0s  A ← B  claim (C,3)
        0s  A follows C
        0s  A ⇒  claim (C,3)
        0s  B ← A  claim (C,3)

settle
----
        6s  B: timer 0
        6s  B enters an election ⟨1,B⟩
        6s  A: timer 0
        6s  A enters an election ⟨1,A⟩
 6.051248s  A: timer 1
 6.051248s  A follows A ⟨1,A⟩
 6.051248s  A ⇒  claim (A,1) stamp 6.051247548s
 6.051248s  B ← A  claim (A,1) stamp 6.051247548s
 6.308218s  B: timer 1
 6.308218s  B follows B ⟨1,B⟩
 6.308218s  B ⇒  claim (B,2) stamp 6.308218111s
 6.308218s  A ← B  claim (B,2) stamp 6.308218111s
 6.308218s  A follows B ⟨1,A⟩
 6.308218s  A ⇒  claim (B,2) stamp 6.308218111s
 6.308218s  B ← A  claim (B,2) stamp 6.308218111s

check B
----
{A B}: B leads
