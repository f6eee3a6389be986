# Between two rounds 3 steps down, says so, and elects with the little that it offers. The others depose it: each
# leads, until it hears the better one.
nodes prasle rounds=2 round=1s jitter=0s leader=3
1 1
2 2
3 3
complete
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
        0s  1 follows 3 ⟨1,1⟩
        0s  2 follows 3 ⟨1,2⟩
        0s  3 follows 3 ⟨1,3⟩

settle 3500ms quiet
----

resign 3
----
      3.5s  3 resigns
      3.5s  3 ⇒  lead (3,0) stamp 3.5s
      3.5s  3 enters an election ⟨2,3⟩
      3.5s  3: timer 0
      3.5s  3 ⇒  pair (3,0)

settle 12s quiet
----
        4s  1 follows 1
        4s  2 follows 2
      4.5s  3 follows 2 ⟨2,3⟩
        5s  1 follows 2

check 2
----
{1 2 3}: 2 leads
