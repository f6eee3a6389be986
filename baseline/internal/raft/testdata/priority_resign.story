# 3 leads, and is told to step down: nothing comes of it, as in raft. But its priority is
# gone: after its crash it votes for anybody.
nodes raft-priority leader=3
1 1
2 2
3 3
complete
----
        0s  1 follows 3 ⟨2,3⟩
        0s  2 follows 3 ⟨2,3⟩
        0s  3 follows 3 ⟨2,3⟩

resign 3
----
        0s  3 resigns

settle 5s quiet
----

check 3
----
{1 2 3}: 3 leads
