# A star: its centre A is one hop from everybody, the others two hops from each other.
# The centre leads, whatever anybody offers. Its links to C and D are cut: A and B are
# equally central, and the greater ID leads.
nodes topology-aware hold=0s
A 1
B 2
C 3
D 4
star
----
        0s  A: timer 0
        0s  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B C D -]
        0s  B: timer 0
        0s  B ⇒  knowledge members [id B boot 1 value 1] neighbours [A -]
        0s  C: timer 0
        0s  C ⇒  knowledge members [id C boot 1 value 1] neighbours [A -]
        0s  D: timer 0
        0s  D ⇒  knowledge members [id D boot 1 value 1] neighbours [A -]

settle quiet
----
        0s  A follows A
        0s  D follows A
        0s  B follows A
        0s  C follows A

check A
----
{A B C D}: A leads

cut A-C A-D
----
        0s  A: timer 0
        0s  A ⇒  edit members [id A boot 1 changes 1 value 1] neighbours [B D -]
        0s  C follows C
        0s  C: timer 0
        0s  C ⇒  edit members [id C boot 1 changes 1 value 1] neighbours [-]
        0s  A follows B
        0s  A: timer 0
        0s  A ⇒  edit members [id A boot 1 changes 2 value 1] neighbours [B -]
        0s  D follows D
        0s  D: timer 0
        0s  D ⇒  edit members [id D boot 1 changes 1 value 1] neighbours [-]

settle quiet
----
        0s  B follows B

check
----
{A B}: B leads
{C}: C leads
{D}: D leads
