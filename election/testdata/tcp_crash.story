# C crashes before it has answered. Over TCP only the end of a connection counts as
# disconnected: B, and A with it, waits for tcp_timeout, 10 s here where RFC 1122 has
# 100 s, although the neighbour service knows at once.
nodes vasudevan signalling=tcp tcp_timeout=10s
A 1
B 2
C 3
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  syn session 4283098016

deliver 5
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

crash C
----
        0s  C crashes

settle quiet
----
       10s  A follows B ⟨1,A⟩
       10s  B follows B ⟨1,A⟩

check B
----
{A B}: B leads
