# topology-aware, line of 3, timers any, one leader always: convicted after 4 steps.
# Why: patience ends before any message comes: each knows nobody but itself.
# B and C both believe that they lead
nodes topology-aware draws=steady
A 1
B 2
C 3
line
----

fire C 1
----
 113.095ms  C: timer 1
 113.095ms  C ⇒  digest sum 13910546074463220102

fire B 1
----
 449.034ms  B: timer 1
 449.034ms  B ⇒  digest sum 17010645593914992285

fire C 1
----
 2.113095s  C: timer 1
 2.113095s  C ⇒  digest sum 13910546074463220102
 2.113095s  C follows C

fire B 1
----
 2.449034s  B: timer 1
 2.449034s  B ⇒  digest sum 17010645593914992285
 2.449034s  B follows B

check
----
{A B C}: FAILED: A knows no leader, B follows B, C follows C
