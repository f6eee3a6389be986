# C's Ack to B is lost on its way. TCP says it again, after its RTO of 1 s: it needs no
# Probe to find that out (B's, at the same moment, only makes C say it once more).
nodes vasudevan signalling=tcp
A 1
B 2
C 3
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  syn session 4283098016

deliver 7
----
        0s  B ← A  syn session 4283098016
        0s  B → A  syn-ack session 3304433031 for 4283098016
        0s  A ← B  syn-ack session 3304433031 for 4283098016
        0s  A → B  segment origin A session 4283098016 seq 1 [election ⟨1,A⟩]
        0s  B ← A  segment origin A session 4283098016 seq 1 [election ⟨1,A⟩]
        0s  B → A  segment-ack session 4283098016 seq 1
        0s  B enters an election ⟨1,A⟩
        0s  B → C  syn session 3304433032
        0s  A ← B  segment-ack session 4283098016 seq 1
        0s  C ← B  syn session 3304433032
        0s  C → B  syn-ack session 2438017917 for 3304433032
        0s  B ← C  syn-ack session 2438017917 for 3304433032
        0s  B → C  segment origin B session 3304433032 seq 1 [election ⟨1,A⟩ depth 1]
        0s  C ← B  segment origin B session 3304433032 seq 1 [election ⟨1,A⟩ depth 1]
        0s  C → B  segment-ack session 3304433032 seq 1
        0s  C enters an election ⟨1,A⟩
        0s  C → B  segment origin C session 2438017917 seq 1 [ack ⟨1,A⟩ (C,3) term 1]

lose C-B segment
----
        0s  C ✗ B  segment origin C session 2438017917 seq 1 [ack ⟨1,A⟩ (C,3) term 1]: lost

settle
----
        0s  B ← C  segment-ack session 3304433032 seq 1
        1s  A: timer 0
        1s  A → B  segment origin A session 4283098016 seq 2 [probe ⟨1,A⟩]
        1s  B ← A  segment origin A session 4283098016 seq 2 [probe ⟨1,A⟩]
        1s  B → A  segment-ack session 4283098016 seq 2
        1s  B → A  segment origin B session 3304433031 seq 2 [reply ⟨1,A⟩ depth 1 part 1]
        1s  A ← B  segment-ack session 4283098016 seq 2
        1s  A ← B  segment origin B session 3304433031 seq 2 [reply ⟨1,A⟩ depth 1 part 1]
        1s  A → B  segment-ack session 3304433031 seq 2
        1s  B ← A  segment-ack session 3304433031 seq 2
        1s  B: timer 0
        1s  B → C  segment origin B session 3304433032 seq 3 [probe ⟨1,A⟩ depth 1]
        1s  C ← B  segment origin B session 3304433032 seq 3 [probe ⟨1,A⟩ depth 1]
        1s  C → B  segment-ack session 3304433032 seq 3
        1s  C: timer 3
        1s  C → B  segment origin C session 2438017917 seq 1 repeat 1 [ack ⟨1,A⟩ (C,3) term 1]
        1s  B ← C  segment-ack session 3304433032 seq 3
        1s  B ← C  segment origin C session 2438017917 seq 1 repeat 1 [ack ⟨1,A⟩ (C,3) term 1]
        1s  B → C  segment-ack session 2438017917 seq 1
        1s  B → A  segment origin B session 3304433031 seq 4 [ack ⟨1,A⟩ (C,3) term 1]
        1s  C ← B  segment-ack session 2438017917 seq 1
        1s  C → B  segment origin C session 2438017917 seq 2 [ack-retry ⟨1,A⟩ (C,3) term 1 retry]
        1s  A ← B  segment origin B session 3304433031 seq 4 [ack ⟨1,A⟩ (C,3) term 1]
        1s  A → B  segment-ack session 3304433031 seq 4
        1s  A follows C ⟨1,A⟩
        1s  A ⇒  leader ⟨1,A⟩ (C,3) term 1
        1s  B ← C  segment origin C session 2438017917 seq 2 [ack-retry ⟨1,A⟩ (C,3) term 1 retry]
        1s  B → C  segment-ack session 2438017917 seq 2
        1s  B ← A  segment-ack session 3304433031 seq 4
        1s  B ← A  leader ⟨1,A⟩ (C,3) term 1
        1s  B follows C ⟨1,A⟩
        1s  B ⇒  leader ⟨1,A⟩ (C,3) term 1
        1s  C ← B  segment-ack session 2438017917 seq 2
        1s  A ← B  leader ⟨1,A⟩ (C,3) term 1
        1s  C ← B  leader ⟨1,A⟩ (C,3) term 1
        1s  C follows C ⟨1,A⟩
        1s  C ⇒  leader ⟨1,A⟩ (C,3) term 1
        1s  B ← C  leader ⟨1,A⟩ (C,3) term 1

check C
----
{A B C}: C leads
