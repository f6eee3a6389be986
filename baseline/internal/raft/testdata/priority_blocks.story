# The trap of the rule. 1 is dead, so that 2 and 3 need each other's votes. 3 offers more, and
# hears 2; but all that 3 sends is lost. It refuses 2, and is not heard itself: nobody leads
# for as long as this lasts. Plain raft would let 2 lead, if only its vote came through.
nodes raft-priority
1 1
2 2
3 3
2-3
----

crash 1
----
        0s  1 crashes

elect 2
----
        0s  2 → 1  prevote term 2 priority 2
        0s  2 ✗ 1  prevote term 2 priority 2: 1 is down
        0s  2 → 3  prevote term 2 priority 2
        0s  2 enters an election ⟨2,2⟩

deliver 2-3
----
        0s  3 ← 2  prevote term 2 priority 2
        0s  3 → 2  prerefuse term 1

lose 3-2 prerefuse
----
        0s  3 ✗ 2  prerefuse term 1: lost

elect 3
----
        0s  3 → 1  prevote term 2 priority 3
        0s  3 ✗ 1  prevote term 2 priority 3: 1 is down
        0s  3 → 2  prevote term 2 priority 3
        0s  3 enters an election ⟨2,3⟩

lose 3-2 prevote
----
        0s  3 ✗ 2  prevote term 2 priority 3: lost

check 2
----
{2 3}: FAILED: 2 is electing, 3 is electing
