# omega-crash-recovery, line of 2, losses 2, one leader always: convicted after 9 steps.
# Why: who has heard of nobody in its first period names itself.
# A and B both believe that they lead
nodes omega-crash-recovery draws=steady
A 1
B 2
line
----
        0s  A → B  heartbeat incarnation 1
        0s  B → A  heartbeat incarnation 1

deliver B-A
----
        0s  A ← B  heartbeat incarnation 1

lose A-B
----
        0s  A ✗ B  heartbeat incarnation 1: lost

fire B 0
----
 418.311ms  B: timer 0
 418.311ms  B → A  heartbeat incarnation 1

deliver B-A
----
 418.311ms  A ← B  heartbeat incarnation 1

fire A 0
----
 454.633ms  A: timer 0
 454.633ms  A → B  heartbeat incarnation 1

lose A-B
----
 454.633ms  A ✗ B  heartbeat incarnation 1: lost

fire B 0
----
 2.418311s  B: timer 0
 2.418311s  B follows B
 2.418311s  B → A  heartbeat incarnation 1

deliver B-A
----
 2.418311s  A ← B  heartbeat incarnation 1

fire A 0
----
 2.454633s  A: timer 0
 2.454633s  A follows A
 2.454633s  A → B  heartbeat incarnation 1

check A
----
{A B}: FAILED: A follows A, B follows B
