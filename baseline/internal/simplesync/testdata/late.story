# No message is lost, but all are slower than the pulse: each decides before it has
# heard anybody. Four candidates, four leaders.
nodes simple-sync
A 1
B 2
C 3
D 4
complete
----

elect A B C D quiet
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩
        0s  C enters an election ⟨1,C⟩
        0s  D enters an election ⟨1,D⟩

# The pulse.
fire A 0
----
     260ms  A: timer 0
     260ms  A follows A ⟨1,A⟩

fire B 0
----
     260ms  B: timer 0
     260ms  B follows B ⟨1,B⟩

fire C 0
----
     260ms  C: timer 0
     260ms  C follows C ⟨1,C⟩

fire D 0
----
     260ms  D: timer 0
     260ms  D follows D ⟨1,D⟩

check
----
{A B C D}: FAILED: A follows A, B follows B, C follows C, D follows D

# Clocks go on, and what arrives now is of a pulse that is over. In the end leaders show
# themselves (leader-announcement).
fire A
----
  2.20499s  A: timer 1

deliver all quiet
----

settle quiet
----
 4.460357s  A follows D
 4.460357s  B follows D
 4.460357s  C follows D

check D
----
{A B C D}: D leads
