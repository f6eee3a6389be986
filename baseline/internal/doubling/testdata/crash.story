# A crashes when it has been asked, before the pulse at which it would answer.
# Silence is no refusal here: D asks A once more, with its next group, and then
# passes it over.
nodes s-elect-leader-c
A 1
B 2
C 3
D 4
complete
----

elect D
----
        0s  D enters an election ⟨1,D⟩
        0s  D: timer 0
        0s  D → A  capture num 1 (D,4)

deliver D-A
----
        0s  A ← D  capture num 1 (D,4)
        0s  A enters an election ⟨1,A⟩

crash A
----
        0s  A crashes

settle
----
     520ms  D: timer 0
     520ms  D → A  capture num 1 (D,4)
     520ms  D ✗ A  capture num 1 (D,4): A is down
     520ms  D → B  capture num 1 (D,4)
     520ms  D → C  capture num 1 (D,4)
     520ms  B ← D  capture num 1 (D,4)
     520ms  B enters an election ⟨1,B⟩
     520ms  C ← D  capture num 1 (D,4)
     520ms  C enters an election ⟨1,C⟩
     780ms  B: timer 0
     780ms  B → D  ack num 1
     780ms  D ← B  ack num 1
     780ms  C: timer 0
     780ms  C → D  ack num 1
     780ms  D ← C  ack num 1
     1.04s  D: timer 0
     1.04s  D follows D ⟨1,D⟩
     1.04s  D → A  leader num 1 (D,4)
     1.04s  D ✗ A  leader num 1 (D,4): A is down
     1.04s  D → B  leader num 1 (D,4)
     1.04s  D → C  leader num 1 (D,4)
     1.04s  B ← D  leader num 1 (D,4)
     1.04s  B follows D ⟨1,B⟩
     1.04s  C ← D  leader num 1 (D,4)
     1.04s  C follows D ⟨1,C⟩

check D
----
{B C D}: D leads
