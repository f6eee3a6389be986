# Two islands, each with a leader, get a link. The paper's members cannot be
# separated; here a leader shows itself (leader-announcement) to the members that do not ask for
# it, and each follows the better.
nodes bully
1 1
2 2
3 3
4 4
1-2 3-4
----

elect 1 3
----
        0s  1 enters an election ⟨1,1⟩
        0s  1 → 2  election (1,1)
        0s  1 → 3  election (1,1)
        0s  1 ✗ 3  election (1,1): no route
        0s  1 → 4  election (1,1)
        0s  1 ✗ 4  election (1,1): no route
        0s  3 enters an election ⟨1,3⟩
        0s  3 → 1  election (3,3)
        0s  3 ✗ 1  election (3,3): no route
        0s  3 → 2  election (3,3)
        0s  3 ✗ 2  election (3,3): no route
        0s  3 → 4  election (3,3)

settle quiet
----
        0s  2 enters an election ⟨1,2⟩
        0s  4 enters an election ⟨1,4⟩
     510ms  2 follows 2 ⟨1,2⟩
     510ms  1 follows 2 ⟨1,1⟩
     510ms  4 follows 4 ⟨1,4⟩
     510ms  3 follows 4 ⟨1,3⟩

check
----
{1 2}: 2 leads
{3 4}: 4 leads

link 2-3
----

settle 12s quiet
----
 6.460357s  1 follows 4
 6.460357s  2 follows 4

check 4
----
{1 2 3 4}: 4 leads
