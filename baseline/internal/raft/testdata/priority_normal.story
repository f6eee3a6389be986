# An election of three with priorities. 1 asks first, but both others offer more: no term
# begins. 2 gets 1's vote and its own, which are a majority; 3, which offers more, refuses,
# and follows all the same.
nodes raft-priority
1 1
2 2
3 3
complete
----

elect 1
----
        0s  1 → 2  prevote term 2 priority 1
        0s  1 → 3  prevote term 2 priority 1
        0s  1 enters an election ⟨2,1⟩

settle 500ms
----
        0s  2 ← 1  prevote term 2 priority 1
        0s  2 → 1  prerefuse term 1
        0s  3 ← 1  prevote term 2 priority 1
        0s  3 → 1  prerefuse term 1
        0s  1 ← 2  prerefuse term 1
        0s  1 ← 3  prerefuse term 1

elect 2
----
     500ms  2 → 1  prevote term 2 priority 2
     500ms  2 → 3  prevote term 2 priority 2
     500ms  2 enters an election ⟨2,2⟩

settle 500ms
----
     500ms  1 ← 2  prevote term 2 priority 2
     500ms  1 → 2  pregrant term 2
     500ms  3 ← 2  prevote term 2 priority 2
     500ms  3 → 2  prerefuse term 1
     500ms  2 ← 1  pregrant term 2
     500ms  2 → 1  vote term 2 priority 2
     500ms  2 → 3  vote term 2 priority 2
     500ms  2 ← 3  prerefuse term 1
     500ms  1 ← 2  vote term 2 priority 2
     500ms  1 → 2  grant term 2
     500ms  3 ← 2  vote term 2 priority 2
     500ms  3 → 2  refuse term 2
     500ms  2 ← 1  grant term 2
     500ms  2 → 1  announce term 2
     500ms  2 → 3  announce term 2
     500ms  2 follows 2 ⟨2,2⟩
     500ms  2 ← 3  refuse term 2
     500ms  1 ← 2  announce term 2
     500ms  1 → 2  heard term 2
     500ms  1 follows 2 ⟨2,2⟩
     500ms  3 ← 2  announce term 2
     500ms  3 → 2  heard term 2
     500ms  3 follows 2 ⟨2,2⟩
     500ms  2 ← 1  heard term 2
     500ms  2 ← 3  heard term 2

check 2
----
{1 2 3}: 2 leads
