# A line of three, rounds of 1 s, K = 2. Each says its own pair at once, for nobody listens in
# the first round. A round later 2 knows 3, another later 1 does: two hops, two rounds. Then
# the election is over.
nodes prasle rounds=2 round=1s jitter=0s
1 1
2 2
3 3
1-2 2-3
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

settle 100ms
----
        0s  2 ← 1  pair (1,1)
        0s  1 ← 2  pair (2,2)
        0s  3 ← 2  pair (2,2)
        0s  2 ← 3  pair (3,3)

settle 1s
----
        1s  1: timer 0
        1s  1 ⇒  pair (2,2) age 1
        1s  2 ← 1  pair (2,2) age 1
        1s  2: timer 0
        1s  2 ⇒  pair (3,3) age 1
        1s  1 ← 2  pair (3,3) age 1
        1s  3 ← 2  pair (3,3) age 1
        1s  3: timer 0
        1s  3 ⇒  pair (3,3)
        1s  2 ← 3  pair (3,3)

settle 1s
----
        2s  1: timer 0
        2s  1 ⇒  pair (3,3) age 2
        2s  2 ← 1  pair (3,3) age 2
        2s  2: timer 0
        2s  2 follows 3 ⟨1,2⟩
        2s  3: timer 0
        2s  3 follows 3 ⟨1,3⟩
        2s  3 ⇒  lead (3,3) stamp 2s
        2s  2 ← 3  lead (3,3) stamp 2s

settle 1s
----
        3s  1: timer 0
        3s  1 follows 3 ⟨1,1⟩
        3s  2: timer 0
        3s  2 ⇒  lead (3,3) stamp 2s
        3s  1 ← 2  lead (3,3) stamp 2s
        3s  3 ← 2  lead (3,3) stamp 2s
        3s  3: timer 0
        3s  3 ⇒  lead (3,3) stamp 3s
        3s  2 ← 3  lead (3,3) stamp 3s

check 3
----
{1 2 3}: 3 leads
