# VKT04, Fig. 6, as Election-Bcast: K4, source A. Every node broadcasts one Election;
# B, C and D tell their parent, A, so (child), and ignore all other Elections: 3 Child
# and 3 Ack, where unicast needs 9 Acks.
nodes vasudevan signalling=broadcast
A 1
B 2
C 3
D 4
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A ⇒  election ⟨1,A⟩

deliver all
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → A  child ⟨1,A⟩
        0s  B ⇒  election ⟨1,A⟩ depth 1
        0s  C ← A  election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  C → A  child ⟨1,A⟩
        0s  C ⇒  election ⟨1,A⟩ depth 1
        0s  D ← A  election ⟨1,A⟩
        0s  D enters an election ⟨1,A⟩
        0s  D → A  child ⟨1,A⟩
        0s  D ⇒  election ⟨1,A⟩ depth 1
        0s  A ← B  child ⟨1,A⟩
        0s  A ← B  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  D ← B  election ⟨1,A⟩ depth 1
        0s  A ← C  child ⟨1,A⟩
        0s  A ← C  election ⟨1,A⟩ depth 1
        0s  B ← C  election ⟨1,A⟩ depth 1
        0s  D ← C  election ⟨1,A⟩ depth 1
        0s  A ← D  child ⟨1,A⟩
        0s  A ← D  election ⟨1,A⟩ depth 1
        0s  B ← D  election ⟨1,A⟩ depth 1
        0s  C ← D  election ⟨1,A⟩ depth 1

# CHILD-TIMEOUT: nobody has called B, C or D its parent. They are leaves, and answer.
settle
----
     100ms  A: timer 0
     100ms  B: timer 0
     100ms  B → A  ack ⟨1,A⟩ (B,2) term 1
     100ms  A ← B  ack ⟨1,A⟩ (B,2) term 1
     100ms  C: timer 0
     100ms  C → A  ack ⟨1,A⟩ (C,3) term 1
     100ms  A ← C  ack ⟨1,A⟩ (C,3) term 1
     100ms  D: timer 0
     100ms  D → A  ack ⟨1,A⟩ (D,4) term 1
     100ms  A ← D  ack ⟨1,A⟩ (D,4) term 1
     100ms  A follows D ⟨1,A⟩
     100ms  A ⇒  leader ⟨1,A⟩ (D,4) term 1
     100ms  B ← A  leader ⟨1,A⟩ (D,4) term 1
     100ms  B follows D ⟨1,A⟩
     100ms  B ⇒  leader ⟨1,A⟩ (D,4) term 1
     100ms  C ← A  leader ⟨1,A⟩ (D,4) term 1
     100ms  C follows D ⟨1,A⟩
     100ms  C ⇒  leader ⟨1,A⟩ (D,4) term 1
     100ms  D ← A  leader ⟨1,A⟩ (D,4) term 1
     100ms  D follows D ⟨1,A⟩
     100ms  D ⇒  leader ⟨1,A⟩ (D,4) term 1
     100ms  A ← B  leader ⟨1,A⟩ (D,4) term 1
     100ms  C ← B  leader ⟨1,A⟩ (D,4) term 1
     100ms  D ← B  leader ⟨1,A⟩ (D,4) term 1
     100ms  A ← C  leader ⟨1,A⟩ (D,4) term 1
     100ms  B ← C  leader ⟨1,A⟩ (D,4) term 1
     100ms  D ← C  leader ⟨1,A⟩ (D,4) term 1
     100ms  A ← D  leader ⟨1,A⟩ (D,4) term 1
     100ms  B ← D  leader ⟨1,A⟩ (D,4) term 1
     100ms  C ← D  leader ⟨1,A⟩ (D,4) term 1

check D
----
{A B C D}: D leads
