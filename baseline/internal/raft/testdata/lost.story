# The only vote is lost: 2 and 3 cannot know, and 2 asks again after a while.
nodes raft
1 1
2 2
3 3
1-2 2-3
----

crash 1
----
        0s  1 crashes

elect 2
----
        0s  2 → 1  prevote term 1
        0s  2 ✗ 1  prevote term 1: 1 is down
        0s  2 → 3  prevote term 1
        0s  2 enters an election ⟨1,2⟩

deliver 2-3
----
        0s  3 ← 2  prevote term 1
        0s  3 → 2  pregrant term 1

deliver 3-2
----
        0s  2 ← 3  pregrant term 1
        0s  2 → 1  vote term 1
        0s  2 ✗ 1  vote term 1: 1 is down
        0s  2 → 3  vote term 1

deliver 2-3
----
        0s  3 ← 2  vote term 1
        0s  3 → 2  grant term 1

lose 3-2 grant
----
        0s  3 ✗ 2  grant term 1: lost

settle 20s quiet
----
 1.616436s  2 follows 2 ⟨2,2⟩
 1.616436s  3 follows 2 ⟨2,2⟩

check
----
{2 3}: 2 leads
