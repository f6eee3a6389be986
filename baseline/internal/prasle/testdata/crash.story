# The leader dies. After the detection time-out, six rounds in which nobody heard it, it is given
# up, and the others elect.
nodes prasle rounds=2 round=1s jitter=0s leader=3
1 1
2 2
3 3
complete
----
        0s  1 enters an election ⟨1,1⟩
        0s  1: timer 0
        0s  1 ⇒  pair (1,1)
        0s  2 enters an election ⟨1,2⟩
        0s  2: timer 0
        0s  2 ⇒  pair (2,2)
        0s  3 enters an election ⟨1,3⟩
        0s  3: timer 0
        0s  3 ⇒  pair (3,3)
        0s  1 follows 3 ⟨1,1⟩
        0s  2 follows 3 ⟨1,2⟩
        0s  3 follows 3 ⟨1,3⟩

crash 3
----
        0s  3 crashes
        0s  1 ✗ 3  pair (1,1): 3 is down
        0s  2 ✗ 3  pair (2,2): 3 is down

settle 7s quiet
----

state 1
----
1 (1): follows 3 leader=3 best=3 age=6 left=0 elections=1 timer 0 at 8s

settle 10s quiet
----
        8s  1 enters an election ⟨2,1⟩
        8s  2 enters an election ⟨2,2⟩
       11s  1 follows 2 ⟨2,1⟩
       11s  2 follows 2 ⟨2,2⟩

check 2
----
{1 2}: 2 leads
