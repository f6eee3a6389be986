# The same by OpenThread's rule since July 2021: weight counts first, and two on battery go over to C,
# which is alone.
nodes thread timeout=120s order=weight-first
A 100
B 100
C 600
A-B
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩
        0s  C enters an election ⟨1,C⟩

settle 150s quiet
----
 7.528382s  C follows C ⟨1,C⟩
 7.538469s  B follows B ⟨1,B⟩
 7.549862s  A follows A ⟨1,A⟩
 9.726333s  A follows B

link B-C
----

settle 60s quiet
----
2m35.051551s  B follows C
3m16.508397s  A follows C

settle 300s quiet
----

check C
----
{A B C}: C leads
