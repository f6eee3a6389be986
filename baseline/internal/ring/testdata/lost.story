# D's token is lost on its way to A. Who takes part and learns of no leader within
# three laps begins again.
nodes chang-roberts
A 1
B 2
C 3
D 4
ring
----

elect C
----
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (C,3) hops 1

deliver next
----
        0s  D ← C  election (C,3) hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  election (D,4) hops 1

lose D-A election
----
        0s  D ✗ A  election (D,4) hops 1: lost

settle quiet
----
 1.733369s  C enters an election ⟨2,C⟩
 2.482501s  C enters an election ⟨3,C⟩
 2.553763s  D enters an election ⟨2,D⟩
 2.553763s  A enters an election ⟨1,A⟩
 2.553763s  B enters an election ⟨1,B⟩
 2.553763s  D follows D ⟨2,D⟩
 2.553763s  A follows D ⟨1,A⟩
 2.553763s  B follows D ⟨1,B⟩
 2.553763s  C follows D ⟨3,C⟩

check D
----
{A B C D}: D leads
