# All stand, and A does not hear D. Nobody answers in lock-step, so nobody knows: at
# the pulse A decides on C, the others on D.
nodes simple-sync
A 1
B 2
C 3
D 4
complete
----

elect A B C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A: timer 0
        0s  A → B  candidate pulse 1 (A,1)
        0s  A → C  candidate pulse 1 (A,1)
        0s  A → D  candidate pulse 1 (A,1)
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → A  candidate pulse 1 (B,2)
        0s  B → C  candidate pulse 1 (B,2)
        0s  B → D  candidate pulse 1 (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  C: timer 0
        0s  C → A  candidate pulse 1 (C,3)
        0s  C → B  candidate pulse 1 (C,3)
        0s  C → D  candidate pulse 1 (C,3)
        0s  D enters an election ⟨1,D⟩
        0s  D: timer 0
        0s  D → A  candidate pulse 1 (D,4)
        0s  D → B  candidate pulse 1 (D,4)
        0s  D → C  candidate pulse 1 (D,4)

lose D-A
----
        0s  D ✗ A  candidate pulse 1 (D,4): lost

deliver all quiet
----

# The pulse.
fire A 0
----
     260ms  A: timer 0
     260ms  A follows C ⟨1,A⟩

fire B 0
----
     260ms  B: timer 0
     260ms  B follows D ⟨1,B⟩

fire C 0
----
     260ms  C: timer 0
     260ms  C follows D ⟨1,C⟩

fire D 0
----
     260ms  D: timer 0
     260ms  D follows D ⟨1,D⟩

# This is how the paper leaves them.
check
----
{A B C D}: FAILED: A follows C, B follows D, C follows D, D follows D

# The office is ours, not the paper's: C, which follows D, does not answer A's pulls, and
# D shows itself (leader-announcement) to who does not pull it.
settle
----
  2.20499s  A: timer 1
  2.20499s  A → C  ping seq 2135614368 (A,1)
  2.20499s  C ← A  ping seq 2135614368 (A,1)
 2.460357s  D: timer 1
 3.232872s  B: timer 1
 3.232872s  B → D  ping seq 1156949383 (B,2)
 3.232872s  D ← B  ping seq 1156949383 (B,2)
 3.232872s  D → B  pong seq 1156949383 (D,4)
 3.232872s  B ← D  pong seq 1156949383 (D,4)
 3.386762s  C: timer 1
 3.386762s  C → D  ping seq 290534269 (C,3)
 3.386762s  D ← C  ping seq 290534269 (C,3)
 3.386762s  D → C  pong seq 290534269 (D,4)
 3.386762s  C ← D  pong seq 290534269 (D,4)
  4.20499s  A: timer 1
  4.20499s  A → C  ping seq 2135614369 (A,1)
  4.20499s  C ← A  ping seq 2135614369 (A,1)
 4.460357s  D: timer 1
 4.460357s  D → A  leader-announcement (D,4)
 4.460357s  A ← D  leader-announcement (D,4)
 4.460357s  A follows D

check D
----
{A B C D}: D leads
