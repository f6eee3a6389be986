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
 1.468553s  B: timer 0
 1.468553s  B enters an election ⟨2,B⟩
 1.468553s  B → A  election (B,2) wave 2 round 1 hops 1
 1.468553s  B → C  election (B,2) wave 2 round 1 way 1 hops 1
 1.468553s  A ← B  election (B,2) wave 2 round 1 hops 1
 1.468553s  A enters an election ⟨2,A⟩
 1.468553s  A → D  election (A,1) wave 2 round 1 hops 1
 1.468553s  A → B  election (A,1) wave 2 round 1 way 1 hops 1
 1.468553s  C ← B  election (B,2) wave 2 round 1 way 1 hops 1
 1.468553s  C enters an election ⟨2,C⟩
 1.468553s  C → B  election (C,3) wave 2 round 1 hops 1
 1.468553s  C → D  election (C,3) wave 2 round 1 way 1 hops 1
 1.468553s  D ← A  election (A,1) wave 2 round 1 hops 1
 1.468553s  D enters an election ⟨2,D⟩
 1.468553s  D → C  election (D,4) wave 2 round 1 hops 1
 1.468553s  D → A  election (D,4) wave 2 round 1 way 1 hops 1
 1.468553s  B ← A  election (A,1) wave 2 round 1 way 1 hops 1
 1.468553s  B ← C  election (C,3) wave 2 round 1 hops 1
 1.468553s  D ← C  election (C,3) wave 2 round 1 way 1 hops 1
 1.468553s  D → C  election (D,4) wave 2 round 2 hops 1
 1.468553s  D → A  election (D,4) wave 2 round 2 way 1 hops 1
 1.468553s  C ← D  election (D,4) wave 2 round 1 hops 1
 1.468553s  A ← D  election (D,4) wave 2 round 1 way 1 hops 1
 1.468553s  C ← D  election (D,4) wave 2 round 2 hops 1
 1.468553s  C → B  election (D,4) wave 2 round 2 hops 2
 1.468553s  A ← D  election (D,4) wave 2 round 2 way 1 hops 1
 1.468553s  A → B  election (D,4) wave 2 round 2 way 1 hops 2
 1.468553s  B ← C  election (D,4) wave 2 round 2 hops 2
 1.468553s  B → A  election (D,4) wave 2 round 2 hops 3
 1.468553s  B ← A  election (D,4) wave 2 round 2 way 1 hops 2
 1.468553s  B → C  election (D,4) wave 2 round 2 way 1 hops 3
 1.468553s  A ← B  election (D,4) wave 2 round 2 hops 3
 1.468553s  A → D  election (D,4) wave 2 round 2 hops 4
 1.468553s  C ← B  election (D,4) wave 2 round 2 way 1 hops 3
 1.468553s  C → D  election (D,4) wave 2 round 2 way 1 hops 4
 1.468553s  D ← A  election (D,4) wave 2 round 2 hops 4
 1.468553s  D ← C  election (D,4) wave 2 round 2 way 1 hops 4
 1.468553s  D follows D ⟨2,D⟩
 1.468553s  D → A  elected (D,4) wave 2 hops 1
 1.468553s  A ← D  elected (D,4) wave 2 hops 1
 1.468553s  A follows D ⟨2,A⟩
 1.468553s  A → B  elected (D,4) wave 2 hops 2
 1.468553s  B ← A  elected (D,4) wave 2 hops 2
 1.468553s  B follows D ⟨2,B⟩
 1.468553s  B → C  elected (D,4) wave 2 hops 3
 1.468553s  C ← B  elected (D,4) wave 2 hops 3
 1.468553s  C follows D ⟨2,C⟩
 1.468553s  C → D  elected (D,4) wave 2 hops 4
 1.468553s  D ← C  elected (D,4) wave 2 hops 4

check D
----
{A B C D}: D leads
