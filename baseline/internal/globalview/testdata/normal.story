# A line of three boots. Nobody names anybody until its view is closed; each tells whom
# it neighbours, and passes on once what is news to it: nine entries in nine messages.
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

settle
----
        0s  B ← A  knowledge members [id A boot 1 value 1] neighbours [B -]
        0s  B: timer 0
        0s  B ⇒  edit members [id A boot 1 value 1] neighbours [B -]
        0s  A ← B  knowledge members [id B boot 1 value 2] neighbours [A C -]
        0s  A: timer 0
        0s  A ⇒  edit members [id B boot 1 value 2] neighbours [A C -]
        0s  C ← B  knowledge members [id B boot 1 value 2] neighbours [A C -]
        0s  C: timer 0
        0s  C ⇒  edit members [id B boot 1 value 2] neighbours [A C -]
        0s  B ← C  knowledge members [id C boot 1 value 3] neighbours [B -]
        0s  B follows C
        0s  B: timer 0
        0s  B ⇒  edit members [id C boot 1 value 3] neighbours [B -]
        0s  A ← B  edit members [id A boot 1 value 1] neighbours [B -]
        0s  C ← B  edit members [id A boot 1 value 1] neighbours [B -]
        0s  C follows C
        0s  C: timer 0
        0s  C ⇒  edit members [id A boot 1 value 1] neighbours [B -]
        0s  B ← A  edit members [id B boot 1 value 2] neighbours [A C -]
        0s  B ← C  edit members [id B boot 1 value 2] neighbours [A C -]
        0s  A ← B  edit members [id C boot 1 value 3] neighbours [B -]
        0s  A follows C
        0s  A: timer 0
        0s  A ⇒  edit members [id C boot 1 value 3] neighbours [B -]
        0s  C ← B  edit members [id C boot 1 value 3] neighbours [B -]
        0s  B ← C  edit members [id A boot 1 value 1] neighbours [B -]
        0s  B ← A  edit members [id C boot 1 value 3] neighbours [B -]

check C
----
{A B C}: C leads
