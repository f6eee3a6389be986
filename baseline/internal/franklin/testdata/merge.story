# Two islands: members that do not answer are passed over, after a while and one
# after the other, until each island has a ring and a leader. Then they get a link.
# Leaders show themselves (leader-announcement), and the worse side follows the better: nobody
# holds an election for that.
nodes franklin
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C
----
        0s  A enters an election ⟨1,A⟩
        0s  A → D  election (A,1) wave 1 round 1 hops 1
        0s  A ✗ D  election (A,1) wave 1 round 1 hops 1: no route
        0s  A → B  election (A,1) wave 1 round 1 way 1 hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → B  election (C,3) wave 1 round 1 hops 1
        0s  C ✗ B  election (C,3) wave 1 round 1 hops 1: no route
        0s  C → D  election (C,3) wave 1 round 1 way 1 hops 1

settle quiet
----
        0s  B enters an election ⟨1,B⟩
        0s  D enters an election ⟨1,D⟩
 1.543031s  B enters an election ⟨2,B⟩
 1.543031s  A enters an election ⟨2,A⟩
 2.330833s  C enters an election ⟨2,C⟩
 2.330833s  D enters an election ⟨2,D⟩
 3.484184s  B enters an election ⟨3,B⟩
 3.484184s  A enters an election ⟨3,A⟩
 4.364719s  C enters an election ⟨3,C⟩
 4.364719s  D enters an election ⟨3,D⟩
 5.116015s  A enters an election ⟨4,A⟩
 5.116015s  B enters an election ⟨4,B⟩
 6.442834s  C enters an election ⟨4,C⟩
 6.442834s  D enters an election ⟨4,D⟩
 6.636011s  B enters an election ⟨5,B⟩
 6.636011s  A enters an election ⟨5,A⟩
  8.20499s  A suspects D
 8.460357s  D suspects A
 8.554843s  A enters an election ⟨6,A⟩
 8.554843s  B enters an election ⟨6,B⟩
 8.569288s  C enters an election ⟨5,C⟩
 8.569288s  D enters an election ⟨5,D⟩
 9.232872s  B suspects C
 9.386762s  C suspects B
10.193226s  A enters an election ⟨7,A⟩
10.193226s  B enters an election ⟨7,B⟩
10.366485s  C enters an election ⟨6,C⟩
10.366485s  D enters an election ⟨6,D⟩
11.923058s  D enters an election ⟨7,D⟩
11.923058s  C enters an election ⟨7,C⟩
 12.01852s  A enters an election ⟨8,A⟩
 12.01852s  B enters an election ⟨8,B⟩
13.795771s  A enters an election ⟨9,A⟩
13.795771s  B enters an election ⟨9,B⟩
13.823417s  C enters an election ⟨8,C⟩
13.823417s  D enters an election ⟨8,D⟩
 14.20499s  A suspects C
14.460357s  D suspects B
15.232872s  B suspects D
15.232872s  B follows B ⟨9,B⟩
15.232872s  A follows B ⟨9,A⟩
15.386762s  C suspects A
15.386762s  D follows D ⟨8,D⟩
15.386762s  C follows D ⟨8,C⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle 12s quiet
----
 16.20499s  A trusts C again
 16.20499s  A trusts D again
16.460357s  D trusts A again
16.460357s  D trusts B again
17.232872s  B trusts C again
17.232872s  B trusts D again
17.386762s  C trusts A again
17.386762s  C trusts B again
20.394296s  A follows D
20.394296s  B follows D

check D
----
{A B C D}: D leads
