# Election-TCP on a line: each link gets a handshake (syn, syn-ack), each message a
# segment and its acknowledgement. 2|E| − n + 1 = 2 Elections and 2 Acks, as over UDP,
# and beside them 2·2 of the handshakes and 4 acknowledgements. Leader is flooded.
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

deliver all
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
        0s  B ← C  segment-ack session 3304433032 seq 1
        0s  B ← C  segment origin C session 2438017917 seq 1 [ack ⟨1,A⟩ (C,3) term 1]
        0s  B → C  segment-ack session 2438017917 seq 1
        0s  B → A  segment origin B session 3304433031 seq 2 [ack ⟨1,A⟩ (C,3) term 1]
        0s  C ← B  segment-ack session 2438017917 seq 1
        0s  A ← B  segment origin B session 3304433031 seq 2 [ack ⟨1,A⟩ (C,3) term 1]
        0s  A → B  segment-ack session 3304433031 seq 2
        0s  A follows C ⟨1,A⟩
        0s  A ⇒  leader ⟨1,A⟩ (C,3) term 1
        0s  B ← A  segment-ack session 3304433031 seq 2
        0s  B ← A  leader ⟨1,A⟩ (C,3) term 1
        0s  B follows C ⟨1,A⟩
        0s  B ⇒  leader ⟨1,A⟩ (C,3) term 1
        0s  A ← B  leader ⟨1,A⟩ (C,3) term 1
        0s  C ← B  leader ⟨1,A⟩ (C,3) term 1
        0s  C follows C ⟨1,A⟩
        0s  C ⇒  leader ⟨1,A⟩ (C,3) term 1
        0s  B ← C  leader ⟨1,A⟩ (C,3) term 1

check C
----
{A B C}: C leads
