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

# A's back-off is the shorter one: it leads until B's ends.
settle 1s quiet
----
 1.051248s  A follows A
 1.051248s  B follows A
 1.051248s  C follows A ⟨1,C⟩
 1.308218s  B follows B
 1.308218s  A follows B
 1.308218s  C follows B ⟨1,C⟩

check B
----
{A B C}: B leads
