# All boot for the first time: each has stored incarnation 1 before it says so.
# Nobody names a leader until a whole period has passed, in which it may hear of
# others; then each names the member of fewest incarnations, and of equals the
# smallest ID.
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

deliver all
----
        0s  B ← A  heartbeat incarnation 1
        0s  C ← A  heartbeat incarnation 1
        0s  A ← B  heartbeat incarnation 1
        0s  C ← B  heartbeat incarnation 1
        0s  A ← C  heartbeat incarnation 1
        0s  B ← C  heartbeat incarnation 1

# n(n − 1) = 6 heartbeats a period, for ever.
settle
----
 1.135291s  C: timer 0
 1.135291s  C → A  heartbeat incarnation 1
 1.135291s  C → B  heartbeat incarnation 1
 1.135291s  A ← C  heartbeat incarnation 1
 1.135291s  B ← C  heartbeat incarnation 1
 1.538747s  B: timer 0
 1.538747s  B → A  heartbeat incarnation 1
 1.538747s  B → C  heartbeat incarnation 1
 1.538747s  A ← B  heartbeat incarnation 1
 1.538747s  C ← B  heartbeat incarnation 1
 1.994473s  A: timer 0
 1.994473s  A → B  heartbeat incarnation 1
 1.994473s  A → C  heartbeat incarnation 1
 1.994473s  B ← A  heartbeat incarnation 1
 1.994473s  C ← A  heartbeat incarnation 1
 3.135291s  C: timer 0
 3.135291s  C follows A
 3.135291s  C → A  heartbeat incarnation 1
 3.135291s  C → B  heartbeat incarnation 1
 3.135291s  A ← C  heartbeat incarnation 1
 3.135291s  B ← C  heartbeat incarnation 1
 3.538747s  B: timer 0
 3.538747s  B follows A
 3.538747s  B → A  heartbeat incarnation 1
 3.538747s  B → C  heartbeat incarnation 1
 3.538747s  A ← B  heartbeat incarnation 1
 3.538747s  C ← B  heartbeat incarnation 1
 3.994473s  A: timer 0
 3.994473s  A follows A
 3.994473s  A → B  heartbeat incarnation 1
 3.994473s  A → C  heartbeat incarnation 1
 3.994473s  B ← A  heartbeat incarnation 1
 3.994473s  C ← A  heartbeat incarnation 1

check A
----
{A B C}: A leads
