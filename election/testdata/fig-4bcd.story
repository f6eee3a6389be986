# VKT04, Fig. 4b-d: {A,B,C} is stable under C; {U,V,W} is electing when the link A-U
# comes up.
nodes vasudevan signalling=udp
A 1
B 2
C 3
U 21
V 22
W 23
A-B A-C B-C U-V U-W
----

elect A quiet
----
        0s  A enters an election ⟨1,A⟩

deliver all quiet
----
        0s  B enters an election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  A follows C ⟨1,A⟩
        0s  B follows C ⟨1,A⟩
        0s  C follows C ⟨1,A⟩

elect U
----
        0s  U enters an election ⟨1,U⟩
        0s  U → V  election ⟨1,U⟩
        0s  U → W  election ⟨1,U⟩

# (b) A sends Ldr(C) to U, which ends its election first, and keeps that for later.
link A-U
----
        0s  A → U  exchange ⟨1,A⟩ (C,3) term 1 ends 1

deliver A-U
----
        0s  U ← A  exchange ⟨1,A⟩ (C,3) term 1 ends 1

# (c) U's election ends: it announces W to V, to W, and to A, the new neighbour.
deliver U-V U-W V-U W-U
----
        0s  V ← U  election ⟨1,U⟩
        0s  V enters an election ⟨1,U⟩
        0s  V → U  ack ⟨1,U⟩ (V,22) term 1
        0s  W ← U  election ⟨1,U⟩
        0s  W enters an election ⟨1,U⟩
        0s  W → U  ack ⟨1,U⟩ (W,23) term 1
        0s  U ← V  ack ⟨1,U⟩ (V,22) term 1
        0s  U ← W  ack ⟨1,U⟩ (W,23) term 1
        0s  U follows W ⟨1,U⟩
        0s  U ⇒  leader ⟨1,U⟩ (W,23) term 1

# (d) A adopts W, and tells B and C.
deliver all
----
        0s  A ← U  leader ⟨1,U⟩ (W,23) term 1
        0s  A follows W
        0s  A ⇒  leader ⟨1,U⟩ (W,23) term 1 age 20
        0s  V ← U  leader ⟨1,U⟩ (W,23) term 1
        0s  V follows W ⟨1,U⟩
        0s  V ⇒  leader ⟨1,U⟩ (W,23) term 1
        0s  W ← U  leader ⟨1,U⟩ (W,23) term 1
        0s  W follows W ⟨1,U⟩
        0s  W ⇒  leader ⟨1,U⟩ (W,23) term 1
        0s  B ← A  leader ⟨1,U⟩ (W,23) term 1 age 20
        0s  B follows W
        0s  B ⇒  leader ⟨1,U⟩ (W,23) term 1 age 40
        0s  C ← A  leader ⟨1,U⟩ (W,23) term 1 age 20
        0s  C follows W
        0s  C ⇒  leader ⟨1,U⟩ (W,23) term 1 age 40
        0s  U ← A  leader ⟨1,U⟩ (W,23) term 1 age 20
        0s  U ← V  leader ⟨1,U⟩ (W,23) term 1
        0s  U ← W  leader ⟨1,U⟩ (W,23) term 1
        0s  A ← B  leader ⟨1,U⟩ (W,23) term 1 age 40
        0s  C ← B  leader ⟨1,U⟩ (W,23) term 1 age 40
        0s  A ← C  leader ⟨1,U⟩ (W,23) term 1 age 40
        0s  B ← C  leader ⟨1,U⟩ (W,23) term 1 age 40

check W
----
{A B C U V W}: W leads
