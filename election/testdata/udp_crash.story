# D, the best, crashes when its Ack is on its way to C, which acknowledges without
# it at once. The Ack arrives still: the dead D is announced after all. Nobody hears
# a beacon of it, and after the time-out C calls another election.
nodes vasudevan signalling=udp
A 1
B 2
C 3
D 4
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election ⟨1,A⟩

deliver A-B B-C C-D
----
        0s  B ← A  election ⟨1,A⟩
        0s  B enters an election ⟨1,A⟩
        0s  B → C  election ⟨1,A⟩ depth 1
        0s  C ← B  election ⟨1,A⟩ depth 1
        0s  C enters an election ⟨1,A⟩
        0s  C → D  election ⟨1,A⟩ depth 2
        0s  D ← C  election ⟨1,A⟩ depth 2
        0s  D enters an election ⟨1,A⟩
        0s  D → C  ack ⟨1,A⟩ (D,4) term 1

crash D
----
        0s  D crashes
        0s  C → B  ack ⟨1,A⟩ (C,3) term 1

settle
----
        0s  C ← D  ack ⟨1,A⟩ (D,4) term 1
        0s  C → B  ack-retry ⟨1,A⟩ (D,4) term 1 retry
        0s  B ← C  ack ⟨1,A⟩ (C,3) term 1
        0s  B → A  ack ⟨1,A⟩ (C,3) term 1
        0s  B ← C  ack-retry ⟨1,A⟩ (D,4) term 1 retry
        0s  B → A  ack-retry ⟨1,A⟩ (D,4) term 1 retry
        0s  A ← B  ack ⟨1,A⟩ (C,3) term 1
        0s  A follows C ⟨1,A⟩
        0s  A ⇒  leader ⟨1,A⟩ (C,3) term 1
        0s  A ← B  ack-retry ⟨1,A⟩ (D,4) term 1 retry
        0s  A follows D ⟨1,A⟩
        0s  A ⇒  leader ⟨1,A⟩ (D,4) term 1
        0s  B ← A  leader ⟨1,A⟩ (C,3) term 1
        0s  B follows D ⟨1,A⟩
        0s  B ⇒  leader ⟨1,A⟩ (D,4) term 1
        0s  B ← A  leader ⟨1,A⟩ (D,4) term 1
        0s  A ← B  leader ⟨1,A⟩ (D,4) term 1
        0s  C ← B  leader ⟨1,A⟩ (D,4) term 1
        0s  C follows D ⟨1,A⟩
        0s  C ⇒  leader ⟨1,A⟩ (D,4) term 1
        0s  B ← C  leader ⟨1,A⟩ (D,4) term 1
        6s  A: timer 1
        6s  A knows no leader
        6s  B: timer 1
        6s  B knows no leader
        6s  C: timer 1
        6s  C knows no leader
 6.283823s  C: timer 2
 6.283823s  C enters an election ⟨2,C⟩
 6.283823s  C → B  election ⟨2,C⟩
 6.283823s  B ← C  election ⟨2,C⟩
 6.283823s  B enters an election ⟨2,C⟩
 6.283823s  B → A  election ⟨2,C⟩ depth 1
 6.283823s  A ← B  election ⟨2,C⟩ depth 1
 6.283823s  A enters an election ⟨2,C⟩
 6.283823s  A → B  ack ⟨2,C⟩ (A,1) term 1
 6.283823s  B ← A  ack ⟨2,C⟩ (A,1) term 1
 6.283823s  B → C  ack ⟨2,C⟩ (B,2) term 1
 6.283823s  C ← B  ack ⟨2,C⟩ (B,2) term 1
 6.283823s  C follows C ⟨2,C⟩
 6.283823s  C ⇒  leader ⟨2,C⟩ (C,3) term 1
 6.283823s  B ← C  leader ⟨2,C⟩ (C,3) term 1
 6.283823s  B follows C ⟨2,C⟩
 6.283823s  B ⇒  leader ⟨2,C⟩ (C,3) term 1
 6.283823s  A ← B  leader ⟨2,C⟩ (C,3) term 1
 6.283823s  A follows C ⟨2,C⟩
 6.283823s  A ⇒  leader ⟨2,C⟩ (C,3) term 1
 6.283823s  C ← B  leader ⟨2,C⟩ (C,3) term 1
 6.283823s  B ← A  leader ⟨2,C⟩ (C,3) term 1

check C
----
{A B C}: C leads
