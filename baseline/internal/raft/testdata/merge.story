# Five in two islands. The three have a majority, and a leader; the two ask in vain
# (nobody leads there, by design). Joined, all follow the leader, in its term: that of
# the two has not grown, for a pre-vote begins none.
nodes raft
1 1
2 2
3 3
4 4
5 5
1-2 2-3 4-5
----

elect 2 5 quiet
----
        0s  2 enters an election ⟨1,2⟩
        0s  5 enters an election ⟨1,5⟩

settle 20s quiet
----
        0s  2 follows 2 ⟨1,2⟩
        0s  1 follows 2 ⟨1,2⟩
        0s  3 follows 2 ⟨1,2⟩
 6.122514s  4 enters an election ⟨1,4⟩

check
----
{1 2 3}: 2 leads
{4 5}: FAILED: 4 is electing, 5 is electing

state 5
----
5 (5): is electing state=3 leader=0 term=0 vote=0 timer 0 at 21.110145s

link 3-4
----

settle 5s quiet
----
       22s  4 follows 2
       22s  5 follows 2

check
----
{1 2 3 4 5}: 2 leads
