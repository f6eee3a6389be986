# topology-aware, line of 2, timers any, one leader always: convicted after 4 steps.
# Why: patience ends before any message comes: each knows nobody but itself.
# A and B both believe that they lead
nodes topology-aware draws=steady
A 1
B 2
line
----

fire A 0
----
   4.546ms  A: timer 0
   4.546ms  A ⇒  knowledge members [id A boot 1 value 1] neighbours [B -]

deliver A-B
----
   4.546ms  B ← A  knowledge members [id A boot 1 value 1] neighbours [B -]
   4.546ms  B follows B

fire A 1
----
 1.360108s  A: timer 1
 1.360108s  A ⇒  digest sum 12504187489323101944

fire A 1
----
 3.360108s  A: timer 1
 3.360108s  A ⇒  digest sum 12504187489323101944
 3.360108s  A follows A

check
----
{A B}: FAILED: A follows A, B follows B
