# All are alive and the lowest notices first: n² − 1 = 8 messages at n = 3. Each
# that is asked answers and asks in its turn; whom nobody answers leads.
nodes bully leader=3
1 1
2 2
3 3
complete
----
        0s  1 follows 3
        0s  2 follows 3
        0s  3 follows 3

elect 1
----
        0s  1 enters an election ⟨1,1⟩
        0s  1 → 2  election (1,1)
        0s  1 → 3  election (1,1)

deliver all
----
        0s  2 ← 1  election (1,1)
        0s  2 → 1  ok (2,2)
        0s  2 enters an election ⟨1,2⟩
        0s  2 → 3  election (2,2)
        0s  3 ← 1  election (1,1)
        0s  3 → 1  ok (3,3)
        0s  3 enters an election ⟨1,3⟩
        0s  3 follows 3 ⟨1,3⟩
        0s  3 → 1  coordinator (3,3)
        0s  3 → 2  coordinator (3,3)
        0s  1 ← 2  ok (2,2)
        0s  3 ← 2  election (2,2)
        0s  3 → 2  ok (3,3)
        0s  1 ← 3  ok (3,3)
        0s  1 ← 3  coordinator (3,3)
        0s  1 follows 3 ⟨1,1⟩
        0s  2 ← 3  coordinator (3,3)
        0s  2 follows 3 ⟨1,2⟩
        0s  2 ← 3  ok (3,3)

check 3
----
{1 2 3}: 3 leads
