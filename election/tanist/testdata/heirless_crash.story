# A crashes before anybody came near enough to bid. Nobody is the heir: after the second PULL
# without an answer all wait, the worse the longer, and B claims first.
nodes tanist leader=A
A 100
B 80
C 40
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

settle 2100ms
----
        2s  A: timer 0
        2s  A ⇒  beacon (A,100) stamp 2s
        2s  B ← A  beacon (A,100) stamp 2s
        2s  C ← A  beacon (A,100) stamp 2s
 2.015932s  B: timer 1
 2.015932s  B ⇒  beacon (A,100) stamp 2s
 2.015932s  A ← B  beacon (A,100) stamp 2s
 2.015932s  C ← B  beacon (A,100) stamp 2s
 2.018607s  C: timer 1

crash A
----
      2.1s  A crashes

settle
----
 4.613742s  B: timer 0
 4.613742s  B ⇒  pull leader A stamp 2s
 4.613742s  C ← B  pull leader A stamp 2s
 4.643771s  C: timer 0
 4.643771s  C ⇒  pull leader A stamp 2s
 4.643771s  B ← C  pull leader A stamp 2s
 4.937712s  B: timer 0
 4.937712s  B ⇒  pull leader A stamp 2s
 4.937712s  C ← B  pull leader A stamp 2s
  5.01594s  C: timer 0
  5.01594s  C ⇒  pull leader A stamp 2s
  5.01594s  B ← C  pull leader A stamp 2s
 5.233687s  B: timer 0
 5.316752s  C: timer 0
 5.643678s  B: timer 0
 5.643678s  B enters an election ⟨1,B⟩
 5.643678s  B ⇒  claim (B,80) stamp 5.643678056s
 5.643678s  C ← B  claim (B,80) stamp 5.643678056s
 5.643678s  C enters an election ⟨1,C⟩
 5.643678s  C ⇒  claim (B,80) stamp 5.643678056s
 5.643678s  B ← C  claim (B,80) stamp 5.643678056s
 5.703678s  B: timer 0
 5.703678s  B follows B ⟨1,B⟩
 5.703678s  C: timer 0
 5.703678s  C follows B ⟨1,C⟩

check B
----
{B C}: B leads
