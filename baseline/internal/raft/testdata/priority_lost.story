# 3's refusal is lost: it changes nothing, as 1's vote is a majority with its own.
nodes raft-priority
1 1
2 2
3 3
1-2 2-3
----

elect 2
----
        0s  2 → 1  prevote term 2 priority 2
        0s  2 → 3  prevote term 2 priority 2
        0s  2 enters an election ⟨2,2⟩

deliver 2-3
----
        0s  3 ← 2  prevote term 2 priority 2
        0s  3 → 2  prerefuse term 1

lose 3-2 prerefuse
----
        0s  3 ✗ 2  prerefuse term 1: lost

settle 500ms
----
        0s  1 ← 2  prevote term 2 priority 2
        0s  1 → 2  pregrant term 2
        0s  2 ← 1  pregrant term 2
        0s  2 → 1  vote term 2 priority 2
        0s  2 → 3  vote term 2 priority 2
        0s  1 ← 2  vote term 2 priority 2
        0s  1 → 2  grant term 2
        0s  3 ← 2  vote term 2 priority 2
        0s  3 → 2  refuse term 2
        0s  2 ← 1  grant term 2
        0s  2 → 1  announce term 2
        0s  2 → 3  announce term 2
        0s  2 follows 2 ⟨2,2⟩
        0s  2 ← 3  refuse term 2
        0s  1 ← 2  announce term 2
        0s  1 → 2  heard term 2
        0s  1 follows 2 ⟨2,2⟩
        0s  3 ← 2  announce term 2
        0s  3 → 2  heard term 2
        0s  3 follows 2 ⟨2,2⟩
        0s  2 ← 1  heard term 2
        0s  2 ← 3  heard term 2

check 2
----
{1 2 3}: 2 leads
