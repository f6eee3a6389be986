# VKT04, Fig. 4a: {A,B,C} has the leader C, {U,V,W} the leader W, and both are stable.
nodes vasudevan signalling=udp
A 1
B 2
C 3
U 21
V 22
W 23
A-B A-C B-C U-V U-W
----

elect A U quiet
----
        0s  A enters an election ⟨1,A⟩
        0s  U enters an election ⟨1,U⟩

deliver all quiet
----
        0s  B enters an election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  V enters an election ⟨1,U⟩
        0s  W enters an election ⟨1,U⟩
        0s  U follows W ⟨1,U⟩
        0s  V follows W ⟨1,U⟩
        0s  W follows W ⟨1,U⟩
        0s  A follows C ⟨1,A⟩
        0s  B follows C ⟨1,A⟩
        0s  C follows C ⟨1,A⟩

# The ends of the new link exchange leaders: Ldr(C), Ldr(W).
link A-U
----
        0s  A → U  exchange ⟨1,A⟩ (C,3) term 1 ends 1
        0s  U → A  exchange ⟨1,U⟩ (W,23) term 1 ends 1

# A adopts W, and tells B and C. U has the better one already.
deliver A-U U-A
----
        0s  U ← A  exchange ⟨1,A⟩ (C,3) term 1 ends 1
        0s  A ← U  exchange ⟨1,U⟩ (W,23) term 1 ends 1
        0s  A follows W
        0s  A ⇒  exchange ⟨1,U⟩ (W,23) term 1 age 20

deliver all
----
        0s  B ← A  exchange ⟨1,U⟩ (W,23) term 1 age 20
        0s  B follows W
        0s  B ⇒  exchange ⟨1,U⟩ (W,23) term 1 age 40
        0s  C ← A  exchange ⟨1,U⟩ (W,23) term 1 age 20
        0s  C follows W
        0s  C ⇒  exchange ⟨1,U⟩ (W,23) term 1 age 40
        0s  U ← A  exchange ⟨1,U⟩ (W,23) term 1 age 20
        0s  A ← B  exchange ⟨1,U⟩ (W,23) term 1 age 40
        0s  C ← B  exchange ⟨1,U⟩ (W,23) term 1 age 40
        0s  A ← C  exchange ⟨1,U⟩ (W,23) term 1 age 40
        0s  B ← C  exchange ⟨1,U⟩ (W,23) term 1 age 40

# Nobody called an election.
check W
----
{A B C U V W}: W leads
