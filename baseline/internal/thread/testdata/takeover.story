# B has got external power, and more weight than its leader. Nothing changes until it is told to
# elect: then it founds a partition, and the others go over. C has no more weight, and does nothing.
nodes thread timeout=120s leader=A
A 100
B 100
C 100
complete
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩
        0s  C enters an election ⟨1,C⟩
        0s  A follows A
        0s  B follows A
        0s  C follows A

offer B 900
----

settle 100s quiet
----

check A
----
{A B C}: A leads

elect C
----

elect B
----
     1m40s  B follows B

settle 10s quiet
----
1m42.095788s  A follows B
1m42.126602s  C follows B

check B
----
{A B C}: B leads
