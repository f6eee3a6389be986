# A resigns without an heir: RESIGN is flooded, and a contest opens. B offers
# most, and so claims first. A, which has resigned, follows.
nodes tanist leader=A
A 100
B 80
C 40
line
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

resign A
----
        0s  A resigns
        0s  A ⇒  resign (A,100) stamp 1ns
        0s  A enters an election ⟨1,A⟩

settle
----
        0s  B ← A  resign (A,100) stamp 1ns
        0s  B ⇒  resign (A,100) stamp 1ns
        0s  B enters an election ⟨1,B⟩
        0s  A ← B  resign (A,100) stamp 1ns
        0s  C ← B  resign (A,100) stamp 1ns
        0s  C ⇒  resign (A,100) stamp 1ns
        0s  C enters an election ⟨1,C⟩
        0s  B ← C  resign (A,100) stamp 1ns
 438.443ms  B: timer 0
 438.443ms  B ⇒  claim (B,80) stamp 438.4428ms
 438.443ms  A ← B  claim (B,80) stamp 438.4428ms
 438.443ms  A ⇒  claim (B,80) stamp 438.4428ms
 438.443ms  C ← B  claim (B,80) stamp 438.4428ms
 438.443ms  C ⇒  claim (B,80) stamp 438.4428ms
 438.443ms  B ← A  claim (B,80) stamp 438.4428ms
 438.443ms  B ← C  claim (B,80) stamp 438.4428ms
 498.443ms  B: timer 0
 498.443ms  B follows B ⟨1,B⟩
 498.443ms  A: timer 0
 498.443ms  A follows B ⟨1,A⟩
 498.443ms  C: timer 0
 498.443ms  C follows B ⟨1,C⟩

check B
----
{A B C}: B leads
