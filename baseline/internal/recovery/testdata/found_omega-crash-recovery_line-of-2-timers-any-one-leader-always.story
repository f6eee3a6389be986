# omega-crash-recovery, line of 2, timers any, one leader always: convicted after 3 steps.
# Why: who has heard of nobody in its first period names itself.
# A and B both believe that they lead
nodes omega-crash-recovery draws=steady
A 1
B 2
line
----
        0s  A → B  heartbeat incarnation 1
        0s  B → A  heartbeat incarnation 1

fire B 0
----
 418.311ms  B: timer 0
 418.311ms  B → A  heartbeat incarnation 1

fire B 0
----
 2.418311s  B: timer 0
 2.418311s  B follows B
 2.418311s  B → A  heartbeat incarnation 1

fire A 0
----
 2.418311s  A: timer 0
 2.418311s  A follows A
 2.418311s  A → B  heartbeat incarnation 1

check A
----
{A B}: FAILED: A follows A, B follows B
