# Two components with a leader each meet, and C's answer to B's beacon is lost. B believes in D at
# the second of its beacons in a row, and floods MERGE: A, which hears of D for the first time,
# follows by it at once, since its leader gives way.
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
 2.023211s  D ← C  beacon (D,4) stamp 2.004603568s

fire B 0
----
 2.023211s  B: timer 0
 2.023211s  B ⇒  beacon (B,2) stamp 2.023210512s

deliver all
----
 2.023211s  A ← B  beacon (B,2) stamp 2.023210512s
 2.023211s  C ← B  beacon (B,2) stamp 2.023210512s

fire C 1
----
 2.034544s  C: timer 1
 2.034544s  C ⇒  answer (D,4) stamp 2.004603568s age_ms 30

lose C-B answer
----
 2.034544s  C ✗ B  answer (D,4) stamp 2.004603568s age_ms 30: lost

settle 1900ms quiet
----

fire D 0
----
 4.004604s  D: timer 0
 4.004604s  D ⇒  beacon (D,4) stamp 4.004603568s

deliver all
----
 4.004604s  C ← D  beacon (D,4) stamp 4.004603568s

fire C 1
----
 4.023252s  C: timer 1
 4.023252s  C ⇒  beacon (D,4) stamp 4.004603568s

deliver all
----
 4.023252s  B ← C  beacon (D,4) stamp 4.004603568s
 4.023252s  B follows D
 4.023252s  D ← C  beacon (D,4) stamp 4.004603568s

fire B 1
----
 4.039184s  B: timer 1
 4.039184s  B ⇒  merge (D,4) stamp 4.004603568s heir B lead -2

deliver all
----
 4.039184s  A ← B  merge (D,4) stamp 4.004603568s heir B lead -2
 4.039184s  A follows D
 4.039184s  C ← B  merge (D,4) stamp 4.004603568s heir B lead -2

check D
----
{A B C D}: D leads
