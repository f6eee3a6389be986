# C leads, and steps down: an election in which it offers nothing.
nodes vasudevan signalling=tcp leader=C
A 1
B 2
C 3
line
----
        0s  A follows C
        0s  B follows C
        0s  C follows C

resign C
----
        0s  C resigns
        0s  C enters an election ⟨1,C⟩
        0s  C → B  syn session 2438017917

settle
----
        0s  B ← C  syn session 2438017917
        0s  B → C  syn-ack session 3304433031 for 2438017917
        0s  C ← B  syn-ack session 3304433031 for 2438017917
        0s  C → B  segment origin C session 2438017917 seq 1 [election ⟨1,C⟩]
        0s  B ← C  segment origin C session 2438017917 seq 1 [election ⟨1,C⟩]
        0s  B → C  segment-ack session 2438017917 seq 1
        0s  B enters an election ⟨1,C⟩
        0s  B → A  syn session 3304433032
        0s  C ← B  segment-ack session 2438017917 seq 1
        0s  A ← B  syn session 3304433032
        0s  A → B  syn-ack session 4283098016 for 3304433032
        0s  B ← A  syn-ack session 4283098016 for 3304433032
        0s  B → A  segment origin B session 3304433032 seq 1 [election ⟨1,C⟩ depth 1]
        0s  A ← B  segment origin B session 3304433032 seq 1 [election ⟨1,C⟩ depth 1]
        0s  A → B  segment-ack session 3304433032 seq 1
        0s  A enters an election ⟨1,C⟩
        0s  A → B  segment origin A session 4283098016 seq 1 [ack ⟨1,C⟩ (A,1) term 1]
        0s  B ← A  segment-ack session 3304433032 seq 1
        0s  B ← A  segment origin A session 4283098016 seq 1 [ack ⟨1,C⟩ (A,1) term 1]
        0s  B → A  segment-ack session 4283098016 seq 1
        0s  B → C  segment origin B session 3304433031 seq 2 [ack ⟨1,C⟩ (B,2) term 1]
        0s  A ← B  segment-ack session 4283098016 seq 1
        0s  C ← B  segment origin B session 3304433031 seq 2 [ack ⟨1,C⟩ (B,2) term 1]
        0s  C → B  segment-ack session 3304433031 seq 2
        0s  C follows B ⟨1,C⟩
        0s  C ⇒  leader ⟨1,C⟩ (B,2) term 1
        0s  B ← C  segment-ack session 3304433031 seq 2
        0s  B ← C  leader ⟨1,C⟩ (B,2) term 1
        0s  B follows B ⟨1,C⟩
        0s  B ⇒  leader ⟨1,C⟩ (B,2) term 1
        0s  A ← B  leader ⟨1,C⟩ (B,2) term 1
        0s  A follows B ⟨1,C⟩
        0s  A ⇒  leader ⟨1,C⟩ (B,2) term 1
        0s  C ← B  leader ⟨1,C⟩ (B,2) term 1
        0s  B ← A  leader ⟨1,C⟩ (B,2) term 1

check B
----
{A B C}: B leads
