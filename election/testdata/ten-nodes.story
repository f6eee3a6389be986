# The textbook's wireless network of ten nodes, with a graph and capabilities of our
# own (bellwether run ten-nodes is the same): node 1 calls the election, a tree grows
# to all, and 8, which offers 12, wins it.
#
#         2 ----- 4 ----- 7
#        /| \           / |
#       1 |  `--- 5 ---'  |
#        \| ,----' \      |
#         3         8 --- 10
#          \              |
#           6 ----- 9 ----'
nodes vasudevan signalling=udp
1 4
2 9
3 2
4 7
5 5
6 3
7 8
8 12
9 6
10 10
1-2 1-3 2-3 2-4 2-5 3-5 3-6 4-7 5-7 5-8 6-9 7-10 8-10 9-10
----

elect 1
----
        0s  1 enters an election ⟨1,1⟩
        0s  1 → 2  election ⟨1,1⟩
        0s  1 → 3  election ⟨1,1⟩

deliver all
----
        0s  2 ← 1  election ⟨1,1⟩
        0s  2 enters an election ⟨1,1⟩
        0s  2 → 3  election ⟨1,1⟩ depth 1
        0s  2 → 4  election ⟨1,1⟩ depth 1
        0s  2 → 5  election ⟨1,1⟩ depth 1
        0s  3 ← 1  election ⟨1,1⟩
        0s  3 enters an election ⟨1,1⟩
        0s  3 → 2  election ⟨1,1⟩ depth 1
        0s  3 → 5  election ⟨1,1⟩ depth 1
        0s  3 → 6  election ⟨1,1⟩ depth 1
        0s  3 ← 2  election ⟨1,1⟩ depth 1
        0s  3 → 2  ack ⟨1,1⟩
        0s  4 ← 2  election ⟨1,1⟩ depth 1
        0s  4 enters an election ⟨1,1⟩
        0s  4 → 7  election ⟨1,1⟩ depth 2
        0s  5 ← 2  election ⟨1,1⟩ depth 1
        0s  5 enters an election ⟨1,1⟩
        0s  5 → 3  election ⟨1,1⟩ depth 2
        0s  5 → 7  election ⟨1,1⟩ depth 2
        0s  5 → 8  election ⟨1,1⟩ depth 2
        0s  2 ← 3  election ⟨1,1⟩ depth 1
        0s  2 → 3  ack ⟨1,1⟩
        0s  5 ← 3  election ⟨1,1⟩ depth 1
        0s  5 → 3  ack ⟨1,1⟩
        0s  6 ← 3  election ⟨1,1⟩ depth 1
        0s  6 enters an election ⟨1,1⟩
        0s  6 → 9  election ⟨1,1⟩ depth 2
        0s  2 ← 3  ack ⟨1,1⟩
        0s  7 ← 4  election ⟨1,1⟩ depth 2
        0s  7 enters an election ⟨1,1⟩
        0s  7 → 5  election ⟨1,1⟩ depth 3
        0s  7 → 10  election ⟨1,1⟩ depth 3
        0s  3 ← 5  election ⟨1,1⟩ depth 2
        0s  3 → 5  ack ⟨1,1⟩
        0s  7 ← 5  election ⟨1,1⟩ depth 2
        0s  7 → 5  ack ⟨1,1⟩
        0s  8 ← 5  election ⟨1,1⟩ depth 2
        0s  8 enters an election ⟨1,1⟩
        0s  8 → 10  election ⟨1,1⟩ depth 3
        0s  3 ← 2  ack ⟨1,1⟩
        0s  3 ← 5  ack ⟨1,1⟩
        0s  9 ← 6  election ⟨1,1⟩ depth 2
        0s  9 enters an election ⟨1,1⟩
        0s  9 → 10  election ⟨1,1⟩ depth 3
        0s  5 ← 7  election ⟨1,1⟩ depth 3
        0s  5 → 7  ack ⟨1,1⟩
        0s  10 ← 7  election ⟨1,1⟩ depth 3
        0s  10 enters an election ⟨1,1⟩
        0s  10 → 8  election ⟨1,1⟩ depth 4
        0s  10 → 9  election ⟨1,1⟩ depth 4
        0s  5 ← 3  ack ⟨1,1⟩
        0s  5 ← 7  ack ⟨1,1⟩
        0s  10 ← 8  election ⟨1,1⟩ depth 3
        0s  10 → 8  ack ⟨1,1⟩
        0s  10 ← 9  election ⟨1,1⟩ depth 3
        0s  10 → 9  ack ⟨1,1⟩
        0s  7 ← 5  ack ⟨1,1⟩
        0s  8 ← 10  election ⟨1,1⟩ depth 4
        0s  8 → 10  ack ⟨1,1⟩
        0s  9 ← 10  election ⟨1,1⟩ depth 4
        0s  9 → 10  ack ⟨1,1⟩
        0s  8 ← 10  ack ⟨1,1⟩
        0s  8 → 5  ack ⟨1,1⟩ (8,12) term 1
        0s  9 ← 10  ack ⟨1,1⟩
        0s  9 → 6  ack ⟨1,1⟩ (9,6) term 1
        0s  10 ← 8  ack ⟨1,1⟩
        0s  10 ← 9  ack ⟨1,1⟩
        0s  10 → 7  ack ⟨1,1⟩ (10,10) term 1
        0s  5 ← 8  ack ⟨1,1⟩ (8,12) term 1
        0s  5 → 2  ack ⟨1,1⟩ (8,12) term 1
        0s  6 ← 9  ack ⟨1,1⟩ (9,6) term 1
        0s  6 → 3  ack ⟨1,1⟩ (9,6) term 1
        0s  7 ← 10  ack ⟨1,1⟩ (10,10) term 1
        0s  7 → 4  ack ⟨1,1⟩ (10,10) term 1
        0s  2 ← 5  ack ⟨1,1⟩ (8,12) term 1
        0s  3 ← 6  ack ⟨1,1⟩ (9,6) term 1
        0s  3 → 1  ack ⟨1,1⟩ (9,6) term 1
        0s  4 ← 7  ack ⟨1,1⟩ (10,10) term 1
        0s  4 → 2  ack ⟨1,1⟩ (10,10) term 1
        0s  1 ← 3  ack ⟨1,1⟩ (9,6) term 1
        0s  2 ← 4  ack ⟨1,1⟩ (10,10) term 1
        0s  2 → 1  ack ⟨1,1⟩ (8,12) term 1
        0s  1 ← 2  ack ⟨1,1⟩ (8,12) term 1
        0s  1 follows 8 ⟨1,1⟩
        0s  1 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  2 ← 1  leader ⟨1,1⟩ (8,12) term 1
        0s  2 follows 8 ⟨1,1⟩
        0s  2 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  3 ← 1  leader ⟨1,1⟩ (8,12) term 1
        0s  3 follows 8 ⟨1,1⟩
        0s  3 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  1 ← 2  leader ⟨1,1⟩ (8,12) term 1
        0s  3 ← 2  leader ⟨1,1⟩ (8,12) term 1
        0s  4 ← 2  leader ⟨1,1⟩ (8,12) term 1
        0s  4 follows 8 ⟨1,1⟩
        0s  4 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  5 ← 2  leader ⟨1,1⟩ (8,12) term 1
        0s  5 follows 8 ⟨1,1⟩
        0s  5 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  1 ← 3  leader ⟨1,1⟩ (8,12) term 1
        0s  2 ← 3  leader ⟨1,1⟩ (8,12) term 1
        0s  5 ← 3  leader ⟨1,1⟩ (8,12) term 1
        0s  6 ← 3  leader ⟨1,1⟩ (8,12) term 1
        0s  6 follows 8 ⟨1,1⟩
        0s  6 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  2 ← 4  leader ⟨1,1⟩ (8,12) term 1
        0s  7 ← 4  leader ⟨1,1⟩ (8,12) term 1
        0s  7 follows 8 ⟨1,1⟩
        0s  7 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  2 ← 5  leader ⟨1,1⟩ (8,12) term 1
        0s  3 ← 5  leader ⟨1,1⟩ (8,12) term 1
        0s  7 ← 5  leader ⟨1,1⟩ (8,12) term 1
        0s  8 ← 5  leader ⟨1,1⟩ (8,12) term 1
        0s  8 follows 8 ⟨1,1⟩
        0s  8 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  3 ← 6  leader ⟨1,1⟩ (8,12) term 1
        0s  9 ← 6  leader ⟨1,1⟩ (8,12) term 1
        0s  9 follows 8 ⟨1,1⟩
        0s  9 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  4 ← 7  leader ⟨1,1⟩ (8,12) term 1
        0s  5 ← 7  leader ⟨1,1⟩ (8,12) term 1
        0s  10 ← 7  leader ⟨1,1⟩ (8,12) term 1
        0s  10 follows 8 ⟨1,1⟩
        0s  10 ⇒  leader ⟨1,1⟩ (8,12) term 1
        0s  5 ← 8  leader ⟨1,1⟩ (8,12) term 1
        0s  10 ← 8  leader ⟨1,1⟩ (8,12) term 1
        0s  6 ← 9  leader ⟨1,1⟩ (8,12) term 1
        0s  10 ← 9  leader ⟨1,1⟩ (8,12) term 1
        0s  7 ← 10  leader ⟨1,1⟩ (8,12) term 1
        0s  8 ← 10  leader ⟨1,1⟩ (8,12) term 1
        0s  9 ← 10  leader ⟨1,1⟩ (8,12) term 1

check 8
----
{1 2 3 4 5 6 7 8 9 10}: 8 leads
