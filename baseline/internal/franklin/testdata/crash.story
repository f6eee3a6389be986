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
 1.543031s  B enters an election ⟨2,B⟩
 1.543031s  A enters an election ⟨2,A⟩
 1.543031s  D enters an election ⟨2,D⟩
 3.484184s  B enters an election ⟨3,B⟩
 3.484184s  A enters an election ⟨3,A⟩
 3.484184s  D enters an election ⟨3,D⟩
 5.116015s  A enters an election ⟨4,A⟩
 5.116015s  D enters an election ⟨4,D⟩
 5.116015s  B enters an election ⟨4,B⟩
 6.636011s  B enters an election ⟨5,B⟩
 6.636011s  A enters an election ⟨5,A⟩
 6.636011s  D enters an election ⟨5,D⟩
 8.460357s  D suspects C
 8.554843s  A enters an election ⟨6,A⟩
 8.554843s  D enters an election ⟨6,D⟩
 8.554843s  B enters an election ⟨6,B⟩
 9.232872s  B suspects C
 9.232872s  D follows D ⟨6,D⟩
 9.232872s  A follows D ⟨6,A⟩
 9.232872s  B follows D ⟨6,B⟩

check D
----
{A B D}: D leads
