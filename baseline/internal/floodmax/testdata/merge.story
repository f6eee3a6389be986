# Two leaders meet: the next flood of the better crosses the new link.
nodes flood-max
A 1
B 2
C 3
D 4
A-B C-D
----

elect B D
----
        0s  B enters an election ⟨1,B⟩
        0s  B follows B ⟨1,B⟩
        0s  B ⇒  claim (B,2)
        0s  D enters an election ⟨1,D⟩
        0s  D follows D ⟨1,D⟩
        0s  D ⇒  claim (D,4)

deliver all
----
        0s  A ← B  claim (B,2)
        0s  A follows B
        0s  A ⇒  claim (B,2)
        0s  C ← D  claim (D,4)
        0s  C follows D
        0s  C ⇒  claim (D,4)
        0s  B ← A  claim (B,2)
        0s  D ← C  claim (D,4)

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle
----
        2s  B: timer 0
        2s  B ⇒  beacon (B,2) stamp 2s
        2s  A ← B  beacon (B,2) stamp 2s
        2s  A ⇒  beacon (B,2) stamp 2s
        2s  C ← B  beacon (B,2) stamp 2s
        2s  B ← A  beacon (B,2) stamp 2s
        2s  D: timer 0
        2s  D ⇒  beacon (D,4) stamp 2s
        2s  C ← D  beacon (D,4) stamp 2s
        2s  C ⇒  beacon (D,4) stamp 2s
        2s  B ← C  beacon (D,4) stamp 2s
        2s  B follows D ⟨1,B⟩
        2s  B ⇒  beacon (D,4) stamp 2s
        2s  D ← C  beacon (D,4) stamp 2s
        2s  A ← B  beacon (D,4) stamp 2s
        2s  A follows D
        2s  A ⇒  beacon (D,4) stamp 2s
        2s  C ← B  beacon (D,4) stamp 2s
        2s  B ← A  beacon (D,4) stamp 2s

check D
----
{A B C D}: D leads
