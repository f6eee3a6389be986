# B's copy of A's beacon to C is lost. C misses it, and asks; B, which knows more, answers. For
# fifteen intervals B passes every beacon on. C's PULL is lost, too: it asks twice.
nodes tanist leader=A
A 100
B 10
C 10
line
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

fire A 0
----
        2s  A: timer 0
        2s  A ⇒  beacon (A,100) stamp 2s

deliver A-B
----
        2s  B ← A  beacon (A,100) stamp 2s

fire B 1
----
 2.015932s  B: timer 1
 2.015932s  B ⇒  beacon (A,100) stamp 2s

lose B-C beacon
----
 2.015932s  B ✗ C  beacon (A,100) stamp 2s: lost

fire C 0
----
  2.60054s  C: timer 0
  2.60054s  C ⇒  pull leader A

lose C-B pull
----
  2.60054s  C ✗ B  pull leader A: lost

settle 500ms
----
  2.60054s  A ← B  beacon (A,100) stamp 2s
 3.034311s  C: timer 0
 3.034311s  C ⇒  pull leader A
 3.034311s  B ← C  pull leader A
 3.038997s  B: timer 1
 3.038997s  B ⇒  answer (A,100) stamp 2s age_ms 1039
 3.038997s  A ← B  answer (A,100) stamp 2s age_ms 1039
 3.038997s  C ← B  answer (A,100) stamp 2s age_ms 1039
 3.040488s  C: timer 1
 3.040488s  C ⇒  answer (A,100) stamp 2s age_ms 1041
 3.040488s  B ← C  answer (A,100) stamp 2s age_ms 1041

check A
----
{A B C}: A leads
