# A, which leads, crashes. Its heartbeats stay away: when the newest is older than
# the window, B and C drop A from the candidates, each for itself.
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

settle
----
 5.135291s  C: timer 0
 5.135291s  C → A  heartbeat incarnation 1
 5.135291s  C ✗ A  heartbeat incarnation 1: A is down
 5.135291s  C → B  heartbeat incarnation 1
 5.135291s  B ← C  heartbeat incarnation 1
 5.538747s  B: timer 0
 5.538747s  B → A  heartbeat incarnation 1
 5.538747s  B ✗ A  heartbeat incarnation 1: A is down
 5.538747s  B → C  heartbeat incarnation 1
 5.538747s  C ← B  heartbeat incarnation 1
 7.135291s  C: timer 0
 7.135291s  C → A  heartbeat incarnation 1
 7.135291s  C ✗ A  heartbeat incarnation 1: A is down
 7.135291s  C → B  heartbeat incarnation 1
 7.135291s  B ← C  heartbeat incarnation 1
 7.538747s  B: timer 0
 7.538747s  B → A  heartbeat incarnation 1
 7.538747s  B ✗ A  heartbeat incarnation 1: A is down
 7.538747s  B → C  heartbeat incarnation 1
 7.538747s  C ← B  heartbeat incarnation 1
 9.135291s  C: timer 0
 9.135291s  C → A  heartbeat incarnation 1
 9.135291s  C ✗ A  heartbeat incarnation 1: A is down
 9.135291s  C → B  heartbeat incarnation 1
 9.135291s  B ← C  heartbeat incarnation 1
 9.538747s  B: timer 0
 9.538747s  B → A  heartbeat incarnation 1
 9.538747s  B ✗ A  heartbeat incarnation 1: A is down
 9.538747s  B → C  heartbeat incarnation 1
 9.538747s  C ← B  heartbeat incarnation 1
11.135291s  C: timer 0
11.135291s  C suspects A
11.135291s  C follows B
11.135291s  C → A  heartbeat incarnation 1
11.135291s  C ✗ A  heartbeat incarnation 1: A is down
11.135291s  C → B  heartbeat incarnation 1
11.135291s  B ← C  heartbeat incarnation 1
11.538747s  B: timer 0
11.538747s  B suspects A
11.538747s  B follows B
11.538747s  B → A  heartbeat incarnation 1
11.538747s  B ✗ A  heartbeat incarnation 1: A is down
11.538747s  B → C  heartbeat incarnation 1
11.538747s  C ← B  heartbeat incarnation 1

check B
----
{B C}: B leads
