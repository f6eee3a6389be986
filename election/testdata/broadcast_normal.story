# VKT04, Fig. 1: source A; the tree grows by Elections and shrinks by Acks that
# carry the best of their subtrees; A announces D.
nodes vasudevan signalling=broadcast
A 3
B 2
C 5
D 10
F 7
A-B A-C B-C B-F C-D D-F
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A ⇒  election ⟨1,A⟩

settle
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → A  child ⟨1,A⟩
        0s  B ⇒  election ⟨1,A⟩ depth 1
        0s  C ← A  election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  C → A  child ⟨1,A⟩
        0s  C ⇒  election ⟨1,A⟩ depth 1
        0s  A ← B  child ⟨1,A⟩
        0s  A ← B  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  F ← B  election ⟨1,A⟩ depth 1
        0s  F enters an election ⟨1,A⟩
        0s  F → B  child ⟨1,A⟩
        0s  F ⇒  election ⟨1,A⟩ depth 2
        0s  A ← C  child ⟨1,A⟩
        0s  A ← C  election ⟨1,A⟩ depth 1
        0s  B ← C  election ⟨1,A⟩ depth 1
        0s  D ← C  election ⟨1,A⟩ depth 1
        0s  D enters an election ⟨1,A⟩
        0s  D → C  child ⟨1,A⟩
        0s  D ⇒  election ⟨1,A⟩ depth 2
        0s  B ← F  child ⟨1,A⟩
        0s  B ← F  election ⟨1,A⟩ depth 2
        0s  D ← F  election ⟨1,A⟩ depth 2
        0s  C ← D  child ⟨1,A⟩
        0s  C ← D  election ⟨1,A⟩ depth 2
        0s  F ← D  election ⟨1,A⟩ depth 2
     100ms  A: timer 0
     100ms  B: timer 0
     100ms  C: timer 0
     100ms  F: timer 0
     100ms  F → B  ack ⟨1,A⟩ (F,7) term 1
     100ms  B ← F  ack ⟨1,A⟩ (F,7) term 1
     100ms  B → A  ack ⟨1,A⟩ (F,7) term 1
     100ms  A ← B  ack ⟨1,A⟩ (F,7) term 1
     100ms  D: timer 0
     100ms  D → C  ack ⟨1,A⟩ (D,10) term 1
     100ms  C ← D  ack ⟨1,A⟩ (D,10) term 1
     100ms  C → A  ack ⟨1,A⟩ (D,10) term 1
     100ms  A ← C  ack ⟨1,A⟩ (D,10) term 1
     100ms  A follows D ⟨1,A⟩
     100ms  A ⇒  leader ⟨1,A⟩ (D,10) term 1
     100ms  B ← A  leader ⟨1,A⟩ (D,10) term 1
     100ms  B follows D ⟨1,A⟩
     100ms  B ⇒  leader ⟨1,A⟩ (D,10) term 1
     100ms  C ← A  leader ⟨1,A⟩ (D,10) term 1
     100ms  C follows D ⟨1,A⟩
     100ms  C ⇒  leader ⟨1,A⟩ (D,10) term 1
     100ms  A ← B  leader ⟨1,A⟩ (D,10) term 1
     100ms  C ← B  leader ⟨1,A⟩ (D,10) term 1
     100ms  F ← B  leader ⟨1,A⟩ (D,10) term 1
     100ms  F follows D ⟨1,A⟩
     100ms  F ⇒  leader ⟨1,A⟩ (D,10) term 1
     100ms  A ← C  leader ⟨1,A⟩ (D,10) term 1
     100ms  B ← C  leader ⟨1,A⟩ (D,10) term 1
     100ms  D ← C  leader ⟨1,A⟩ (D,10) term 1
     100ms  D follows D ⟨1,A⟩
     100ms  D ⇒  leader ⟨1,A⟩ (D,10) term 1
     100ms  B ← F  leader ⟨1,A⟩ (D,10) term 1
     100ms  D ← F  leader ⟨1,A⟩ (D,10) term 1
     100ms  C ← D  leader ⟨1,A⟩ (D,10) term 1
     100ms  F ← D  leader ⟨1,A⟩ (D,10) term 1

check D
----
{A B C D F}: D leads
