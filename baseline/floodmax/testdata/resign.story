# C leads and steps down: its last beacon says that it offers nothing, and who hears
# it claims after a back-off.
nodes flood-max leader=C
A 1
B 2
C 3
line
----
        0s  A follows C
        0s  B follows C
        0s  C follows C

settle 1s
----

resign C
----
        1s  C resigns
        1s  C ⇒  beacon (C,0) stamp 1s
        1s  C enters an election ⟨1,C⟩

settle
----
        1s  B ← C  beacon (C,0) stamp 1s
        1s  B ⇒  beacon (C,0) stamp 1s
        1s  A ← B  beacon (C,0) stamp 1s
        1s  A ⇒  beacon (C,0) stamp 1s
        1s  C ← B  beacon (C,0) stamp 1s
        1s  B ← A  beacon (C,0) stamp 1s
 1.051248s  A: timer 1
 1.051248s  A follows A
 1.051248s  A ⇒  claim (A,1) stamp 1.051247548s
 1.051248s  B ← A  claim (A,1) stamp 1.051247548s
 1.051248s  B follows A
 1.051248s  B ⇒  claim (A,1) stamp 1.051247548s
 1.051248s  A ← B  claim (A,1) stamp 1.051247548s
 1.051248s  C ← B  claim (A,1) stamp 1.051247548s
 1.051248s  C follows A ⟨1,C⟩
 1.051248s  C ⇒  claim (A,1) stamp 1.051247548s
 1.051248s  B ← C  claim (A,1) stamp 1.051247548s

check B
----
{A B C}: FAILED: A leads, not B
