# A comes back, and counts: its second incarnation. It is trusted again, but B and C
# have restarted less: B goes on leading, whoever comes and goes. That is what the
# count is for (compare omega's restart.story).
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

# A knows no leader until its first period is over.
restart A
----
11.538747s  A restarts
11.538747s  A → B  heartbeat incarnation 2
11.538747s  A → C  heartbeat incarnation 2

settle 6s quiet
----
11.538747s  B trusts A again
11.538747s  C trusts A again
13.743737s  A follows B

state
----
A (1): follows B leader=2 incarnation=2 timer 0 at 17.743737s
B (2): follows B leader=2 incarnation=1 timer 0 at 19.538747s
C (3): follows B leader=2 incarnation=1 timer 0 at 19.135291s

check B
----
{A B C}: B leads
