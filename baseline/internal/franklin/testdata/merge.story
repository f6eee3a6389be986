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
 1.468553s  B enters an election ⟨2,B⟩
 1.468553s  A enters an election ⟨2,A⟩
 2.133369s  C enters an election ⟨2,C⟩
 2.133369s  D enters an election ⟨2,D⟩
 2.550963s  B enters an election ⟨3,B⟩
 2.550963s  A enters an election ⟨3,A⟩
 3.282501s  C enters an election ⟨3,C⟩
 3.282501s  D enters an election ⟨3,D⟩
 4.550787s  B enters an election ⟨4,B⟩
 4.550787s  A enters an election ⟨4,A⟩
 5.762491s  A enters an election ⟨5,A⟩
 5.762491s  B enters an election ⟨5,B⟩
 5.961861s  D enters an election ⟨4,D⟩
 5.961861s  C enters an election ⟨4,C⟩
  7.02809s  B enters an election ⟨6,B⟩
  7.02809s  A enters an election ⟨6,A⟩
  7.96194s  D enters an election ⟨5,D⟩
  7.96194s  C enters an election ⟨5,C⟩
  8.20499s  A suspects D
 8.395552s  B enters an election ⟨7,B⟩
 8.395552s  A enters an election ⟨7,A⟩
 8.460357s  D suspects A
 9.232872s  B suspects C
 9.386762s  C suspects B
10.147691s  D enters an election ⟨6,D⟩
10.147691s  C enters an election ⟨6,C⟩
 10.15457s  A enters an election ⟨8,A⟩
 10.15457s  B enters an election ⟨8,B⟩
12.044148s  B enters an election ⟨9,B⟩
12.044148s  A enters an election ⟨9,A⟩
12.403229s  D enters an election ⟨7,D⟩
12.403229s  C enters an election ⟨7,C⟩
13.631926s  C enters an election ⟨8,C⟩
13.631926s  D enters an election ⟨8,D⟩
13.744421s  A enters an election ⟨10,A⟩
13.744421s  B enters an election ⟨10,B⟩
 14.20499s  A suspects C
14.460357s  D suspects B
14.987318s  B enters an election ⟨11,B⟩
14.987318s  A enters an election ⟨11,A⟩
15.232872s  B suspects D
15.232872s  B follows B ⟨11,B⟩
15.232872s  A follows B ⟨11,A⟩
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
