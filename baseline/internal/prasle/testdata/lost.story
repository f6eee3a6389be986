# 2's first pair is lost. In an unreliable network it says it again a round later.
nodes prasle rounds=2 round=1s jitter=0s
1 1
2 2
1-2
----
        0s  1 enters an election ⟨1,1⟩
        0s  1: timer 0
        0s  1 ⇒  pair (1,1)
        0s  2 enters an election ⟨1,2⟩
        0s  2: timer 0
        0s  2 ⇒  pair (2,2)

fire 2 0
----
        1s  2: timer 0
        1s  2 ⇒  pair (2,2)

lose 2-1
----
        1s  2 ✗ 1  pair (2,2): lost

settle 4s quiet
----
        2s  2 follows 2 ⟨1,2⟩
        2s  1 follows 2 ⟨1,1⟩

check 2
----
{1 2}: 2 leads
