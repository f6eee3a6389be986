# A leads, and steps down: nothing comes of it. Only restarts count, never what
# anybody offers.
nodes omega-crash-recovery
A 1
B 2
C 3
complete
----
        0s  A → B  heartbeat incarnation 1
        0s  A → C  heartbeat incarnation 1
        0s  B → A  heartbeat incarnation 1
        0s  B → C  heartbeat incarnation 1
        0s  C → A  heartbeat incarnation 1
        0s  C → B  heartbeat incarnation 1

settle quiet
----
 3.135291s  C follows A
 3.538747s  B follows A
 3.994473s  A follows A

resign A
----
 3.994473s  A resigns

settle 10s quiet
----

check A
----
{A B C}: A leads
