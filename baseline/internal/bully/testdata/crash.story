# 3 answers 2, and crashes before it announces itself. The course documents have no
# rule for that (003, 004: no second time-out): 2 would wait for ever. Here it asks
# again after T' = 2T, hears nothing for T, and leads.
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

# 3 stands up to 2 …
deliver 2-3
----
        0s  3 ← 2  election (2,2)
        0s  3 → 2  ok (3,3)
        0s  3 enters an election ⟨1,3⟩
        0s  3 → 4  election (3,3)
        0s  3 ✗ 4  election (3,3): 4 is down

deliver 3-2
----
        0s  2 ← 3  ok (3,3)

# … and is gone.
crash 3
----
        0s  3 crashes

settle
----
     1.02s  2: timer 0
     1.02s  2 enters an election ⟨2,2⟩
     1.02s  2 → 3  election (2,2)
     1.02s  2 ✗ 3  election (2,2): 3 is down
     1.02s  2 → 4  election (2,2)
     1.02s  2 ✗ 4  election (2,2): 4 is down
     1.53s  2: timer 0
     1.53s  2 follows 2 ⟨2,2⟩
     1.53s  2 → 1  coordinator (2,2)
     1.53s  2 → 3  coordinator (2,2)
     1.53s  2 ✗ 3  coordinator (2,2): 3 is down
     1.53s  1 ← 2  coordinator (2,2)
     1.53s  1 follows 2

check 2
----
{1 2}: 2 leads
