# The link of C to D goes, and B is in the middle of what is left; but C's edit that says
# so is lost on its way to B. A and B still name C, until B hears from its checksum that
# C knows something else.
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

cut C-D
----
        0s  C follows B
        0s  C: timer 0
        0s  C ⇒  edit members [id C boot 1 changes 1 value 1] neighbours [B -]
        0s  D follows D
        0s  D: timer 0
        0s  D ⇒  edit members [id D boot 1 changes 1 value 1] neighbours [-]

lose C-B edit
----
        0s  C ✗ B  edit members [id C boot 1 changes 1 value 1] neighbours [B -]: lost

settle 100ms
----

check
----
{A B C}: FAILED: A follows C, B follows C, C follows B
{D}: D leads

settle 3s
----
  204.99ms  A: timer 1
  204.99ms  A ⇒  digest sum 9719795060737289965
  204.99ms  B ← A  digest sum 9719795060737289965
 460.357ms  D: timer 1
 1.232872s  B: timer 1
 1.232872s  B ⇒  digest sum 9719795060737289965
 1.232872s  A ← B  digest sum 9719795060737289965
 1.232872s  C ← B  digest sum 9719795060737289965
 1.232872s  C: timer 0
 1.232872s  C ⇒  knowledge members [id A boot 1 value 1, id B boot 1 value 1, id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B - A C - B - C -]
 1.232872s  B ← C  knowledge members [id A boot 1 value 1, id B boot 1 value 1, id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B - A C - B - C -]
 1.232872s  B follows B
 1.232872s  B: timer 0
 1.232872s  B ⇒  edit members [id C boot 1 changes 1 value 1] neighbours [B -]
 1.232872s  A ← B  edit members [id C boot 1 changes 1 value 1] neighbours [B -]
 1.232872s  A follows B
 1.232872s  A: timer 0
 1.232872s  A ⇒  edit members [id C boot 1 changes 1 value 1] neighbours [B -]
 1.232872s  C ← B  edit members [id C boot 1 changes 1 value 1] neighbours [B -]
 1.232872s  B ← A  edit members [id C boot 1 changes 1 value 1] neighbours [B -]
 1.386762s  C: timer 1
 1.386762s  C ⇒  digest sum 5134231980423250408
 1.386762s  B ← C  digest sum 5134231980423250408
  2.20499s  A: timer 1
  2.20499s  A ⇒  digest sum 5134231980423250408
  2.20499s  B ← A  digest sum 5134231980423250408
 2.460357s  D: timer 1

check B
----
{A B C}: B leads
