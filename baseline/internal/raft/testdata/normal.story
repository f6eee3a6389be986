# An election of three (paper §5.2, after the pre-vote of the thesis, §9.6): 2 asks
# whether it would get votes, then for votes, and leads with its own and one more.
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

# One pre-grant and itself are two of three: the term begins.
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

# So is one vote.
deliver 3-2
----
        0s  2 ← 3  grant term 1
        0s  2 → 1  announce term 1
        0s  2 → 3  announce term 1
        0s  2 follows 2 ⟨1,2⟩

settle 1s
----
        0s  1 ← 2  prevote term 1
        0s  1 → 2  pregrant term 1
        0s  1 ← 2  vote term 1
        0s  1 → 2  grant term 1
        0s  1 ← 2  announce term 1
        0s  1 → 2  heard term 1
        0s  1 follows 2 ⟨1,2⟩
        0s  3 ← 2  announce term 1
        0s  3 → 2  heard term 1
        0s  3 follows 2 ⟨1,2⟩
        0s  2 ← 1  pregrant term 1
        0s  2 ← 1  grant term 1
        0s  2 ← 1  heard term 1
        0s  2 ← 3  heard term 1

check 2
----
{1 2 3}: 2 leads
