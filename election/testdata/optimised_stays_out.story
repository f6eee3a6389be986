# B leads {A,B}, D leads {C,D}. A and C get a link, and at the same moment A takes B
# for gone: its Election names B as departed. C has another leader, and stays out:
# it answers at once (ack), and does not pass the Election on. D hears nothing of
# it. When A announces B, C weighs that like any claim, and answers with D
# (exchange), whom all follow then.
nodes vasudevan signalling=optimised
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C
----
        0s  A enters an election ⟨1,A⟩
        0s  A ⇒  election ⟨1,A⟩
        0s  C enters an election ⟨1,C⟩
        0s  C ⇒  election ⟨1,C⟩

settle quiet
----
        0s  B enters an election ⟨1,A⟩
        0s  D enters an election ⟨1,C⟩
     100ms  A follows B ⟨1,A⟩
     100ms  B follows B ⟨1,A⟩
     100ms  C follows D ⟨1,C⟩
     100ms  D follows D ⟨1,C⟩

check
----
{A B}: B leads
{C D}: D leads

link A-C
----

elect A
----
     100ms  A enters an election ⟨2,A⟩
     100ms  A ⇒  election-named ⟨2,A⟩ departed B

settle
----
     100ms  B ← A  election-named ⟨2,A⟩ departed B
     100ms  B enters an election ⟨2,A⟩
     100ms  B → A  child ⟨2,A⟩
     100ms  B ⇒  election-named ⟨2,A⟩ depth 1 departed B
     100ms  C ← A  election-named ⟨2,A⟩ departed B
     100ms  C → A  ack ⟨2,A⟩
     100ms  A ← B  child ⟨2,A⟩
     100ms  A ← B  election-named ⟨2,A⟩ depth 1 departed B
     100ms  A ← C  ack ⟨2,A⟩
     200ms  A: timer 0
     200ms  B: timer 0
     200ms  B → A  ack ⟨2,A⟩ (B,2) term 1
     200ms  A ← B  ack ⟨2,A⟩ (B,2) term 1
     200ms  A follows B ⟨2,A⟩
     200ms  A ⇒  leader ⟨2,A⟩ (B,2) term 1
     200ms  B ← A  leader ⟨2,A⟩ (B,2) term 1
     200ms  B follows B ⟨2,A⟩
     200ms  B ⇒  leader ⟨2,A⟩ (B,2) term 1
     200ms  C ← A  leader ⟨2,A⟩ (B,2) term 1
     200ms  C → A  exchange ⟨1,C⟩ (D,4) term 1 age 100
     200ms  A ← B  leader ⟨2,A⟩ (B,2) term 1
     200ms  A ← C  exchange ⟨1,C⟩ (D,4) term 1 age 100
     200ms  A follows D
     200ms  A ⇒  exchange ⟨1,C⟩ (D,4) term 1 age 120
     200ms  B ← A  exchange ⟨1,C⟩ (D,4) term 1 age 120
     200ms  B follows D
     200ms  B ⇒  exchange ⟨1,C⟩ (D,4) term 1 age 140
     200ms  C ← A  exchange ⟨1,C⟩ (D,4) term 1 age 120
     200ms  A ← B  exchange ⟨1,C⟩ (D,4) term 1 age 140

check D
----
{A B C D}: D leads
