# VKT04, Fig. 3: a computation is partitioned, and its parts merge. Values as letters;
# B is the source; C and A take B for parent, D takes A, H and E take D.
nodes vasudevan signalling=udp
A 1
B 2
C 3
D 4
E 5
H 8
A-B B-C A-D D-H D-E
----

elect B
----
        0s  B enters an election ⟨1,B⟩
        0s  B → A  election ⟨1,B⟩
        0s  B → C  election ⟨1,B⟩

deliver B-A B-C A-D D-H D-E C-B H-D E-D
----
        0s  A ← B  election ⟨1,B⟩
        0s  A enters an election ⟨1,B⟩
        0s  A → D  election ⟨1,B⟩ depth 1
        0s  C ← B  election ⟨1,B⟩
        0s  C enters an election ⟨1,B⟩
        0s  C → B  ack ⟨1,B⟩ (C,3) term 1
        0s  D ← A  election ⟨1,B⟩ depth 1
        0s  D enters an election ⟨1,B⟩
        0s  D → E  election ⟨1,B⟩ depth 2
        0s  D → H  election ⟨1,B⟩ depth 2
        0s  H ← D  election ⟨1,B⟩ depth 2
        0s  H enters an election ⟨1,B⟩
        0s  H → D  ack ⟨1,B⟩ (H,8) term 1
        0s  E ← D  election ⟨1,B⟩ depth 2
        0s  E enters an election ⟨1,B⟩
        0s  E → D  ack ⟨1,B⟩ (E,5) term 1
        0s  B ← C  ack ⟨1,B⟩ (C,3) term 1
        0s  D ← H  ack ⟨1,B⟩ (H,8) term 1
        0s  D ← E  ack ⟨1,B⟩ (E,5) term 1
        0s  D → A  ack ⟨1,B⟩ (H,8) term 1

# A leaves. Here an oracle tells its neighbours at once what in the paper Probes find.
# B, with C's Ack in, drops A and announces C. D, its children's Acks in and its
# parent gone, ends the computation itself, and announces H. A, alone, elects itself.
cut A-B A-D
----
        0s  D ✗ A  ack ⟨1,B⟩ (H,8) term 1: no link
        0s  B follows C ⟨1,B⟩
        0s  B ⇒  leader ⟨1,B⟩ (C,3) term 1
        0s  A follows A ⟨1,B⟩
        0s  A ⇒  leader ⟨1,B⟩ (A,1) term 1
        0s  D follows H ⟨1,B⟩
        0s  D ⇒  leader ⟨1,B⟩ (H,8) term 1

deliver B-C
----
        0s  C ← B  leader ⟨1,B⟩ (C,3) term 1
        0s  C follows C ⟨1,B⟩
        0s  C ⇒  leader ⟨1,B⟩ (C,3) term 1

# The new link C-D: they exchange Ldr(C) and Ldr(H).
link C-D
----
        0s  C → D  exchange ⟨1,B⟩ (C,3) term 1 ends 1
        0s  D → C  exchange ⟨1,B⟩ (H,8) term 1 ends 1

# C passes H on to B.
deliver all
----
        0s  E ← D  leader ⟨1,B⟩ (H,8) term 1
        0s  E follows H ⟨1,B⟩
        0s  E ⇒  leader ⟨1,B⟩ (H,8) term 1
        0s  H ← D  leader ⟨1,B⟩ (H,8) term 1
        0s  H follows H ⟨1,B⟩
        0s  H ⇒  leader ⟨1,B⟩ (H,8) term 1
        0s  B ← C  leader ⟨1,B⟩ (C,3) term 1
        0s  D ← C  exchange ⟨1,B⟩ (C,3) term 1 ends 1
        0s  C ← D  exchange ⟨1,B⟩ (H,8) term 1 ends 1
        0s  C follows H
        0s  C ⇒  exchange ⟨1,B⟩ (H,8) term 1 age 20
        0s  D ← E  leader ⟨1,B⟩ (H,8) term 1
        0s  D ← H  leader ⟨1,B⟩ (H,8) term 1
        0s  B ← C  exchange ⟨1,B⟩ (H,8) term 1 age 20
        0s  B follows H
        0s  B ⇒  exchange ⟨1,B⟩ (H,8) term 1 age 40
        0s  D ← C  exchange ⟨1,B⟩ (H,8) term 1 age 20
        0s  C ← B  exchange ⟨1,B⟩ (H,8) term 1 age 40

# One computation, two successive leaders: B's election lasted until the second.
check
----
{A}: A leads
{B C D E H}: H leads
