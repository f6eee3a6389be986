# C leads, and steps down: an election in which it offers nothing.
nodes vasudevan signalling=broadcast leader=C
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
        0s  C ⇒  election ⟨1,C⟩

settle
----
        0s  B ← C  election ⟨1,C⟩
        0s  B enters an election ⟨1,C⟩
        0s  B → C  child ⟨1,C⟩
        0s  B ⇒  election ⟨1,C⟩ depth 1
        0s  C ← B  child ⟨1,C⟩
        0s  A ← B  election ⟨1,C⟩ depth 1
        0s  A enters an election ⟨1,C⟩
        0s  A → B  child ⟨1,C⟩
        0s  A ⇒  election ⟨1,C⟩ depth 2
        0s  C ← B  election ⟨1,C⟩ depth 1
        0s  B ← A  child ⟨1,C⟩
        0s  B ← A  election ⟨1,C⟩ depth 2
     100ms  C: timer 0
     100ms  B: timer 0
     100ms  A: timer 0
     100ms  A → B  ack ⟨1,C⟩ (A,1) term 1
     100ms  B ← A  ack ⟨1,C⟩ (A,1) term 1
     100ms  B → C  ack ⟨1,C⟩ (B,2) term 1
     100ms  C ← B  ack ⟨1,C⟩ (B,2) term 1
     100ms  C follows B ⟨1,C⟩
     100ms  C ⇒  leader ⟨1,C⟩ (B,2) term 1
     100ms  B ← C  leader ⟨1,C⟩ (B,2) term 1
     100ms  B follows B ⟨1,C⟩
     100ms  B ⇒  leader ⟨1,C⟩ (B,2) term 1
     100ms  A ← B  leader ⟨1,C⟩ (B,2) term 1
     100ms  A follows B ⟨1,C⟩
     100ms  A ⇒  leader ⟨1,C⟩ (B,2) term 1
     100ms  C ← B  leader ⟨1,C⟩ (B,2) term 1
     100ms  B ← A  leader ⟨1,C⟩ (B,2) term 1

check B
----
{A B C}: B leads
