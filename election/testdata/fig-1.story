# VKT04, Fig. 1: values A 3, B 2, C 5, D 10, F 7; A is the source.
nodes vasudevan signalling=udp
A 3
B 2
C 5
D 10
F 7
A-B A-C B-C B-F C-D D-F
----

# (a) A sends Election to B and C.
elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election ⟨1,A⟩
        0s  A → C  election ⟨1,A⟩

# (b) B and C take A for parent and send Election on, to each other too: neither is
# the other's parent, so both Acks come at once.
deliver A-B A-C B-C C-B B-C C-B
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → C  election ⟨1,A⟩ depth 1
        0s  B → F  election ⟨1,A⟩ depth 1
        0s  C ← A  election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  C → B  election ⟨1,A⟩ depth 1
        0s  C → D  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  C → B  ack ⟨1,A⟩
        0s  B ← C  election ⟨1,A⟩ depth 1
        0s  B → C  ack ⟨1,A⟩
        0s  C ← B  ack ⟨1,A⟩
        0s  B ← C  ack ⟨1,A⟩

# (c) D takes C for parent, F takes B.
deliver C-D B-F
----
        0s  D ← C  election ⟨1,A⟩ depth 1
        0s  D enters an election ⟨1,A⟩
        0s  D → F  election ⟨1,A⟩ depth 2
        0s  F ← B  election ⟨1,A⟩ depth 1
        0s  F enters an election ⟨1,A⟩
        0s  F → D  election ⟨1,A⟩ depth 2

# D and F exchange Elections, and Acks at once.
deliver D-F F-D D-F F-D
----
        0s  F ← D  election ⟨1,A⟩ depth 2
        0s  F → D  ack ⟨1,A⟩
        0s  D ← F  election ⟨1,A⟩ depth 2
        0s  D → F  ack ⟨1,A⟩
        0s  F ← D  ack ⟨1,A⟩
        0s  F → B  ack ⟨1,A⟩ (F,7) term 1
        0s  D ← F  ack ⟨1,A⟩
        0s  D → C  ack ⟨1,A⟩ (D,10) term 1

# (d) The pending Acks: (F,7) from F to B, (D,10) from D to C; then both to A.
deliver F-B D-C
----
        0s  B ← F  ack ⟨1,A⟩ (F,7) term 1
        0s  B → A  ack ⟨1,A⟩ (F,7) term 1
        0s  C ← D  ack ⟨1,A⟩ (D,10) term 1
        0s  C → A  ack ⟨1,A⟩ (D,10) term 1

deliver B-A C-A
----
        0s  A ← B  ack ⟨1,A⟩ (F,7) term 1
        0s  A ← C  ack ⟨1,A⟩ (D,10) term 1
        0s  A follows D ⟨1,A⟩
        0s  A ⇒  leader ⟨1,A⟩ (D,10) term 1

# (e) A announces D.
deliver all
----
        0s  B ← A  leader ⟨1,A⟩ (D,10) term 1
        0s  B follows D ⟨1,A⟩
        0s  B ⇒  leader ⟨1,A⟩ (D,10) term 1
        0s  C ← A  leader ⟨1,A⟩ (D,10) term 1
        0s  C follows D ⟨1,A⟩
        0s  C ⇒  leader ⟨1,A⟩ (D,10) term 1
        0s  A ← B  leader ⟨1,A⟩ (D,10) term 1
        0s  C ← B  leader ⟨1,A⟩ (D,10) term 1
        0s  F ← B  leader ⟨1,A⟩ (D,10) term 1
        0s  F follows D ⟨1,A⟩
        0s  F ⇒  leader ⟨1,A⟩ (D,10) term 1
        0s  A ← C  leader ⟨1,A⟩ (D,10) term 1
        0s  B ← C  leader ⟨1,A⟩ (D,10) term 1
        0s  D ← C  leader ⟨1,A⟩ (D,10) term 1
        0s  D follows D ⟨1,A⟩
        0s  D ⇒  leader ⟨1,A⟩ (D,10) term 1
        0s  B ← F  leader ⟨1,A⟩ (D,10) term 1
        0s  D ← F  leader ⟨1,A⟩ (D,10) term 1
        0s  C ← D  leader ⟨1,A⟩ (D,10) term 1
        0s  F ← D  leader ⟨1,A⟩ (D,10) term 1

check D
----
{A B C D F}: D leads
