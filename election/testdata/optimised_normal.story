# At a first election nobody has departed: Elections name no one, and all join, as
# with signalling=broadcast.
nodes vasudevan signalling=optimised
A 1
B 2
C 3
line
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
        0s  A ← B  child ⟨1,A⟩
        0s  A ← B  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  C enters an election ⟨1,A⟩
        0s  C → B  child ⟨1,A⟩
        0s  C ⇒  election ⟨1,A⟩ depth 2
        0s  B ← C  child ⟨1,A⟩
        0s  B ← C  election ⟨1,A⟩ depth 2
     100ms  A: timer 0
     100ms  B: timer 0
     100ms  C: timer 0
     100ms  C → B  ack ⟨1,A⟩ (C,3) term 1
     100ms  B ← C  ack ⟨1,A⟩ (C,3) term 1
     100ms  B → A  ack ⟨1,A⟩ (C,3) term 1
     100ms  A ← B  ack ⟨1,A⟩ (C,3) term 1
     100ms  A follows C ⟨1,A⟩
     100ms  A ⇒  leader ⟨1,A⟩ (C,3) term 1
     100ms  B ← A  leader ⟨1,A⟩ (C,3) term 1
     100ms  B follows C ⟨1,A⟩
     100ms  B ⇒  leader ⟨1,A⟩ (C,3) term 1
     100ms  A ← B  leader ⟨1,A⟩ (C,3) term 1
     100ms  C ← B  leader ⟨1,A⟩ (C,3) term 1
     100ms  C follows C ⟨1,A⟩
     100ms  C ⇒  leader ⟨1,A⟩ (C,3) term 1
     100ms  B ← C  leader ⟨1,A⟩ (C,3) term 1

check C
----
{A B C}: C leads
