# C crashes before it answers. A, which waits for one member at a time, calls the
# roll of all that it has not captured, once: D is there, C is passed over.
nodes a-elect-leader-c
A 1
B 2
C 3
D 4
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  capture num 1

deliver A-B B-A
----
        0s  B ← A  capture num 1
        0s  B enters an election ⟨1,B⟩
        0s  B → A  ack num 1
        0s  A ← B  ack num 1
        0s  A → C  capture num 1 level 1

crash C
----
        0s  C crashes
        0s  A ✗ C  capture num 1 level 1: C is down

settle
----
     510ms  A: timer 0
     510ms  A → D  call num 1
     510ms  A → C  call num 1
     510ms  A ✗ C  call num 1: C is down
     510ms  D ← A  call num 1
     510ms  D → A  here num 1
     510ms  A ← D  here num 1
     1.02s  A: timer 0
     1.02s  A → D  capture num 1 level 1
     1.02s  D ← A  capture num 1 level 1
     1.02s  D enters an election ⟨1,D⟩
     1.02s  D → A  ack num 1
     1.02s  A ← D  ack num 1
     1.02s  A follows A ⟨1,A⟩
     1.02s  A → B  leader num 1 (A,1)
     1.02s  A → C  leader num 1 (A,1)
     1.02s  A ✗ C  leader num 1 (A,1): C is down
     1.02s  A → D  leader num 1 (A,1)
     1.02s  B ← A  leader num 1 (A,1)
     1.02s  B follows A ⟨1,B⟩
     1.02s  D ← A  leader num 1 (A,1)
     1.02s  D follows A ⟨1,D⟩

check A
----
{A B D}: A leads
