# The leader dies, and two of three are the smallest majority: 1 asks first and gets no
# vote, for 2 offers more; 2 leads.
nodes raft-priority leader=3
1 1
2 2
3 3
complete
----
        0s  1 follows 3 ⟨2,3⟩
        0s  2 follows 3 ⟨2,3⟩
        0s  3 follows 3 ⟨2,3⟩

crash 3
----
        0s  3 crashes

elect 1
----
        0s  1 → 2  prevote term 3 priority 1
        0s  1 → 3  prevote term 3 priority 1
        0s  1 ✗ 3  prevote term 3 priority 1: 3 is down
        0s  1 enters an election ⟨3,1⟩

settle 20s quiet
----
 6.769373s  2 enters an election ⟨3,2⟩
 6.769373s  2 follows 2 ⟨3,2⟩
 6.769373s  1 follows 2 ⟨3,2⟩

check 2
----
{1 2}: 2 leads
