# D leads, and steps down before it has heard of anybody: it can ask nobody to stand,
# and falls silent. The others test it all the while, so that it has heard of them when
# it finds the office vacant: it asks C now, and does not stand. (Alone, it would.)
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

resign D
----
        0s  D resigns
        0s  D knows no leader

settle
----
  2.20499s  A: timer 1
  2.20499s  A → D  ping seq 2135614368 (A,1)
  2.20499s  D ← A  ping seq 2135614368 (A,1)
 2.460357s  D: timer 1
 3.232872s  B: timer 1
 3.232872s  B → D  ping seq 1156949383 (B,2)
 3.232872s  D ← B  ping seq 1156949383 (B,2)
 3.386762s  C: timer 1
 3.386762s  C → D  ping seq 290534269 (C,3)
 3.386762s  D ← C  ping seq 290534269 (C,3)
  4.20499s  A: timer 1
  4.20499s  A → D  ping seq 2135614369 (A,1)
  4.20499s  D ← A  ping seq 2135614369 (A,1)
 4.460357s  D: timer 1
 5.232872s  B: timer 1
 5.232872s  B → D  ping seq 1156949384 (B,2)
 5.232872s  D ← B  ping seq 1156949384 (B,2)
 5.386762s  C: timer 1
 5.386762s  C → D  ping seq 290534270 (C,3)
 5.386762s  D ← C  ping seq 290534270 (C,3)
  6.20499s  A: timer 1
  6.20499s  A → D  ping seq 2135614370 (A,1)
  6.20499s  D ← A  ping seq 2135614370 (A,1)
 6.460357s  D: timer 1
 6.460357s  D → C  stand num 1
 6.460357s  C ← D  stand num 1
 6.460357s  C enters an election ⟨1,C⟩
 6.460357s  C → D  capture num 1
 6.460357s  D ← C  capture num 1
 6.460357s  D enters an election ⟨1,D⟩
 6.460357s  D → C  ack num 1
 6.460357s  C ← D  ack num 1
 6.460357s  C → A  capture num 1 level 1
 6.460357s  A ← C  capture num 1 level 1
 6.460357s  A enters an election ⟨1,A⟩
 6.460357s  A → C  ack num 1
 6.460357s  C ← A  ack num 1
 6.460357s  C → B  capture num 1 level 1
 6.460357s  B ← C  capture num 1 level 1
 6.460357s  B enters an election ⟨1,B⟩
 6.460357s  B → C  ack num 1
 6.460357s  C ← B  ack num 1
 6.460357s  C follows C ⟨1,C⟩
 6.460357s  C → A  leader num 1 (C,3)
 6.460357s  C → B  leader num 1 (C,3)
 6.460357s  C → D  leader num 1 (C,3)
 6.460357s  A ← C  leader num 1 (C,3)
 6.460357s  A follows C ⟨1,A⟩
 6.460357s  B ← C  leader num 1 (C,3)
 6.460357s  B follows C ⟨1,B⟩
 6.460357s  D ← C  leader num 1 (C,3)
 6.460357s  D follows C ⟨1,D⟩

check
----
{A B C D}: C leads
