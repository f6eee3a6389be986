# C's offer falls to nothing, and the edit that says so is lost on its way from B to A:
# A still names C, until B hears from its checksum that A knows something else.
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

offer C 0
----
        0s  C follows B
        0s  C: timer 0
        0s  C ⇒  edit members [id C boot 1 changes 1] neighbours [B -]

deliver C-B
----
        0s  B ← C  edit members [id C boot 1 changes 1] neighbours [B -]
        0s  B follows B
        0s  B: timer 0
        0s  B ⇒  edit members [id C boot 1 changes 1] neighbours [B -]

lose B-A edit
----
        0s  B ✗ A  edit members [id C boot 1 changes 1] neighbours [B -]: lost

settle 100ms
----
        0s  C ← B  edit members [id C boot 1 changes 1] neighbours [B -]

check
----
{A B C}: FAILED: A follows C, B follows B, C follows B

settle 1s
----
  204.99ms  A: timer 1
  204.99ms  A ⇒  digest sum 1915792204393544514
  204.99ms  B ← A  digest sum 1915792204393544514
  204.99ms  B: timer 0
  204.99ms  B ⇒  knowledge members [id A boot 1 value 1, id B boot 1 value 2, id C boot 1 changes 1] neighbours [B - A C - B -]
  204.99ms  A ← B  knowledge members [id A boot 1 value 1, id B boot 1 value 2, id C boot 1 changes 1] neighbours [B - A C - B -]
  204.99ms  A follows B
  204.99ms  A: timer 0
  204.99ms  A ⇒  edit members [id C boot 1 changes 1] neighbours [B -]
  204.99ms  C ← B  knowledge members [id A boot 1 value 1, id B boot 1 value 2, id C boot 1 changes 1] neighbours [B - A C - B -]
  204.99ms  B ← A  edit members [id C boot 1 changes 1] neighbours [B -]

check B
----
{A B C}: B leads
