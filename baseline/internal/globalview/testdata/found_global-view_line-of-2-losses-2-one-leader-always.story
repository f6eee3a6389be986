# global-view, line of 2, losses 2, one leader always: convicted after 11 steps.
# Why: knowledge is lost, and so is the checksum that shows it: patience ends.
# A and B both believe that they lead
nodes global-view draws=steady
A 2
B 1
line
----

fire B 0
----
   4.183ms  B: timer 0
   4.183ms  B ⇒  knowledge members [id B boot 1 value 1] neighbours [A -]

deliver B-A
----
   4.183ms  A ← B  knowledge members [id B boot 1 value 1] neighbours [A -]
   4.183ms  A follows A

fire A 0
----
   4.546ms  A: timer 0
   4.546ms  A ⇒  knowledge members [id A boot 1 value 2, id B boot 1 value 1] neighbours [B - A -]

lose A-B
----
   4.546ms  A ✗ B  knowledge members [id A boot 1 value 2, id B boot 1 value 1] neighbours [B - A -]: lost

fire B 1
----
 449.034ms  B: timer 1
 449.034ms  B ⇒  digest sum 17433973878573835518

lose B-A
----
 449.034ms  B ✗ A  digest sum 17433973878573835518: lost

fire A 1
----
 1.360108s  A: timer 1
 1.360108s  A ⇒  digest sum 3135974829576002501

deliver A-B
----
 1.360108s  B ← A  digest sum 3135974829576002501

fire B 0
----
 1.364291s  B: timer 0
 1.364291s  B ⇒  knowledge members [id B boot 1 value 1] neighbours [A -]

deliver B-A
----
 1.364291s  A ← B  knowledge members [id B boot 1 value 1] neighbours [A -]

fire B 1
----
 2.449034s  B: timer 1
 2.449034s  B ⇒  digest sum 17433973878573835518
 2.449034s  B follows B

check A
----
{A B}: FAILED: A follows A, B follows B
