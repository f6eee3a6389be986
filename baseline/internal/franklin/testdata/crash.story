# C crashes before it compares: B and D wait for what it would have said. Whoever
# loses patience begins a newer wave, in vain until the ring has closed over C from
# both sides: D passes it over one way, B the other.
nodes franklin
A 1
B 2
C 3
D 4
ring
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → D  election (A,1) wave 1 round 1 hops 1
        0s  A → B  election (A,1) wave 1 round 1 way 1 hops 1

deliver 2
----
        0s  D ← A  election (A,1) wave 1 round 1 hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → C  election (D,4) wave 1 round 1 hops 1
        0s  D → A  election (D,4) wave 1 round 1 way 1 hops 1
        0s  B ← A  election (A,1) wave 1 round 1 way 1 hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → A  election (B,2) wave 1 round 1 hops 1
        0s  B → C  election (B,2) wave 1 round 1 way 1 hops 1

crash C
----
        0s  C crashes
        0s  D ✗ C  election (D,4) wave 1 round 1 hops 1: C is down
        0s  B ✗ C  election (B,2) wave 1 round 1 way 1 hops 1: C is down

settle quiet
----
 1.468553s  B enters an election ⟨2,B⟩
 1.468553s  A enters an election ⟨2,A⟩
 1.468553s  D enters an election ⟨2,D⟩
 2.550963s  B enters an election ⟨3,B⟩
 2.550963s  A enters an election ⟨3,A⟩
 2.550963s  D enters an election ⟨3,D⟩
 4.550787s  B enters an election ⟨4,B⟩
 4.550787s  A enters an election ⟨4,A⟩
 4.550787s  D enters an election ⟨4,D⟩
 5.762491s  A enters an election ⟨5,A⟩
 5.762491s  D enters an election ⟨5,D⟩
 5.762491s  B enters an election ⟨5,B⟩
  7.02809s  B enters an election ⟨6,B⟩
  7.02809s  A enters an election ⟨6,A⟩
  7.02809s  D enters an election ⟨6,D⟩
 8.395552s  B enters an election ⟨7,B⟩
 8.395552s  A enters an election ⟨7,A⟩
 8.395552s  D enters an election ⟨7,D⟩
 8.460357s  D suspects C
 9.232872s  B suspects C
 9.232872s  D follows D ⟨7,D⟩
 9.232872s  A follows D ⟨7,A⟩
 9.232872s  B follows D ⟨7,B⟩

check D
----
{A B D}: D leads
