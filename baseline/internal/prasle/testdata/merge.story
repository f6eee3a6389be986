# Two islands with a leader each. Joined, the better leader's pair goes a hop in each round, and
# those who hear it follow it; nobody elects.
nodes prasle rounds=2 round=1s jitter=0s
1 1
2 2
3 3
4 4
1-2 3-4
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
        0s  4 enters an election ⟨1,4⟩
        0s  4: timer 0
        0s  4 ⇒  pair (4,4)

settle 5s quiet
----
        2s  1 follows 2 ⟨1,1⟩
        2s  2 follows 2 ⟨1,2⟩
        2s  3 follows 4 ⟨1,3⟩
        2s  4 follows 4 ⟨1,4⟩

check
----
{1 2}: 2 leads
{3 4}: 4 leads

link 2-3
----

settle 4s quiet
----
        7s  2 follows 4
        8s  1 follows 4

check 4
----
{1 2 3 4}: 4 leads
