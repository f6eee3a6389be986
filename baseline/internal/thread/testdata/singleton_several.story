# By the rule of Thread 1.1.1 a partition of several routers beats one of a single router, whatever
# their weights: C has external power (64), and yields to two on battery (56).
nodes thread timeout=120s order=several-first
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

check
----
{A B}: B leads
{C}: C leads

link B-C
----

settle 60s quiet
----
2m34.186456s  C follows B

check
----
{A B C}: B leads
