# C leads and crashes. B alone notices, and its one edit tells A: without C in the
# list of B nobody reaches C, and both name B at once.
nodes global-view hold=0s
A 1
B 2
C 3
line
----
        0s  A: timer 0
        0s  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]
        0s  B: timer 0
        0s  B ⇒  knowledge members [id B boot 1 value 2] neighbours [A C -]
        0s  C: timer 0
        0s  C ⇒  knowledge members [id C boot 1 value 3] neighbours [B -]

settle quiet
----
        0s  B follows C
        0s  C follows C
        0s  A follows C

crash C
----
        0s  C crashes
        0s  B follows B
        0s  B: timer 0
        0s  B ⇒  edit members [id B boot 1 changes 1 value 2] neighbours [A -]

settle 1s
----
        0s  A ← B  edit members [id B boot 1 changes 1 value 2] neighbours [A -]
        0s  A follows B
        0s  A: timer 0
        0s  A ⇒  edit members [id B boot 1 changes 1 value 2] neighbours [A -]
        0s  B ← A  edit members [id B boot 1 changes 1 value 2] neighbours [A -]
  204.99ms  A: timer 1
  204.99ms  A ⇒  digest sum 17020100430927295488
  204.99ms  B ← A  digest sum 17020100430927295488

check B
----
{A B}: B leads
