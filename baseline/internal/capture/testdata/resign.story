# D leads, and has heard of the others when they tested it. It steps down, and asks
# the best of them to hold an election (stand), in which D is no candidate.
nodes a-elect-leader-c leader=D
A 1
B 2
C 3
D 4
complete
----
        0s  A follows D
        0s  B follows D
        0s  C follows D
        0s  D follows D

settle 5s quiet
----

resign D
----
        5s  D resigns
        5s  D knows no leader
        5s  D → C  stand num 1

deliver all
----
        5s  C ← D  stand num 1
        5s  C enters an election ⟨1,C⟩
        5s  C → D  capture num 1
        5s  D ← C  capture num 1
        5s  D enters an election ⟨1,D⟩
        5s  D → C  ack num 1
        5s  C ← D  ack num 1
        5s  C → A  capture num 1 level 1
        5s  A ← C  capture num 1 level 1
        5s  A enters an election ⟨1,A⟩
        5s  A → C  ack num 1
        5s  C ← A  ack num 1
        5s  C → B  capture num 1 level 1
        5s  B ← C  capture num 1 level 1
        5s  B enters an election ⟨1,B⟩
        5s  B → C  ack num 1
        5s  C ← B  ack num 1
        5s  C follows C ⟨1,C⟩
        5s  C → A  leader num 1 (C,3)
        5s  C → B  leader num 1 (C,3)
        5s  C → D  leader num 1 (C,3)
        5s  A ← C  leader num 1 (C,3)
        5s  A follows C ⟨1,A⟩
        5s  B ← C  leader num 1 (C,3)
        5s  B follows C ⟨1,B⟩
        5s  D ← C  leader num 1 (C,3)
        5s  D follows C ⟨1,D⟩

check C
----
{A B C D}: C leads
