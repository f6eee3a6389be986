# A comes back without its storage: it begins at incarnation 1 again, as if new, and
# no other node can tell. So it leads. Without stable storage this is omega.
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

crash A
----
 3.994473s  A crashes

settle quiet
----
11.135291s  C suspects A
11.135291s  C follows B
11.538747s  B suspects A
11.538747s  B follows B

restart A forget
----
11.538747s  A restarts
11.538747s  A → B  heartbeat incarnation 1
11.538747s  A → C  heartbeat incarnation 1

settle 6s quiet
----
11.538747s  B trusts A again
11.538747s  C trusts A again
13.135291s  C follows A
13.538747s  B follows A
13.743737s  A follows A

check A
----
{A B C}: A leads
