# Five are parted into two and three, the leader with the two: it steps down, for no
# majority hears it, and there nobody leads. The three elect one of theirs; joined,
# all follow it, and its term does not change.
nodes raft leader=5
1 1
2 2
3 3
4 4
5 5
1-2 2-3 1-3 3-4 4-5
----
        0s  1 follows 5 ⟨1,5⟩
        0s  2 follows 5 ⟨1,5⟩
        0s  3 follows 5 ⟨1,5⟩
        0s  4 follows 5 ⟨1,5⟩
        0s  5 follows 5 ⟨1,5⟩

cut 3-4
----

settle 40s quiet
----
        6s  5 enters an election ⟨2,5⟩
 6.567645s  3 enters an election ⟨2,3⟩
 6.769373s  2 enters an election ⟨2,2⟩
 6.997236s  1 enters an election ⟨2,1⟩
 6.997236s  1 follows 1 ⟨2,1⟩
 6.997236s  2 follows 1 ⟨2,1⟩
 6.997236s  3 follows 1 ⟨2,1⟩
10.141762s  4 enters an election ⟨2,4⟩

state 5
----
5 (5): is electing state=3 leader=0 term=1 vote=5 timer 0 at 40.325586s

link 3-4
----

settle 20s quiet
----
40.997236s  4 follows 1
40.997236s  5 follows 1

check
----
{1 2 3 4 5}: 1 leads

state 5
----
5 (5): follows 1 state=0 leader=1 term=2 vote=0 timer 0 at 1m5.82808s
