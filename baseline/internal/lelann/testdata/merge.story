# Two islands: members that do not answer are passed over, after a while and one
# after the other, until each island has a ring and a leader. Then they get a link.
# Leaders show themselves (leader-announcement), and the worse side follows the better: nobody
# holds an election for that.
nodes le-lann
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  token (C,3) hops 1

settle quiet
----
  1.17078s  A enters an election ⟨2,A⟩
 1.733369s  C enters an election ⟨2,C⟩
 2.482501s  C enters an election ⟨3,C⟩
 3.638898s  A enters an election ⟨3,A⟩
 4.947311s  C enters an election ⟨4,C⟩
 5.863692s  A enters an election ⟨4,A⟩
 6.394296s  D enters an election ⟨1,D⟩
 6.675397s  A enters an election ⟨5,A⟩
 7.271496s  C enters an election ⟨5,C⟩
 7.593193s  B enters an election ⟨1,B⟩
 8.380462s  A enters an election ⟨6,A⟩
 8.460357s  D suspects A
 8.661746s  B enters an election ⟨2,B⟩
 8.948059s  D enters an election ⟨2,D⟩
 9.232872s  B suspects C
 9.344156s  B enters an election ⟨3,B⟩
 9.573648s  A enters an election ⟨7,A⟩
 9.654167s  C enters an election ⟨6,C⟩
10.932666s  A enters an election ⟨8,A⟩
 10.94398s  B enters an election ⟨4,B⟩
11.257023s  D enters an election ⟨3,D⟩
12.079929s  C enters an election ⟨7,C⟩
12.442747s  B enters an election ⟨5,B⟩
12.908626s  C enters an election ⟨8,C⟩
13.308346s  B enters an election ⟨6,B⟩
13.503854s  A enters an election ⟨9,A⟩
13.536383s  D enters an election ⟨4,D⟩
14.275809s  B enters an election ⟨7,B⟩
14.460357s  D suspects B
14.460357s  D follows D ⟨4,D⟩
14.460357s  C follows D ⟨8,C⟩
14.804127s  A enters an election ⟨10,A⟩
15.232872s  B suspects D
15.232872s  B follows B ⟨7,B⟩
15.232872s  A follows B ⟨10,A⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle 12s quiet
----
16.460357s  D trusts A again
16.460357s  D trusts B again
17.232872s  B trusts C again
17.232872s  B trusts D again
20.394296s  A follows D
20.394296s  B follows D

check D
----
{A B C D}: D leads
