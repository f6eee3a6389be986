# Two pairs get a link. Each had its greater node for a leader, as all four were equally
# central; now B and C are in the middle, and C is the greater.
nodes topology-aware hold=0s
A 1
B 2
C 3
D 4
A-B C-D
----
        0s  A: timer 0
        0s  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]
        0s  B: timer 0
        0s  B ⇒  knowledge members [id B boot 1 value 1] neighbours [A -]
        0s  C: timer 0
        0s  C ⇒  knowledge members [id C boot 1 value 1] neighbours [D -]
        0s  D: timer 0
        0s  D ⇒  knowledge members [id D boot 1 value 1] neighbours [C -]

settle quiet
----
        0s  B follows B
        0s  A follows B
        0s  D follows D
        0s  C follows D

check
----
{A B}: B leads
{C D}: D leads

link B-C
----
        0s  B: timer 0
        0s  B ⇒  knowledge members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  C: timer 0
        0s  C ⇒  knowledge members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]

settle 1s
----
        0s  A ← B  knowledge members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  A: timer 0
        0s  A ⇒  edit members [id B boot 1 changes 1 value 1] neighbours [A C -]
        0s  C ← B  knowledge members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  C follows C
        0s  C: timer 0
        0s  C ⇒  edit members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  B ← C  knowledge members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]
        0s  B follows C
        0s  B: timer 0
        0s  B ⇒  edit members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]
        0s  D ← C  knowledge members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]
        0s  D: timer 0
        0s  D ⇒  edit members [id C boot 1 changes 1 value 1] neighbours [B D -]
        0s  B ← A  edit members [id B boot 1 changes 1 value 1] neighbours [A C -]
        0s  B ← C  edit members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  D ← C  edit members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  D follows C
        0s  D: timer 0
        0s  D ⇒  edit members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  A ← B  edit members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]
        0s  A follows C
        0s  A: timer 0
        0s  A ⇒  edit members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]
        0s  C ← B  edit members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]
        0s  C ← D  edit members [id C boot 1 changes 1 value 1] neighbours [B D -]
        0s  C ← D  edit members [id A boot 1 value 1, id B boot 1 changes 1 value 1] neighbours [B - A C -]
        0s  B ← A  edit members [id C boot 1 changes 1 value 1, id D boot 1 value 1] neighbours [B D - C -]
  204.99ms  A: timer 1
  204.99ms  A ⇒  digest sum 7705310552812145645
  204.99ms  B ← A  digest sum 7705310552812145645
 460.357ms  D: timer 1
 460.357ms  D ⇒  digest sum 7705310552812145645
 460.357ms  C ← D  digest sum 7705310552812145645

check C
----
{A B C D}: C leads
