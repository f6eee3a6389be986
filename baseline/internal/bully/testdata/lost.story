# The OK of 3 to 2 is lost: 2 takes 3 for dead. Bully assumes that messages arrive
# within t_max; where they do not, two lead.
nodes bully leader=4
1 1
2 2
3 3
4 4
complete
----
        0s  1 follows 4
        0s  2 follows 4
        0s  3 follows 4
        0s  4 follows 4

crash 4
----
        0s  4 crashes

elect 2
----
        0s  2 enters an election ⟨1,2⟩
        0s  2 → 3  election (2,2)
        0s  2 → 4  election (2,2)
        0s  2 ✗ 4  election (2,2): 4 is down

deliver 2-3
----
        0s  3 ← 2  election (2,2)
        0s  3 → 2  ok (3,3)
        0s  3 enters an election ⟨1,3⟩
        0s  3 → 4  election (3,3)
        0s  3 ✗ 4  election (3,3): 4 is down

lose 3-2 ok
----
        0s  3 ✗ 2  ok (3,3): lost

# The clock of 2 goes first, and it wins.
fire 2 0
----
     510ms  2: timer 0
     510ms  2 follows 2 ⟨1,2⟩
     510ms  2 → 1  coordinator (2,2)
     510ms  2 → 3  coordinator (2,2)

deliver 2-1
----
     510ms  1 ← 2  coordinator (2,2)
     510ms  1 follows 2

# So does 3's. Two lead, and 1 believes the one it heard.
fire 3 0
----
     510ms  3: timer 0
     510ms  3 follows 3 ⟨1,3⟩
     510ms  3 → 1  coordinator (3,3)
     510ms  3 → 2  coordinator (3,3)

check
----
{1 2 3}: FAILED: 1 follows 2, 2 follows 2, 3 follows 3

# The COORDINATOR of 2 makes 3, which is higher, hold another election; that of 3
# unseats 2.
settle
----
     510ms  3 ← 2  coordinator (2,2)
     510ms  3 enters an election ⟨2,3⟩
     510ms  3 → 4  election (3,3)
     510ms  3 ✗ 4  election (3,3): 4 is down
     510ms  1 ← 3  coordinator (3,3)
     510ms  1 follows 3 ⟨0,1⟩
     510ms  2 ← 3  coordinator (3,3)
     510ms  2 follows 3 ⟨1,2⟩
     1.02s  3: timer 0
     1.02s  3 follows 3 ⟨2,3⟩
     1.02s  3 → 1  coordinator (3,3)
     1.02s  3 → 2  coordinator (3,3)
     1.02s  3 → 4  coordinator (3,3)
     1.02s  3 ✗ 4  coordinator (3,3): 4 is down
     1.02s  1 ← 3  coordinator (3,3)
     1.02s  2 ← 3  coordinator (3,3)

check 3
----
{1 2 3}: 3 leads
