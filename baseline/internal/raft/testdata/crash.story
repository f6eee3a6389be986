# The candidate crashes with 3's vote in hand. The vote of that term is gone, but
# terms are many: whose patience ends first begins the next.
nodes raft
1 1
2 2
3 3
complete
----

elect 2
----
        0s  2 → 1  prevote term 1
        0s  2 → 3  prevote term 1
        0s  2 enters an election ⟨1,2⟩

deliver 2-3
----
        0s  3 ← 2  prevote term 1
        0s  3 → 2  pregrant term 1

deliver 3-2
----
        0s  2 ← 3  pregrant term 1
        0s  2 → 1  vote term 1
        0s  2 → 3  vote term 1

deliver 2-3
----
        0s  3 ← 2  vote term 1
        0s  3 → 2  grant term 1

crash 2
----
        0s  2 crashes
        0s  3 ✗ 2  grant term 1: 2 is down

settle 20s quiet
----
 1.102495s  1 enters an election ⟨2,1⟩
 1.102495s  1 follows 1 ⟨2,1⟩
 1.102495s  3 follows 1 ⟨2,1⟩

check
----
{1 3}: 1 leads
