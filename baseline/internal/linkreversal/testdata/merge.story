# Two leaders of equal clocks meet: the smaller ID has priority, and D's component
# changes over. Had D elected itself by a later clock, A would have followed it.
nodes link-reversal
A 1
B 2
C 3
D 4
A-B C-D
----

elect A D
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A → B  update nlts -1 lid A clock 1
        0s  D enters an election ⟨1,D⟩
        0s  D follows D ⟨1,D⟩
        0s  D → C  update nlts -1 lid D clock 1

deliver all quiet
----
        0s  B follows A
        0s  C follows D

check
----
{A B}: A leads
{C D}: D leads

link B-C
----
        0s  B → C  beacon delta 1 nlts -1 lid A clock 3
        0s  C → B  beacon delta 1 nlts -1 lid D clock 3

deliver all
----
        0s  C ← B  beacon delta 1 nlts -1 lid A clock 3
        0s  C follows A
        0s  C → B  update delta 2 nlts -1 lid A clock 4
        0s  C → D  update delta 2 nlts -1 lid A clock 4
        0s  B ← C  beacon delta 1 nlts -1 lid D clock 3
        0s  B ← C  update delta 2 nlts -1 lid A clock 4
        0s  D ← C  update delta 2 nlts -1 lid A clock 4
        0s  D follows A
        0s  D → C  update delta 3 nlts -1 lid A clock 5
        0s  C ← D  update delta 3 nlts -1 lid A clock 5

check A
----
{A B C D}: A leads
