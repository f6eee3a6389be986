# omega, complete of 3, timers any, one leader always: convicted after 4 steps.
# Why: a Pong that comes after the time-out: the suspect is alive.
# A and C both believe that they lead
nodes omega draws=steady
A 1
B 2
C 3
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

fire C 0
----
 2.113095s  C: timer 0
 2.113095s  C → A  ping seq 1322025264 (C,3)
 2.113095s  C → B  ping seq 1322025264 (C,3)

fire C 0
----
 4.113095s  C: timer 0
 4.113095s  C → A  ping seq 1322025265 (C,3)
 4.113095s  C → B  ping seq 1322025265 (C,3)

fire C 0
----
 6.113095s  C: timer 0
 6.113095s  C → A  ping seq 1322025266 (C,3)
 6.113095s  C → B  ping seq 1322025266 (C,3)

fire C 0
----
 8.113095s  C: timer 0
 8.113095s  C suspects A
 8.113095s  C suspects B
 8.113095s  C → A  ping seq 1322025267 (C,3)
 8.113095s  C → B  ping seq 1322025267 (C,3)
 8.113095s  C follows C

check A
----
{A B C}: FAILED: A follows A, B follows A, C follows C
