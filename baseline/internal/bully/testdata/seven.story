# The course documents' example (003, 004): processes 1 … 7, the leader 7 is dead,
# 4 notices. 5 and 6 answer it; 6, whom nobody answers, leads. 6 + 3 + 5 = 14
# messages. ELECTION goes to 7 as well: 4 does not know who is dead, only that the
# leader is silent.
nodes bully leader=7
1 1
2 2
3 3
4 4
5 5
6 6
7 7
complete
----
        0s  1 follows 7
        0s  2 follows 7
        0s  3 follows 7
        0s  4 follows 7
        0s  5 follows 7
        0s  6 follows 7
        0s  7 follows 7

crash 7
----
        0s  7 crashes

elect 4
----
        0s  4 enters an election ⟨1,4⟩
        0s  4 → 5  election (4,4)
        0s  4 → 6  election (4,4)
        0s  4 → 7  election (4,4)
        0s  4 ✗ 7  election (4,4): 7 is down

# 5 and 6 tell 4 to stand back, and hold elections of their own.
deliver 4-5 4-6
----
        0s  5 ← 4  election (4,4)
        0s  5 → 4  ok (5,5)
        0s  5 enters an election ⟨1,5⟩
        0s  5 → 6  election (5,5)
        0s  5 → 7  election (5,5)
        0s  5 ✗ 7  election (5,5): 7 is down
        0s  6 ← 4  election (4,4)
        0s  6 → 4  ok (6,6)
        0s  6 enters an election ⟨1,6⟩
        0s  6 → 7  election (6,6)
        0s  6 ✗ 7  election (6,6): 7 is down

deliver 5-4 6-4
----
        0s  4 ← 5  ok (5,5)
        0s  4 ← 6  ok (6,6)

deliver 5-6
----
        0s  6 ← 5  election (5,5)
        0s  6 → 5  ok (6,6)

deliver 6-5
----
        0s  5 ← 6  ok (6,6)

# Nobody answers 6 within T, 510 ms: it has won. COORDINATOR goes to all but the
# dead leader.
settle
----
     510ms  6: timer 0
     510ms  6 follows 6 ⟨1,6⟩
     510ms  6 → 1  coordinator (6,6)
     510ms  6 → 2  coordinator (6,6)
     510ms  6 → 3  coordinator (6,6)
     510ms  6 → 4  coordinator (6,6)
     510ms  6 → 5  coordinator (6,6)
     510ms  1 ← 6  coordinator (6,6)
     510ms  1 follows 6
     510ms  2 ← 6  coordinator (6,6)
     510ms  2 follows 6
     510ms  3 ← 6  coordinator (6,6)
     510ms  3 follows 6
     510ms  4 ← 6  coordinator (6,6)
     510ms  4 follows 6 ⟨1,4⟩
     510ms  5 ← 6  coordinator (6,6)
     510ms  5 follows 6 ⟨1,5⟩

check 6
----
{1 2 3 4 5 6}: 6 leads
