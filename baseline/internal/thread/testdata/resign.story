# The leader resigns: it leaves its partition and looks for another. Nobody is told, as in Thread,
# and so the others follow it until its sequence has not risen for 120 s. Then they found
# partitions, and it joins one.
nodes thread timeout=120s leader=3
1 300
2 300
3 300
complete
----
        0s  1 enters an election ⟨1,1⟩
        0s  2 enters an election ⟨1,2⟩
        0s  3 enters an election ⟨1,3⟩
        0s  1 follows 3
        0s  2 follows 3
        0s  3 follows 3

settle 60s quiet
----

resign 3
----
      1m0s  3 resigns
      1m0s  3 enters an election ⟨2,3⟩

settle 60s quiet
----

settle 200s quiet
----
3m4.939284s  2 enters an election ⟨2,2⟩
3m4.942966s  1 enters an election ⟨2,1⟩
3m12.450758s  1 follows 1 ⟨2,1⟩
3m12.464714s  2 follows 2 ⟨2,2⟩
3m14.329033s  2 follows 1
3m27.79662s  3 follows 1

check
----
{1 2 3}: 1 leads
