# VKT04, Fig. 7, Election-Opt: {A,B,C} is a triangle with leader C; G, with its
# neighbours D and H, has the leader Z.
nodes vasudevan signalling=optimised
A 1
B 2
C 3
D 4
G 7
H 8
Z 26
A-B A-C B-C D-G G-H G-Z
----

elect A G quiet
----
        0s  A enters an election ⟨1,A⟩
        0s  G enters an election ⟨1,G⟩

settle quiet
----
        0s  B enters an election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  D enters an election ⟨1,G⟩
        0s  H enters an election ⟨1,G⟩
        0s  Z enters an election ⟨1,G⟩
     100ms  A follows C ⟨1,A⟩
     100ms  B follows C ⟨1,A⟩
     100ms  C follows C ⟨1,A⟩
     100ms  G follows Z ⟨1,G⟩
     100ms  D follows Z ⟨1,G⟩
     100ms  H follows Z ⟨1,G⟩
     100ms  Z follows Z ⟨1,G⟩

check
----
{A B C}: C leads
{D G H Z}: Z leads

# Z dies, the link A-G comes up, and G starts: its Election names Z.
crash Z
----
     100ms  Z crashes

link A-G
----

elect G
----
     100ms  G enters an election ⟨2,G⟩
     100ms  G ⇒  election-named ⟨2,G⟩ departed Z

# A has another leader: it answers at once, and neither joins nor passes it on.
deliver G-A A-G
----
     100ms  A ← G  election-named ⟨2,G⟩ departed Z
     100ms  A → G  ack ⟨2,G⟩
     100ms  G ← A  ack ⟨2,G⟩

# D and H join; G announces H, which A adopts, and tells B and C.
settle
----
     100ms  D ← G  election-named ⟨2,G⟩ departed Z
     100ms  D enters an election ⟨2,G⟩
     100ms  D → G  child ⟨2,G⟩
     100ms  D ⇒  election-named ⟨2,G⟩ depth 1 departed Z
     100ms  H ← G  election-named ⟨2,G⟩ departed Z
     100ms  H enters an election ⟨2,G⟩
     100ms  H → G  child ⟨2,G⟩
     100ms  H ⇒  election-named ⟨2,G⟩ depth 1 departed Z
     100ms  G ← D  child ⟨2,G⟩
     100ms  G ← D  election-named ⟨2,G⟩ depth 1 departed Z
     100ms  G ← H  child ⟨2,G⟩
     100ms  G ← H  election-named ⟨2,G⟩ depth 1 departed Z
     200ms  G: timer 0
     200ms  D: timer 0
     200ms  D → G  ack ⟨2,G⟩ (D,4) term 1
     200ms  G ← D  ack ⟨2,G⟩ (D,4) term 1
     200ms  H: timer 0
     200ms  H → G  ack ⟨2,G⟩ (H,8) term 1
     200ms  G ← H  ack ⟨2,G⟩ (H,8) term 1
     200ms  G follows H ⟨2,G⟩
     200ms  G ⇒  leader ⟨2,G⟩ (H,8) term 1
     200ms  A ← G  leader ⟨2,G⟩ (H,8) term 1
     200ms  A follows H
     200ms  A ⇒  leader ⟨2,G⟩ (H,8) term 1 age 20
     200ms  D ← G  leader ⟨2,G⟩ (H,8) term 1
     200ms  D follows H ⟨2,G⟩
     200ms  D ⇒  leader ⟨2,G⟩ (H,8) term 1
     200ms  H ← G  leader ⟨2,G⟩ (H,8) term 1
     200ms  H follows H ⟨2,G⟩
     200ms  H ⇒  leader ⟨2,G⟩ (H,8) term 1
     200ms  B ← A  leader ⟨2,G⟩ (H,8) term 1 age 20
     200ms  B follows H
     200ms  B ⇒  leader ⟨2,G⟩ (H,8) term 1 age 40
     200ms  C ← A  leader ⟨2,G⟩ (H,8) term 1 age 20
     200ms  C follows H
     200ms  C ⇒  leader ⟨2,G⟩ (H,8) term 1 age 40
     200ms  G ← A  leader ⟨2,G⟩ (H,8) term 1 age 20
     200ms  G ← D  leader ⟨2,G⟩ (H,8) term 1
     200ms  G ← H  leader ⟨2,G⟩ (H,8) term 1
     200ms  A ← B  leader ⟨2,G⟩ (H,8) term 1 age 40
     200ms  C ← B  leader ⟨2,G⟩ (H,8) term 1 age 40
     200ms  A ← C  leader ⟨2,G⟩ (H,8) term 1 age 40
     200ms  B ← C  leader ⟨2,G⟩ (H,8) term 1 age 40

check H
----
{A B C D G H}: H leads
