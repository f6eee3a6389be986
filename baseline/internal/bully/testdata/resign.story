# 3 leads, and steps down. It counts for nothing now, so it asks all the others.
nodes bully leader=3
1 1
2 2
3 3
complete
----
        0s  1 follows 3
        0s  2 follows 3
        0s  3 follows 3

resign 3
----
        0s  3 resigns
        0s  3 enters an election ⟨1,3⟩
        0s  3 follows 3 ⟨1,3⟩
        0s  3 → 1  coordinator (3,0)
        0s  3 → 2  coordinator (3,0)

deliver all
----
        0s  1 ← 3  coordinator (3,0)
        0s  1 enters an election ⟨1,1⟩
        0s  1 → 2  election (1,1)
        0s  2 ← 3  coordinator (3,0)
        0s  2 enters an election ⟨1,2⟩
        0s  2 follows 2 ⟨1,2⟩
        0s  2 → 1  coordinator (2,2)
        0s  2 → 3  coordinator (2,2)
        0s  2 ← 1  election (1,1)
        0s  2 → 1  ok (2,2)
        0s  1 ← 2  coordinator (2,2)
        0s  1 follows 2 ⟨1,1⟩
        0s  3 ← 2  coordinator (2,2)
        0s  3 follows 2 ⟨1,3⟩
        0s  1 ← 2  ok (2,2)

check 2
----
{1 2 3}: 2 leads
