# C leads, and steps down: an election in which it offers nothing.
nodes vasudevan signalling=udp leader=C
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
        0s  C → B  election ⟨1,C⟩

settle
----
        0s  B ← C  election ⟨1,C⟩
        0s  B enters an election ⟨1,C⟩
        0s  B → A  election ⟨1,C⟩ depth 1
        0s  A ← B  election ⟨1,C⟩ depth 1
        0s  A enters an election ⟨1,C⟩
        0s  A → B  ack ⟨1,C⟩ (A,1) term 1
        0s  B ← A  ack ⟨1,C⟩ (A,1) term 1
        0s  B → C  ack ⟨1,C⟩ (B,2) term 1
        0s  C ← B  ack ⟨1,C⟩ (B,2) term 1
        0s  C follows B ⟨1,C⟩
        0s  C ⇒  leader ⟨1,C⟩ (B,2) term 1
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
