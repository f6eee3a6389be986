# C, of the two central ones of a line the greater, crashes. B alone notices, and its
# edit tells A: of two equally central nodes the greater leads. D is alone.
nodes topology-aware hold=0s
A 1
B 2
C 3
D 4
line
----
        0s  A: timer 0
        0s  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]
        0s  B: timer 0
        0s  B ⇒  knowledge members [id B boot 1 value 1] neighbours [A C -]
        0s  C: timer 0
        0s  C ⇒  knowledge members [id C boot 1 value 1] neighbours [B D -]
        0s  D: timer 0
        0s  D ⇒  knowledge members [id D boot 1 value 1] neighbours [C -]

settle quiet
----
        0s  C follows C
        0s  B follows C
        0s  D follows C
        0s  A follows C

check C
----
{A B C D}: C leads

crash C
----
        0s  C crashes
        0s  B follows B
        0s  B: timer 0
        0s  B ⇒  edit members [id B boot 1 changes 1 value 1] neighbours [A -]
        0s  D follows D
        0s  D: timer 0
        0s  D ⇒  edit members [id D boot 1 changes 1 value 1] neighbours [-]

settle 1s
----
        0s  A ← B  edit members [id B boot 1 changes 1 value 1] neighbours [A -]
        0s  A follows B
        0s  A: timer 0
        0s  A ⇒  edit members [id B boot 1 changes 1 value 1] neighbours [A -]
        0s  B ← A  edit members [id B boot 1 changes 1 value 1] neighbours [A -]
  204.99ms  A: timer 1
  204.99ms  A ⇒  digest sum 5003299060648822671
  204.99ms  B ← A  digest sum 5003299060648822671
 460.357ms  D: timer 1

check
----
{A B}: B leads
{D}: D leads
