# topology-aware, line of 2, losses 2, one leader always: convicted after 17 steps.
# Why: knowledge is lost, and so is the checksum that shows it: patience ends.
# A and B both believe that they lead
nodes topology-aware draws=steady
A 1
B 2
line
----

fire B 0
----
   4.183ms  B: timer 0
   4.183ms  B ⇒  knowledge members [id B boot 1 value 1] neighbours [A -]

lose B-A
----
   4.183ms  B ✗ A  knowledge members [id B boot 1 value 1] neighbours [A -]: lost

fire A 0
----
   4.546ms  A: timer 0
   4.546ms  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]

deliver A-B
----
   4.546ms  B ← A  knowledge members [id A boot 1 value 1] neighbours [B -]
   4.546ms  B follows B

fire B 0
----
   8.729ms  B: timer 0
   8.729ms  B ⇒  edit members [id A boot 1 value 1] neighbours [B -]

deliver B-A
----
   8.729ms  A ← B  edit members [id A boot 1 value 1] neighbours [B -]

fire B 1
----
 449.034ms  B: timer 1
 449.034ms  B ⇒  digest sum 6662555141979867654

deliver B-A
----
 449.034ms  A ← B  digest sum 6662555141979867654

fire A 0
----
 453.581ms  A: timer 0
 453.581ms  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]

deliver A-B
----
 453.581ms  B ← A  knowledge members [id A boot 1 value 1] neighbours [B -]

fire A 1
----
 1.360108s  A: timer 1
 1.360108s  A ⇒  digest sum 12504187489323101944

lose A-B
----
 1.360108s  A ✗ B  digest sum 12504187489323101944: lost

fire B 1
----
 2.449034s  B: timer 1
 2.449034s  B ⇒  digest sum 6662555141979867654

deliver B-A
----
 2.449034s  A ← B  digest sum 6662555141979867654

fire A 0
----
 2.453581s  A: timer 0
 2.453581s  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]

deliver A-B
----
 2.453581s  B ← A  knowledge members [id A boot 1 value 1] neighbours [B -]

fire A 1
----
 3.360108s  A: timer 1
 3.360108s  A ⇒  digest sum 12504187489323101944
 3.360108s  A follows A

check
----
{A B}: FAILED: A follows A, B follows B
