# C's Child to B is lost: B takes itself for a leaf, and leaves C out; B is
# announced. C hears that while it is electing, knows itself to be better, and
# announces itself.
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

deliver A-B B-C
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → A  child ⟨1,A⟩
        0s  B ⇒  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  C enters an election ⟨1,A⟩
        0s  C → B  child ⟨1,A⟩
        0s  C ⇒  election ⟨1,A⟩ depth 2

lose C-B child
----
        0s  C ✗ B  child ⟨1,A⟩: lost

settle
----
        0s  A ← B  child ⟨1,A⟩
        0s  A ← B  election ⟨1,A⟩ depth 1
        0s  B ← C  election ⟨1,A⟩ depth 2
     100ms  A: timer 0
     100ms  B: timer 0
     100ms  B → A  ack ⟨1,A⟩ (B,2) term 1
     100ms  A ← B  ack ⟨1,A⟩ (B,2) term 1
     100ms  A follows B ⟨1,A⟩
     100ms  A ⇒  leader ⟨1,A⟩ (B,2) term 1
     100ms  B ← A  leader ⟨1,A⟩ (B,2) term 1
     100ms  B follows B ⟨1,A⟩
     100ms  B ⇒  leader ⟨1,A⟩ (B,2) term 1
     100ms  A ← B  leader ⟨1,A⟩ (B,2) term 1
     100ms  C ← B  leader ⟨1,A⟩ (B,2) term 1
     100ms  C follows C ⟨1,A⟩
     100ms  C ⇒  leader ⟨1,A⟩ (C,3) term 1
     100ms  B ← C  leader ⟨1,A⟩ (C,3) term 1
     100ms  B follows C
     100ms  B ⇒  leader ⟨1,A⟩ (C,3) term 1 age 20
     100ms  A ← B  leader ⟨1,A⟩ (C,3) term 1 age 20
     100ms  A follows C
     100ms  A ⇒  leader ⟨1,A⟩ (C,3) term 1 age 40
     100ms  C ← B  leader ⟨1,A⟩ (C,3) term 1 age 20
     100ms  B ← A  leader ⟨1,A⟩ (C,3) term 1 age 40

check C
----
{A B C}: C leads
