# Three heartbeats of A to B are lost in a row: A falls out of B's window, and B
# names itself. Two lead. The next heartbeat is of the same incarnation, so A was up
# all the while: B's window for A grows by a period.
nodes omega-crash-recovery
A 1
B 2
A-B
----
        0s  A → B  heartbeat incarnation 1
        0s  B → A  heartbeat incarnation 1

settle quiet
----
 3.538747s  B follows A
 3.994473s  A follows A

fire B
----
 5.538747s  B: timer 0
 5.538747s  B → A  heartbeat incarnation 1

fire A
----
 5.994473s  A: timer 0
 5.994473s  A → B  heartbeat incarnation 1

lose A-B heartbeat
----
 5.994473s  A ✗ B  heartbeat incarnation 1: lost

deliver B-A
----
 5.994473s  A ← B  heartbeat incarnation 1

fire B
----
 7.538747s  B: timer 0
 7.538747s  B → A  heartbeat incarnation 1

fire A
----
 7.994473s  A: timer 0
 7.994473s  A → B  heartbeat incarnation 1

lose A-B heartbeat
----
 7.994473s  A ✗ B  heartbeat incarnation 1: lost

deliver B-A
----
 7.994473s  A ← B  heartbeat incarnation 1

fire B
----
 9.538747s  B: timer 0
 9.538747s  B → A  heartbeat incarnation 1

fire A
----
 9.994473s  A: timer 0
 9.994473s  A → B  heartbeat incarnation 1

lose A-B heartbeat
----
 9.994473s  A ✗ B  heartbeat incarnation 1: lost

deliver B-A
----
 9.994473s  A ← B  heartbeat incarnation 1

fire B
----
11.538747s  B: timer 0
11.538747s  B suspects A
11.538747s  B follows B
11.538747s  B → A  heartbeat incarnation 1

deliver B-A
----
11.538747s  A ← B  heartbeat incarnation 1

fire A
----
11.994473s  A: timer 0
11.994473s  A → B  heartbeat incarnation 1

check
----
{A B}: FAILED: A follows A, B follows B

# This one arrives, and counts when B looks next.
deliver all
----
11.994473s  B ← A  heartbeat incarnation 1
11.994473s  B trusts A again

fire B
----
13.538747s  B: timer 0
13.538747s  B follows A
13.538747s  B → A  heartbeat incarnation 1

check A
----
{A B}: A leads
