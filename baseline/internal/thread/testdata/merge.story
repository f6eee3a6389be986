# Two partitions of two with leaders of one weight meet. The greater partition ID wins, and members of
# the other go over one by one: B, which led them, then A, once B is a router again and advertises. Nobody
# elects.
nodes thread timeout=120s
A 100
B 100
C 100
D 100
A-B C-D
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩
        0s  C enters an election ⟨1,C⟩
        0s  D enters an election ⟨1,D⟩

settle 150s quiet
----
 7.506126s  D follows D ⟨1,D⟩
 7.528382s  C follows C ⟨1,C⟩
 7.538469s  B follows B ⟨1,B⟩
 7.549862s  A follows A ⟨1,A⟩
 9.726333s  A follows B
 9.822988s  D follows C

check
----
{A B}: B leads
{C D}: C leads

state B C
----
B (100): follows B leader=2 role=3 weight=56 sequence=14 attaching=0 elections=1 timer 0 at 2m32.923387s timer 2 at 2m37.538469s
C (100): follows C leader=3 role=3 weight=56 sequence=14 attaching=0 elections=1 timer 0 at 2m33.776121s timer 2 at 2m37.528382s

link B-C
----

settle 40s quiet
----
2m35.051551s  B follows C

settle 400s quiet
----
3m16.508397s  A follows C

check
----
{A B C D}: C leads
