# VKT04, Fig. 6, as Election-TCP and Election-UDP: K4, source A, children B, C, D.
# 2|E| − n + 1 = 9 Elections and 9 Acks, of which only 3 carry anything.
nodes vasudevan signalling=udp
A 1
B 2
C 3
D 4
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election ⟨1,A⟩
        0s  A → C  election ⟨1,A⟩
        0s  A → D  election ⟨1,A⟩

# B, C and D have A for parent, and send Election to each other: 3 + 6.
deliver A-B A-C A-D
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → C  election ⟨1,A⟩ depth 1
        0s  B → D  election ⟨1,A⟩ depth 1
        0s  C ← A  election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  C → B  election ⟨1,A⟩ depth 1
        0s  C → D  election ⟨1,A⟩ depth 1
        0s  D ← A  election ⟨1,A⟩
        0s  D enters an election ⟨1,A⟩
        0s  D → B  election ⟨1,A⟩ depth 1
        0s  D → C  election ⟨1,A⟩ depth 1

# None is another's parent: 6 Acks at once, and then the 3 pending ones to A.
deliver 15
----
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  C → B  ack ⟨1,A⟩
        0s  D ← B  election ⟨1,A⟩ depth 1
        0s  D → B  ack ⟨1,A⟩
        0s  B ← C  election ⟨1,A⟩ depth 1
        0s  B → C  ack ⟨1,A⟩
        0s  D ← C  election ⟨1,A⟩ depth 1
        0s  D → C  ack ⟨1,A⟩
        0s  B ← D  election ⟨1,A⟩ depth 1
        0s  B → D  ack ⟨1,A⟩
        0s  C ← D  election ⟨1,A⟩ depth 1
        0s  C → D  ack ⟨1,A⟩
        0s  B ← C  ack ⟨1,A⟩
        0s  B ← D  ack ⟨1,A⟩
        0s  B → A  ack ⟨1,A⟩ (B,2) term 1
        0s  C ← B  ack ⟨1,A⟩
        0s  C ← D  ack ⟨1,A⟩
        0s  C → A  ack ⟨1,A⟩ (C,3) term 1
        0s  D ← B  ack ⟨1,A⟩
        0s  D ← C  ack ⟨1,A⟩
        0s  D → A  ack ⟨1,A⟩ (D,4) term 1
        0s  A ← B  ack ⟨1,A⟩ (B,2) term 1
        0s  A ← C  ack ⟨1,A⟩ (C,3) term 1
        0s  A ← D  ack ⟨1,A⟩ (D,4) term 1
        0s  A follows D ⟨1,A⟩
        0s  A ⇒  leader ⟨1,A⟩ (D,4) term 1

# A announces D.
deliver all
----
        0s  B ← A  leader ⟨1,A⟩ (D,4) term 1
        0s  B follows D ⟨1,A⟩
        0s  B ⇒  leader ⟨1,A⟩ (D,4) term 1
        0s  C ← A  leader ⟨1,A⟩ (D,4) term 1
        0s  C follows D ⟨1,A⟩
        0s  C ⇒  leader ⟨1,A⟩ (D,4) term 1
        0s  D ← A  leader ⟨1,A⟩ (D,4) term 1
        0s  D follows D ⟨1,A⟩
        0s  D ⇒  leader ⟨1,A⟩ (D,4) term 1
        0s  A ← B  leader ⟨1,A⟩ (D,4) term 1
        0s  C ← B  leader ⟨1,A⟩ (D,4) term 1
        0s  D ← B  leader ⟨1,A⟩ (D,4) term 1
        0s  A ← C  leader ⟨1,A⟩ (D,4) term 1
        0s  B ← C  leader ⟨1,A⟩ (D,4) term 1
        0s  D ← C  leader ⟨1,A⟩ (D,4) term 1
        0s  A ← D  leader ⟨1,A⟩ (D,4) term 1
        0s  B ← D  leader ⟨1,A⟩ (D,4) term 1
        0s  C ← D  leader ⟨1,A⟩ (D,4) term 1

check D
----
{A B C D}: D leads
