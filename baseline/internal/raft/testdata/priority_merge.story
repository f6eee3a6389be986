# Five in two islands, the best with the smaller one: the three elect their best but one,
# with its vote and that of the worst. Joined, the best follows: a leader that lives is not
# replaced.
nodes raft-priority
1 1
2 2
3 3
4 4
5 5
1-2 2-3 4-5
----

elect 2 5 quiet
----
        0s  2 enters an election ⟨2,2⟩
        0s  5 enters an election ⟨2,5⟩

settle 30s quiet
----
 6.122514s  4 enters an election ⟨2,4⟩
 6.567645s  3 enters an election ⟨2,3⟩
 6.567645s  3 follows 3 ⟨2,3⟩
 6.567645s  1 follows 3 ⟨2,3⟩
 6.567645s  2 follows 3 ⟨2,3⟩

check
----
{1 2 3}: 3 leads
{4 5}: FAILED: 4 is electing, 5 is electing

link 3-4
----

settle 5s quiet
----
30.567645s  4 follows 3
30.567645s  5 follows 3

check
----
{1 2 3 4 5}: 3 leads
