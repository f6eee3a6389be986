# The message of D to A is lost. One is enough to stop a tournament: A never ends
# its round 1, and keeps what D says in round 2 for later. B loses patience first,
# begins a newer wave, and takes everybody along afresh.
nodes franklin
A 1
B 2
C 3
D 4
ring
----

elect D
----
        0s  D enters an election ⟨1,D⟩
        0s  D → C  election (D,4) wave 1 round 1 hops 1
        0s  D → A  election (D,4) wave 1 round 1 way 1 hops 1

lose D-A election
----
        0s  D ✗ A  election (D,4) wave 1 round 1 way 1 hops 1: lost

settle
----
        0s  C ← D  election (D,4) wave 1 round 1 hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → B  election (C,3) wave 1 round 1 hops 1
        0s  C → D  election (C,3) wave 1 round 1 way 1 hops 1
        0s  B ← C  election (C,3) wave 1 round 1 hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → A  election (B,2) wave 1 round 1 hops 1
        0s  B → C  election (B,2) wave 1 round 1 way 1 hops 1
        0s  D ← C  election (C,3) wave 1 round 1 way 1 hops 1
        0s  A ← B  election (B,2) wave 1 round 1 hops 1
        0s  A enters an election ⟨1,A⟩
        0s  A → D  election (A,1) wave 1 round 1 hops 1
        0s  A → B  election (A,1) wave 1 round 1 way 1 hops 1
        0s  C ← B  election (B,2) wave 1 round 1 way 1 hops 1
        0s  D ← A  election (A,1) wave 1 round 1 hops 1
        0s  D → C  election (D,4) wave 1 round 2 hops 1
        0s  D → A  election (D,4) wave 1 round 2 way 1 hops 1
        0s  B ← A  election (A,1) wave 1 round 1 way 1 hops 1
        0s  C ← D  election (D,4) wave 1 round 2 hops 1
        0s  C → B  election (D,4) wave 1 round 2 hops 2
        0s  A ← D  election (D,4) wave 1 round 2 way 1 hops 1
        0s  B ← C  election (D,4) wave 1 round 2 hops 2
        0s  B → A  election (D,4) wave 1 round 2 hops 3
        0s  A ← B  election (D,4) wave 1 round 2 hops 3
 293.711ms  B: timer 0
 314.156ms  A: timer 0
 426.674ms  C: timer 0
 510.193ms  B: timer 0
 510.193ms  B → A  election (D,4) wave 1 round 2 hops 3
 510.193ms  B → A  election (B,2) wave 1 round 1 hops 1
 510.193ms  B → C  election (B,2) wave 1 round 1 way 1 hops 1
 510.193ms  A ← B  election (D,4) wave 1 round 2 hops 3
 510.193ms  A ← B  election (B,2) wave 1 round 1 hops 1
 510.193ms  C ← B  election (B,2) wave 1 round 1 way 1 hops 1
 590.753ms  D: timer 0
   656.5ms  C: timer 0
   656.5ms  C → B  election (D,4) wave 1 round 2 hops 2
   656.5ms  C → B  election (C,3) wave 1 round 1 hops 1
   656.5ms  C → D  election (C,3) wave 1 round 1 way 1 hops 1
   656.5ms  B ← C  election (D,4) wave 1 round 2 hops 2
   656.5ms  B ← C  election (C,3) wave 1 round 1 hops 1
   656.5ms  D ← C  election (C,3) wave 1 round 1 way 1 hops 1
  887.78ms  A: timer 0
  887.78ms  A → D  election (A,1) wave 1 round 1 hops 1
  887.78ms  A → B  election (A,1) wave 1 round 1 way 1 hops 1
  887.78ms  D ← A  election (A,1) wave 1 round 1 hops 1
  887.78ms  B ← A  election (A,1) wave 1 round 1 way 1 hops 1
 910.157ms  B: timer 0
 910.157ms  B → A  election (D,4) wave 1 round 2 hops 3
 910.157ms  B → A  election (B,2) wave 1 round 1 hops 1
 910.157ms  B → C  election (B,2) wave 1 round 1 way 1 hops 1
 910.157ms  A ← B  election (D,4) wave 1 round 2 hops 3
 910.157ms  A ← B  election (B,2) wave 1 round 1 hops 1
 910.157ms  C ← B  election (B,2) wave 1 round 1 way 1 hops 1
 1.132545s  D: timer 0
 1.132545s  D → C  election (D,4) wave 1 round 2 hops 1
 1.132545s  D → C  election (D,4) wave 1 round 1 hops 1
 1.132545s  D → A  election (D,4) wave 1 round 2 way 1 hops 1
 1.132545s  D → A  election (D,4) wave 1 round 1 way 1 hops 1
 1.132545s  C ← D  election (D,4) wave 1 round 2 hops 1
 1.132545s  C ← D  election (D,4) wave 1 round 1 hops 1
 1.132545s  A ← D  election (D,4) wave 1 round 2 way 1 hops 1
 1.132545s  A ← D  election (D,4) wave 1 round 1 way 1 hops 1
 1.132545s  A → D  election (D,4) wave 1 round 2 hops 4
 1.132545s  A → B  election (D,4) wave 1 round 2 way 1 hops 2
 1.132545s  D ← A  election (D,4) wave 1 round 2 hops 4
 1.132545s  B ← A  election (D,4) wave 1 round 2 way 1 hops 2
 1.132545s  B → C  election (D,4) wave 1 round 2 way 1 hops 3
 1.132545s  C ← B  election (D,4) wave 1 round 2 way 1 hops 3
 1.132545s  C → D  election (D,4) wave 1 round 2 way 1 hops 4
 1.132545s  D ← C  election (D,4) wave 1 round 2 way 1 hops 4
 1.132545s  D follows D ⟨1,D⟩
 1.132545s  D → A  elected (D,4) wave 1 hops 1
 1.132545s  A ← D  elected (D,4) wave 1 hops 1
 1.132545s  A follows D ⟨1,A⟩
 1.132545s  A → B  elected (D,4) wave 1 hops 2
 1.132545s  B ← A  elected (D,4) wave 1 hops 2
 1.132545s  B follows D ⟨1,B⟩
 1.132545s  B → C  elected (D,4) wave 1 hops 3
 1.132545s  C ← B  elected (D,4) wave 1 hops 3
 1.132545s  C follows D ⟨1,C⟩
 1.132545s  C → D  elected (D,4) wave 1 hops 4
 1.132545s  D ← C  elected (D,4) wave 1 hops 4

check D
----
{A B C D}: D leads
