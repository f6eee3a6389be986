# D, the leader, crashes. After the beacon time-out C is the first to call an
# election, and its Elections name D as the one departed. Nobody has another leader:
# all join.
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

crash D
----
        0s  D crashes

settle
----
        6s  A: timer 1
        6s  A knows no leader
        6s  B: timer 1
        6s  B knows no leader
        6s  C: timer 1
        6s  C knows no leader
 6.283823s  C: timer 2
 6.283823s  C enters an election ⟨1,C⟩
 6.283823s  C ⇒  election-named ⟨1,C⟩ departed D
 6.283823s  B ← C  election-named ⟨1,C⟩ departed D
 6.283823s  B enters an election ⟨1,C⟩
 6.283823s  B → C  child ⟨1,C⟩
 6.283823s  B ⇒  election-named ⟨1,C⟩ depth 1 departed D
 6.283823s  C ← B  child ⟨1,C⟩
 6.283823s  A ← B  election-named ⟨1,C⟩ depth 1 departed D
 6.283823s  A enters an election ⟨1,C⟩
 6.283823s  A → B  child ⟨1,C⟩
 6.283823s  A ⇒  election-named ⟨1,C⟩ depth 2 departed D
 6.283823s  C ← B  election-named ⟨1,C⟩ depth 1 departed D
 6.283823s  B ← A  child ⟨1,C⟩
 6.283823s  B ← A  election-named ⟨1,C⟩ depth 2 departed D
 6.383823s  C: timer 0
 6.383823s  B: timer 0
 6.383823s  A: timer 0
 6.383823s  A → B  ack ⟨1,C⟩ (A,1) term 1
 6.383823s  B ← A  ack ⟨1,C⟩ (A,1) term 1
 6.383823s  B → C  ack ⟨1,C⟩ (B,2) term 1
 6.383823s  C ← B  ack ⟨1,C⟩ (B,2) term 1
 6.383823s  C follows C ⟨1,C⟩
 6.383823s  C ⇒  leader ⟨1,C⟩ (C,3) term 1
 6.383823s  B ← C  leader ⟨1,C⟩ (C,3) term 1
 6.383823s  B follows C ⟨1,C⟩
 6.383823s  B ⇒  leader ⟨1,C⟩ (C,3) term 1
 6.383823s  A ← B  leader ⟨1,C⟩ (C,3) term 1
 6.383823s  A follows C ⟨1,C⟩
 6.383823s  A ⇒  leader ⟨1,C⟩ (C,3) term 1
 6.383823s  C ← B  leader ⟨1,C⟩ (C,3) term 1
 6.383823s  B ← A  leader ⟨1,C⟩ (C,3) term 1

check C
----
{A B C}: C leads
