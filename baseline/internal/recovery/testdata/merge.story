# Two islands never hear of each other: each names the smallest ID of those that it
# hears. Then they get a link: with the next heartbeats of A, C is deposed.
nodes omega-crash-recovery
A 1
B 2
C 3
D 4
A-B C-D
----
        0s  A → B  heartbeat incarnation 1
        0s  A → C  heartbeat incarnation 1
        0s  A ✗ C  heartbeat incarnation 1: no route
        0s  A → D  heartbeat incarnation 1
        0s  A ✗ D  heartbeat incarnation 1: no route
        0s  B → A  heartbeat incarnation 1
        0s  B → C  heartbeat incarnation 1
        0s  B ✗ C  heartbeat incarnation 1: no route
        0s  B → D  heartbeat incarnation 1
        0s  B ✗ D  heartbeat incarnation 1: no route
        0s  C → A  heartbeat incarnation 1
        0s  C ✗ A  heartbeat incarnation 1: no route
        0s  C → B  heartbeat incarnation 1
        0s  C ✗ B  heartbeat incarnation 1: no route
        0s  C → D  heartbeat incarnation 1
        0s  D → A  heartbeat incarnation 1
        0s  D ✗ A  heartbeat incarnation 1: no route
        0s  D → B  heartbeat incarnation 1
        0s  D ✗ B  heartbeat incarnation 1: no route
        0s  D → C  heartbeat incarnation 1

settle quiet
----
 2.245029s  D follows C
 3.135291s  C follows C
 3.538747s  B follows A
 3.994473s  A follows A

check
----
{A B}: A leads
{C D}: C leads

link B-C
----

settle quiet
----
 6.245029s  D follows A
 7.135291s  C follows A

check A
----
{A B C D}: A leads
