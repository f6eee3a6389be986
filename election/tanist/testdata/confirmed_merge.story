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
    5.67ms  C enters an election ⟨1,C⟩
  31.377ms  A enters an election ⟨1,A⟩
  125.67ms  D follows D ⟨1,D⟩
  125.67ms  C follows D ⟨1,C⟩
 151.377ms  B follows B ⟨1,B⟩
 151.377ms  A follows B ⟨1,A⟩

link B-C
----

fire D 0
----
  2.00567s  D: timer 0
  2.00567s  D ⇒  beacon (D,4) stamp 2.005670498s

deliver D-C
----
  2.00567s  C ← D  beacon (D,4) stamp 2.005670498s

fire C 1
----
 2.017004s  C: timer 1
 2.017004s  C ⇒  beacon (D,4) stamp 2.005670498s

deliver all
----
 2.017004s  B ← C  beacon (D,4) stamp 2.005670498s
 2.017004s  D ← C  beacon (D,4) stamp 2.005670498s

fire B 0
----
 2.031377s  B: timer 0
 2.031377s  B ⇒  beacon (B,2) stamp 2.03137712s

deliver all
----
 2.031377s  A ← B  beacon (B,2) stamp 2.03137712s
 2.031377s  C ← B  beacon (B,2) stamp 2.03137712s

fire C 1
----
 2.032868s  C: timer 1
 2.032868s  C ⇒  answer (D,4) stamp 2.005670498s age_ms 28

lose C-B answer
----
 2.032868s  C ✗ B  answer (D,4) stamp 2.005670498s age_ms 28: lost

settle 1900ms quiet
----

fire D 0
----
  4.00567s  D: timer 0
  4.00567s  D ⇒  beacon (D,4) stamp 4.005670498s

deliver all
----
  4.00567s  C ← D  beacon (D,4) stamp 4.005670498s

fire C 1
----
 4.022912s  C: timer 1
 4.022912s  C ⇒  beacon (D,4) stamp 4.005670498s

deliver all
----
 4.022912s  B ← C  beacon (D,4) stamp 4.005670498s
 4.022912s  B follows D
 4.022912s  D ← C  beacon (D,4) stamp 4.005670498s

fire B 1
----
 4.027598s  B: timer 1
 4.027598s  B ⇒  merge (D,4) stamp 4.005670498s heir B lead -2

deliver all
----
 4.027598s  A ← B  merge (D,4) stamp 4.005670498s heir B lead -2
 4.027598s  A follows D
 4.027598s  C ← B  merge (D,4) stamp 4.005670498s heir B lead -2

check D
----
{A B C D}: D leads
