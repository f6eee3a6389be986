# C's ACK is lost. A calls the roll, C is there and is asked again. It is A's
# already, and says so: nothing is counted twice.
nodes a-elect-leader-c
A 1
B 2
C 3
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  capture num 1

deliver A-B B-A A-C
----
        0s  B ← A  capture num 1
        0s  B enters an election ⟨1,B⟩
        0s  B → A  ack num 1
        0s  A ← B  ack num 1
        0s  A → C  capture num 1 level 1
        0s  C ← A  capture num 1 level 1
        0s  C enters an election ⟨1,C⟩
        0s  C → A  ack num 1

lose C-A ack
----
        0s  C ✗ A  ack num 1: lost

settle
----
     510ms  A: timer 0
     510ms  A → C  call num 1
     510ms  C ← A  call num 1
     510ms  C → A  here num 1
     510ms  A ← C  here num 1
     1.02s  A: timer 0
     1.02s  A → C  capture num 1 level 1
     1.02s  C ← A  capture num 1 level 1
     1.02s  C → A  ack num 1
     1.02s  A ← C  ack num 1
     1.02s  A follows A ⟨1,A⟩
     1.02s  A → B  leader num 1 (A,1)
     1.02s  A → C  leader num 1 (A,1)
     1.02s  B ← A  leader num 1 (A,1)
     1.02s  B follows A ⟨1,B⟩
     1.02s  C ← A  leader num 1 (A,1)
     1.02s  C follows A ⟨1,C⟩

check A
----
{A B C}: A leads
