# C crashes, loses what it saved, and comes back as young as at its first boot. B and A
# know a newer C than it is, and B tells it; C goes beyond its former self.
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

offer C 5
----
        0s  C: timer 0
        0s  C ⇒  edit members [id C boot 1 changes 1 value 5] neighbours [B -]

settle 100ms quiet
----

crash C
----
     100ms  C crashes
     100ms  B follows B
     100ms  B: timer 0
     100ms  B ⇒  edit members [id B boot 1 changes 1 value 2] neighbours [A -]

settle 100ms quiet
----
     100ms  A follows B

restart C forget
----
     200ms  C restarts
     200ms  C: timer 0
     200ms  C ⇒  knowledge members [id C boot 1 value 5] neighbours [B -]
     200ms  C: timer 0
     200ms  C ⇒  knowledge members [id C boot 1 value 5] neighbours [B -]
     200ms  B follows C
     200ms  B: timer 0
     200ms  B ⇒  knowledge members [id A boot 1 value 1, id B boot 1 changes 2 value 2, id C boot 1 changes 1 value 5] neighbours [B - A C - B -]

settle 100ms
----
     200ms  B ← C  knowledge members [id C boot 1 value 5] neighbours [B -]
     200ms  B ← C  knowledge members [id C boot 1 value 5] neighbours [B -]
     200ms  A ← B  knowledge members [id A boot 1 value 1, id B boot 1 changes 2 value 2, id C boot 1 changes 1 value 5] neighbours [B - A C - B -]
     200ms  A follows C
     200ms  A: timer 0
     200ms  A ⇒  edit members [id B boot 1 changes 2 value 2] neighbours [A C -]
     200ms  C ← B  knowledge members [id A boot 1 value 1, id B boot 1 changes 2 value 2, id C boot 1 changes 1 value 5] neighbours [B - A C - B -]
     200ms  C follows C
     200ms  C: timer 0
     200ms  C ⇒  edit members [id A boot 1 value 1, id B boot 1 changes 2 value 2, id C boot 1 changes 2 value 5] neighbours [B - A C - B -]
     200ms  B ← A  edit members [id B boot 1 changes 2 value 2] neighbours [A C -]
     200ms  B ← C  edit members [id A boot 1 value 1, id B boot 1 changes 2 value 2, id C boot 1 changes 2 value 5] neighbours [B - A C - B -]
     200ms  B: timer 0
     200ms  B ⇒  edit members [id C boot 1 changes 2 value 5] neighbours [B -]
     200ms  A ← B  edit members [id C boot 1 changes 2 value 5] neighbours [B -]
     200ms  A: timer 0
     200ms  A ⇒  edit members [id C boot 1 changes 2 value 5] neighbours [B -]
     200ms  C ← B  edit members [id C boot 1 changes 2 value 5] neighbours [B -]
     200ms  B ← A  edit members [id C boot 1 changes 2 value 5] neighbours [B -]
  204.99ms  A: timer 1
  204.99ms  A ⇒  digest sum 10660327724801703428
  204.99ms  B ← A  digest sum 10660327724801703428

check C
----
{A B C}: C leads
