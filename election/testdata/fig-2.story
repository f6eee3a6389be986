# VKT04, Fig. 2: two computations meet. A, B, C are in ⟨3,B⟩ (the figure prints ⟨2,B⟩,
# the text ⟨3,B⟩: only the text tests the tie-break by id), D and G in ⟨3,D⟩. Two
# elections of B and two of D bring num to 2 first.
nodes vasudevan signalling=udp
A 1
B 2
C 3
D 4
G 7
H 8
A-B A-C B-C G-D G-H
----

elect B D quiet
----
        0s  B enters an election ⟨1,B⟩
        0s  D enters an election ⟨1,D⟩

deliver all quiet
----
        0s  A enters an election ⟨1,B⟩
        0s  C enters an election ⟨1,B⟩
        0s  G enters an election ⟨1,D⟩
        0s  H enters an election ⟨1,D⟩
        0s  B follows C ⟨1,B⟩
        0s  D follows H ⟨1,D⟩
        0s  A follows C ⟨1,B⟩
        0s  C follows C ⟨1,B⟩
        0s  G follows H ⟨1,D⟩
        0s  H follows H ⟨1,D⟩

elect B D quiet
----
        0s  B enters an election ⟨2,B⟩
        0s  D enters an election ⟨2,D⟩

deliver all quiet
----
        0s  A enters an election ⟨2,B⟩
        0s  C enters an election ⟨2,B⟩
        0s  G enters an election ⟨2,D⟩
        0s  H enters an election ⟨2,D⟩
        0s  B follows C ⟨2,B⟩
        0s  D follows H ⟨2,D⟩
        0s  A follows C ⟨2,B⟩
        0s  C follows C ⟨2,B⟩
        0s  G follows H ⟨2,D⟩
        0s  H follows H ⟨2,D⟩

link A-G quiet
----

deliver all quiet
----
        0s  A follows H
        0s  B follows H
        0s  C follows H

# B and D start their third at the same time.
elect B D
----
        0s  B enters an election ⟨3,B⟩
        0s  B → A  election ⟨3,B⟩
        0s  B → C  election ⟨3,B⟩
        0s  D enters an election ⟨3,D⟩
        0s  D → G  election ⟨3,D⟩

deliver B-A B-C D-G
----
        0s  A ← B  election ⟨3,B⟩
        0s  A enters an election ⟨3,B⟩
        0s  A → C  election ⟨3,B⟩ depth 1
        0s  A → G  election ⟨3,B⟩ depth 1
        0s  C ← B  election ⟨3,B⟩
        0s  C enters an election ⟨3,B⟩
        0s  C → A  election ⟨3,B⟩ depth 1
        0s  G ← D  election ⟨3,D⟩
        0s  G enters an election ⟨3,D⟩
        0s  G → A  election ⟨3,D⟩ depth 1
        0s  G → H  election ⟨3,D⟩ depth 1

# G's Election of ⟨3,D⟩ reaches H, and A, which leaves ⟨3,B⟩, takes G for parent, and
# sends ⟨3,D⟩ to B and C.
deliver G-H A-G G-A
----
        0s  H ← G  election ⟨3,D⟩ depth 1
        0s  H enters an election ⟨3,D⟩
        0s  H → G  ack ⟨3,D⟩ (H,8) term 1
        0s  G ← A  election ⟨3,B⟩ depth 1
        0s  A ← G  election ⟨3,D⟩ depth 1
        0s  A enters an election ⟨3,D⟩
        0s  A → B  election ⟨3,D⟩ depth 2
        0s  A → C  election ⟨3,D⟩ depth 2

# B and C leave ⟨3,B⟩, B's own.
deliver all
----
        0s  C ← A  election ⟨3,B⟩ depth 1
        0s  C → A  ack ⟨3,B⟩
        0s  A ← C  election ⟨3,B⟩ depth 1
        0s  G ← H  ack ⟨3,D⟩ (H,8) term 1
        0s  B ← A  election ⟨3,D⟩ depth 2
        0s  B enters an election ⟨3,D⟩
        0s  B → C  election ⟨3,D⟩ depth 3
        0s  C ← A  election ⟨3,D⟩ depth 2
        0s  C enters an election ⟨3,D⟩
        0s  C → B  election ⟨3,D⟩ depth 3
        0s  A ← C  ack ⟨3,B⟩
        0s  C ← B  election ⟨3,D⟩ depth 3
        0s  C → B  ack ⟨3,D⟩
        0s  B ← C  election ⟨3,D⟩ depth 3
        0s  B → C  ack ⟨3,D⟩
        0s  B ← C  ack ⟨3,D⟩
        0s  B → A  ack ⟨3,D⟩ (B,2) term 1
        0s  C ← B  ack ⟨3,D⟩
        0s  C → A  ack ⟨3,D⟩ (C,3) term 1
        0s  A ← B  ack ⟨3,D⟩ (B,2) term 1
        0s  A ← C  ack ⟨3,D⟩ (C,3) term 1
        0s  A → G  ack ⟨3,D⟩ (C,3) term 1
        0s  G ← A  ack ⟨3,D⟩ (C,3) term 1
        0s  G → D  ack ⟨3,D⟩ (H,8) term 1
        0s  D ← G  ack ⟨3,D⟩ (H,8) term 1
        0s  D follows H ⟨3,D⟩
        0s  D ⇒  leader ⟨3,D⟩ (H,8) term 1
        0s  G ← D  leader ⟨3,D⟩ (H,8) term 1
        0s  G follows H ⟨3,D⟩
        0s  G ⇒  leader ⟨3,D⟩ (H,8) term 1
        0s  A ← G  leader ⟨3,D⟩ (H,8) term 1
        0s  A follows H ⟨3,D⟩
        0s  A ⇒  leader ⟨3,D⟩ (H,8) term 1
        0s  D ← G  leader ⟨3,D⟩ (H,8) term 1
        0s  H ← G  leader ⟨3,D⟩ (H,8) term 1
        0s  H follows H ⟨3,D⟩
        0s  H ⇒  leader ⟨3,D⟩ (H,8) term 1
        0s  B ← A  leader ⟨3,D⟩ (H,8) term 1
        0s  B follows H ⟨3,D⟩
        0s  B ⇒  leader ⟨3,D⟩ (H,8) term 1
        0s  C ← A  leader ⟨3,D⟩ (H,8) term 1
        0s  C follows H ⟨3,D⟩
        0s  C ⇒  leader ⟨3,D⟩ (H,8) term 1
        0s  G ← A  leader ⟨3,D⟩ (H,8) term 1
        0s  G ← H  leader ⟨3,D⟩ (H,8) term 1
        0s  A ← B  leader ⟨3,D⟩ (H,8) term 1
        0s  C ← B  leader ⟨3,D⟩ (H,8) term 1
        0s  A ← C  leader ⟨3,D⟩ (H,8) term 1
        0s  B ← C  leader ⟨3,D⟩ (H,8) term 1

check H
----
{A B C D G H}: H leads
