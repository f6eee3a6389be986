# Two islands get a link. Merging is no election: B hears the beacon of the better
# leader D, and follows it, and A after it.
nodes vasudevan signalling=optimised
A 1
B 2
C 3
D 4
A-B C-D
----

elect A C
----
        0s  A enters an election ⟨1,A⟩
        0s  A ⇒  election ⟨1,A⟩
        0s  C enters an election ⟨1,C⟩
        0s  C ⇒  election ⟨1,C⟩

settle quiet
----
        0s  B enters an election ⟨1,A⟩
        0s  D enters an election ⟨1,C⟩
     100ms  A follows B ⟨1,A⟩
     100ms  B follows B ⟨1,A⟩
     100ms  C follows D ⟨1,C⟩
     100ms  D follows D ⟨1,C⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle 12s quiet
----
      2.1s  B follows D
      2.1s  A follows D

check D
----
{A B C D}: D leads
