# B is in the middle and steps down: it offers nothing, so the greater of the ends leads,
# though farther from the rest.
nodes topology-aware hold=0s
A 1
B 2
C 3
line
----
        0s  A: timer 0
        0s  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]
        0s  B: timer 0
        0s  B ⇒  knowledge members [id B boot 1 value 1] neighbours [A C -]
        0s  C: timer 0
        0s  C ⇒  knowledge members [id C boot 1 value 1] neighbours [B -]

settle quiet
----
        0s  B follows B
        0s  C follows B
        0s  A follows B

resign B
----
        0s  B resigns
        0s  B follows C
        0s  B: timer 0
        0s  B ⇒  edit members [id B boot 1 changes 1] neighbours [A C -]

settle 1s
----
        0s  A ← B  edit members [id B boot 1 changes 1] neighbours [A C -]
        0s  A follows C
        0s  A: timer 0
        0s  A ⇒  edit members [id B boot 1 changes 1] neighbours [A C -]
        0s  C ← B  edit members [id B boot 1 changes 1] neighbours [A C -]
        0s  C follows C
        0s  C: timer 0
        0s  C ⇒  edit members [id B boot 1 changes 1] neighbours [A C -]
        0s  B ← A  edit members [id B boot 1 changes 1] neighbours [A C -]
        0s  B ← C  edit members [id B boot 1 changes 1] neighbours [A C -]
  204.99ms  A: timer 1
  204.99ms  A ⇒  digest sum 78886235733011171
  204.99ms  B ← A  digest sum 78886235733011171

check C
----
{A B C}: C leads
