# C's Ack to B is lost, with all that it carries. B's Probe finds out.
nodes vasudevan signalling=udp
A 1
B 2
C 3
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election ⟨1,A⟩

deliver A-B B-C
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → C  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  C enters an election ⟨1,A⟩
        0s  C → B  ack ⟨1,A⟩ (C,3) term 1

lose C-B ack
----
        0s  C ✗ B  ack ⟨1,A⟩ (C,3) term 1: lost

settle
----
        1s  A: timer 0
        1s  A → B  probe ⟨1,A⟩
        1s  B ← A  probe ⟨1,A⟩
        1s  B → A  reply ⟨1,A⟩ depth 1 part 1
        1s  A ← B  reply ⟨1,A⟩ depth 1 part 1
        1s  B: timer 0
        1s  B → C  probe ⟨1,A⟩ depth 1
        1s  C ← B  probe ⟨1,A⟩ depth 1
        1s  C → B  ack-retry ⟨1,A⟩ (C,3) term 1 retry
        1s  B ← C  ack-retry ⟨1,A⟩ (C,3) term 1 retry
        1s  B → A  ack ⟨1,A⟩ (C,3) term 1
        1s  A ← B  ack ⟨1,A⟩ (C,3) term 1
        1s  A follows C ⟨1,A⟩
        1s  A ⇒  leader ⟨1,A⟩ (C,3) term 1
        1s  B ← A  leader ⟨1,A⟩ (C,3) term 1
        1s  B follows C ⟨1,A⟩
        1s  B ⇒  leader ⟨1,A⟩ (C,3) term 1
        1s  A ← B  leader ⟨1,A⟩ (C,3) term 1
        1s  C ← B  leader ⟨1,A⟩ (C,3) term 1
        1s  C follows C ⟨1,A⟩
        1s  C ⇒  leader ⟨1,A⟩ (C,3) term 1
        1s  B ← C  leader ⟨1,A⟩ (C,3) term 1

check C
----
{A B C}: C leads
