# The leader dies. Its sequence rose every ten seconds, and no more. After 120 s the others try
# their own partition again, six times, and then any other; nobody answers, because nobody has a
# leader. Each founds a partition, and one of the two is better.
nodes thread timeout=120s leader=3
1 0
2 0
3 0
complete
----
        0s  1 enters an election ⟨1,1⟩
        0s  2 enters an election ⟨1,2⟩
        0s  3 enters an election ⟨1,3⟩
        0s  1 follows 3
        0s  2 follows 3
        0s  3 follows 3

settle 60s quiet
----

crash 3
----
      1m0s  3 crashes

settle 100s quiet
----

check
----
{1 2}: FAILED: 1 follows 3, 2 follows 3

state 1
----
1 (0): follows 3 leader=3 role=2 weight=56 sequence=5 attaching=0 elections=1 timer 0 at 2m44.606547s timer 2 at 2m57.400106s

settle 60s quiet
----
3m4.939284s  2 enters an election ⟨2,2⟩
3m4.942966s  1 enters an election ⟨2,1⟩
3m12.450758s  1 follows 1 ⟨2,1⟩
3m12.464714s  2 follows 2 ⟨2,2⟩
3m14.329033s  2 follows 1

check
----
{1 2}: 1 leads
