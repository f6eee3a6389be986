# omega, line of 2, timers any, one leader always: convicted after 4 steps.
# Why: a Pong that comes after the time-out: the suspect is alive.
# A and B both believe that they lead
nodes omega draws=steady
A 1
B 2
line
----
        0s  A follows A
        0s  B follows A

fire B 0
----
 2.449034s  B: timer 0
 2.449034s  B → A  ping seq 898315932 (B,2)

fire B 0
----
 4.449034s  B: timer 0
 4.449034s  B → A  ping seq 898315933 (B,2)

fire B 0
----
 6.449034s  B: timer 0
 6.449034s  B → A  ping seq 898315934 (B,2)

fire B 0
----
 8.449034s  B: timer 0
 8.449034s  B suspects A
 8.449034s  B → A  ping seq 898315935 (B,2)
 8.449034s  B follows B

check A
----
{A B}: FAILED: A follows A, B follows B
