# s-elect-leader-c, complete of 3, losses 2, one leader always: convicted after 21 steps.
# Why: a member whose answers are lost twice is passed over for dead.
# A and B both believe that they lead
nodes s-elect-leader-c draws=steady
A 1
B 2
C 3
complete
----

elect A
----
        0s  A enters an election ⟨1661540,A⟩

fire A 0
----
     280ms  A: timer 0
     280ms  A → B  capture num 1661540 (A,1)

deliver A-B
----
     280ms  B ← A  capture num 1661540 (A,1)
     280ms  B enters an election ⟨1661540,B⟩

fire B 0
----
     540ms  B: timer 0
     540ms  B → A  ack num 1661540

deliver B-A
----
     540ms  A ← B  ack num 1661540

fire A 0
----
     800ms  A: timer 0
     800ms  A → C  capture num 1661540 (A,1)

deliver A-C
----
     800ms  C ← A  capture num 1661540 (A,1)
     800ms  C enters an election ⟨1661540,C⟩

fire C 0
----
     1.06s  C: timer 0
     1.06s  C → A  ack num 1661540

deliver C-A
----
     1.06s  A ← C  ack num 1661540

fire A 0
----
     1.32s  A: timer 0
     1.32s  A follows A ⟨1661540,A⟩
     1.32s  A → B  leader num 1661540 (A,1)
     1.32s  A → C  leader num 1661540 (A,1)

deliver A-B
----
     1.32s  B ← A  leader num 1661540 (A,1)
     1.32s  B enters an election ⟨1661542,B⟩
     1.32s  B: timer 0
     1.32s  B → C  capture num 1661542 (B,2)

deliver B-C
----
     1.32s  C ← B  capture num 1661542 (B,2)
     1.32s  C enters an election ⟨1661542,C⟩

deliver A-C
----
     1.32s  C ← A  leader num 1661540 (A,1)

fire C 0
----
     1.58s  C: timer 0
     1.58s  C → B  ack num 1661542

deliver C-B
----
     1.58s  B ← C  ack num 1661542

fire B 0
----
     1.84s  B: timer 0
     1.84s  B → A  capture num 1661542 (B,2)

lose B-A
----
     1.84s  B ✗ A  capture num 1661542 (B,2): lost

fire C 2
----
 2.113095s  C: timer 2

fire B 0
----
     2.36s  B: timer 0
     2.36s  B → A  capture num 1661542 (B,2)

lose B-A
----
     2.36s  B ✗ A  capture num 1661542 (B,2): lost

fire B 2
----
 2.449034s  B: timer 2

fire B 0
----
     2.88s  B: timer 0
     2.88s  B follows B ⟨1661542,B⟩
     2.88s  B → A  leader num 1661542 (B,2)
     2.88s  B → C  leader num 1661542 (B,2)

check C
----
{A B C}: FAILED: A follows A, B follows B, C is electing
