# Two components with a leader each meet. B believes in D at its first beacon, which comes from a
# neighbour, and floods MERGE: A follows by it at once, since its leader gives way.
nodes tanist
A 1
B 2
C 3
D 4
A-B C-D
----

elect B D
----
        0s  B enters an election ⟨1,B⟩
        0s  D enters an election ⟨1,D⟩

settle 300ms quiet
----
   4.604ms  C enters an election ⟨1,C⟩
  12.329ms  A enters an election ⟨1,A⟩
  64.604ms  D follows D ⟨1,D⟩
  64.604ms  C follows D ⟨1,C⟩
  72.329ms  B follows B ⟨1,B⟩
  72.329ms  A follows B ⟨1,A⟩

link B-C
----

fire D 0
----
 2.004604s  D: timer 0
 2.004604s  D ⇒  beacon (D,4) stamp 2.004603568s

deliver D-C
----
 2.004604s  C ← D  beacon (D,4) stamp 2.004603568s

fire C 1
----
 2.023211s  C: timer 1
 2.023211s  C ⇒  beacon (D,4) stamp 2.004603568s

deliver all
----
 2.023211s  B ← C  beacon (D,4) stamp 2.004603568s
 2.023211s  B follows D
 2.023211s  D ← C  beacon (D,4) stamp 2.004603568s

fire B 1
----
 2.039142s  B: timer 1
 2.039142s  B ⇒  merge (D,4) stamp 2.004603568s heir B lead -2

deliver all
----
 2.039142s  A ← B  merge (D,4) stamp 2.004603568s heir B lead -2
 2.039142s  A follows D
 2.039142s  C ← B  merge (D,4) stamp 2.004603568s heir B lead -2

check D
----
{A B C D}: D leads
