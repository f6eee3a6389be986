# D leads, and steps down: it calls an election that names D itself as departed. All
# follow D, so all join; D offers 0 and takes part as any other.
nodes vasudevan signalling=optimised leader=D
A 1
B 2
C 3
D 4
line
----
        0s  A follows D
        0s  B follows D
        0s  C follows D
        0s  D follows D

resign D
----
        0s  D resigns
        0s  D enters an election ⟨1,D⟩
        0s  D ⇒  election-named ⟨1,D⟩ departed D

settle
----
        0s  C ← D  election-named ⟨1,D⟩ departed D
        0s  C enters an election ⟨1,D⟩
        0s  C → D  child ⟨1,D⟩
        0s  C ⇒  election-named ⟨1,D⟩ depth 1 departed D
        0s  D ← C  child ⟨1,D⟩
        0s  B ← C  election-named ⟨1,D⟩ depth 1 departed D
        0s  B enters an election ⟨1,D⟩
        0s  B → C  child ⟨1,D⟩
        0s  B ⇒  election-named ⟨1,D⟩ depth 2 departed D
        0s  D ← C  election-named ⟨1,D⟩ depth 1 departed D
        0s  C ← B  child ⟨1,D⟩
        0s  A ← B  election-named ⟨1,D⟩ depth 2 departed D
        0s  A enters an election ⟨1,D⟩
        0s  A → B  child ⟨1,D⟩
        0s  A ⇒  election-named ⟨1,D⟩ depth 3 departed D
        0s  C ← B  election-named ⟨1,D⟩ depth 2 departed D
        0s  B ← A  child ⟨1,D⟩
        0s  B ← A  election-named ⟨1,D⟩ depth 3 departed D
     100ms  D: timer 0
     100ms  C: timer 0
     100ms  B: timer 0
     100ms  A: timer 0
     100ms  A → B  ack ⟨1,D⟩ (A,1) term 1
     100ms  B ← A  ack ⟨1,D⟩ (A,1) term 1
     100ms  B → C  ack ⟨1,D⟩ (B,2) term 1
     100ms  C ← B  ack ⟨1,D⟩ (B,2) term 1
     100ms  C → D  ack ⟨1,D⟩ (C,3) term 1
     100ms  D ← C  ack ⟨1,D⟩ (C,3) term 1
     100ms  D follows C ⟨1,D⟩
     100ms  D ⇒  leader ⟨1,D⟩ (C,3) term 1
     100ms  C ← D  leader ⟨1,D⟩ (C,3) term 1
     100ms  C follows C ⟨1,D⟩
     100ms  C ⇒  leader ⟨1,D⟩ (C,3) term 1
     100ms  B ← C  leader ⟨1,D⟩ (C,3) term 1
     100ms  B follows C ⟨1,D⟩
     100ms  B ⇒  leader ⟨1,D⟩ (C,3) term 1
     100ms  D ← C  leader ⟨1,D⟩ (C,3) term 1
     100ms  A ← B  leader ⟨1,D⟩ (C,3) term 1
     100ms  A follows C ⟨1,D⟩
     100ms  A ⇒  leader ⟨1,D⟩ (C,3) term 1
     100ms  C ← B  leader ⟨1,D⟩ (C,3) term 1
     100ms  B ← A  leader ⟨1,D⟩ (C,3) term 1

check C
----
{A B C D}: C leads
