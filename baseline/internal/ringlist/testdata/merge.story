# Two islands, each a ring of its own once the members of the other are suspected, get
# a link. Leaders show themselves (leader-announcement) to members that do not ask for them; the
# lesser leader and its side follow the better one, without a list.
nodes ring-list
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (A,1)
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (C,3)

settle quiet
----
        0s  B enters an election ⟨1,B⟩
        0s  D enters an election ⟨1,D⟩
 1.068553s  B enters an election ⟨2,B⟩
  1.17078s  A enters an election ⟨2,A⟩
 1.733369s  C enters an election ⟨2,C⟩
 1.750963s  B enters an election ⟨3,B⟩
 2.482501s  C enters an election ⟨3,C⟩
 2.553763s  D enters an election ⟨2,D⟩
 3.350787s  B enters an election ⟨4,B⟩
 3.638898s  A enters an election ⟨3,A⟩
 4.849554s  B enters an election ⟨5,B⟩
 4.862727s  D enters an election ⟨3,D⟩
 4.947311s  C enters an election ⟨4,C⟩
 5.715153s  B enters an election ⟨6,B⟩
 5.863692s  A enters an election ⟨4,A⟩
 6.675397s  A enters an election ⟨5,A⟩
 6.682615s  B enters an election ⟨7,B⟩
 7.142087s  D enters an election ⟨4,D⟩
 7.271496s  C enters an election ⟨5,C⟩
 8.380462s  A enters an election ⟨6,A⟩
 8.460357s  D suspects A
 8.606448s  B enters an election ⟨8,B⟩
 8.742166s  D enters an election ⟨5,D⟩
 9.232872s  B suspects C
 9.573648s  A enters an election ⟨7,A⟩
 9.654167s  C enters an election ⟨6,C⟩
10.096026s  B enters an election ⟨9,B⟩
10.527917s  D enters an election ⟨6,D⟩
10.932666s  A enters an election ⟨8,A⟩
12.079929s  C enters an election ⟨7,C⟩
12.383456s  D enters an election ⟨7,D⟩
12.578022s  B enters an election ⟨10,B⟩
12.908626s  C enters an election ⟨8,C⟩
13.420919s  B enters an election ⟨11,B⟩
13.503854s  A enters an election ⟨9,A⟩
 13.77918s  D enters an election ⟨8,D⟩
14.460357s  D suspects B
14.460357s  D follows D ⟨8,D⟩
14.460357s  C follows D ⟨8,C⟩
14.804127s  A enters an election ⟨10,A⟩
14.813592s  B enters an election ⟨12,B⟩
15.232872s  B suspects D
15.232872s  B follows B ⟨12,B⟩
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
