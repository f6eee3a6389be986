# D, the best, crashes when its Child is on its way to C, which counts on it. The
# others wait; C's Probes go unanswered three times, and it leaves D out.
nodes vasudevan signalling=broadcast
A 1
B 2
C 3
D 4
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A ⇒  election ⟨1,A⟩

deliver A-B B-C C-D
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → A  child ⟨1,A⟩
        0s  B ⇒  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  C enters an election ⟨1,A⟩
        0s  C → B  child ⟨1,A⟩
        0s  C ⇒  election ⟨1,A⟩ depth 2
        0s  D ← C  election ⟨1,A⟩ depth 2
        0s  D enters an election ⟨1,A⟩
        0s  D → C  child ⟨1,A⟩
        0s  D ⇒  election ⟨1,A⟩ depth 3

crash D
----
        0s  D crashes

settle
----
        0s  A ← B  child ⟨1,A⟩
        0s  A ← B  election ⟨1,A⟩ depth 1
        0s  B ← C  child ⟨1,A⟩
        0s  B ← C  election ⟨1,A⟩ depth 2
        0s  C ← D  child ⟨1,A⟩
        0s  C ← D  election ⟨1,A⟩ depth 3
     100ms  A: timer 0
     100ms  B: timer 0
     100ms  C: timer 0
      1.1s  A: timer 0
      1.1s  A → B  probe ⟨1,A⟩
      1.1s  B ← A  probe ⟨1,A⟩
      1.1s  B → A  reply ⟨1,A⟩ depth 1 part 1
      1.1s  A ← B  reply ⟨1,A⟩ depth 1 part 1
      1.1s  B: timer 0
      1.1s  B → C  probe ⟨1,A⟩ depth 1
      1.1s  C ← B  probe ⟨1,A⟩ depth 1
      1.1s  C → B  reply ⟨1,A⟩ depth 2 part 1
      1.1s  B ← C  reply ⟨1,A⟩ depth 2 part 1
      1.1s  C: timer 0
      1.1s  C → D  probe ⟨1,A⟩ depth 2
      1.1s  C ✗ D  probe ⟨1,A⟩ depth 2: D is down
     1.35s  A: timer 0
     1.35s  B: timer 0
     1.35s  C: timer 0
     1.35s  C → D  probe ⟨1,A⟩ depth 2
     1.35s  C ✗ D  probe ⟨1,A⟩ depth 2: D is down
      1.6s  C: timer 0
      1.6s  C → D  probe ⟨1,A⟩ depth 2
      1.6s  C ✗ D  probe ⟨1,A⟩ depth 2: D is down
     1.85s  C: timer 0
     1.85s  C → B  ack ⟨1,A⟩ (C,3) term 1
     1.85s  B ← C  ack ⟨1,A⟩ (C,3) term 1
     1.85s  B → A  ack ⟨1,A⟩ (C,3) term 1
     1.85s  A ← B  ack ⟨1,A⟩ (C,3) term 1
     1.85s  A follows C ⟨1,A⟩
     1.85s  A ⇒  leader ⟨1,A⟩ (C,3) term 1
     1.85s  B ← A  leader ⟨1,A⟩ (C,3) term 1
     1.85s  B follows C ⟨1,A⟩
     1.85s  B ⇒  leader ⟨1,A⟩ (C,3) term 1
     1.85s  A ← B  leader ⟨1,A⟩ (C,3) term 1
     1.85s  C ← B  leader ⟨1,A⟩ (C,3) term 1
     1.85s  C follows C ⟨1,A⟩
     1.85s  C ⇒  leader ⟨1,A⟩ (C,3) term 1
     1.85s  B ← C  leader ⟨1,A⟩ (C,3) term 1

check C
----
{A B C}: C leads
