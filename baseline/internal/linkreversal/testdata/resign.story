# A steps down: it makes a leader pair that names its least neighbour. B finds
# itself in office, and answers by a pair of its own.
nodes link-reversal
A 1
B 2
C 3
A-B A-C B-C
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A → B  update nlts -1 lid A clock 1
        0s  A → C  update nlts -1 lid A clock 1

deliver all quiet
----
        0s  B follows A
        0s  C follows A

resign A
----
        0s  A resigns
        0s  A follows B
        0s  A → B  update delta 1 nlts -5 lid B clock 5
        0s  A → C  update delta 1 nlts -5 lid B clock 5

deliver all
----
        0s  B ← A  update delta 1 nlts -5 lid B clock 5
        0s  B enters an election ⟨6,B⟩
        0s  B follows B ⟨6,B⟩
        0s  B → A  update nlts -6 lid B clock 6
        0s  B → C  update nlts -6 lid B clock 6
        0s  C ← A  update delta 1 nlts -5 lid B clock 5
        0s  C follows B
        0s  C → A  update delta 2 nlts -5 lid B clock 6
        0s  C → B  update delta 2 nlts -5 lid B clock 6
        0s  A ← B  update nlts -6 lid B clock 6
        0s  A → B  update delta 1 nlts -6 lid B clock 7
        0s  A → C  update delta 1 nlts -6 lid B clock 7
        0s  C ← B  update nlts -6 lid B clock 6
        0s  C → A  update delta 1 nlts -6 lid B clock 7
        0s  C → B  update delta 1 nlts -6 lid B clock 7
        0s  A ← C  update delta 2 nlts -5 lid B clock 6
        0s  B ← C  update delta 2 nlts -5 lid B clock 6
        0s  B ← A  update delta 1 nlts -6 lid B clock 7
        0s  C ← A  update delta 1 nlts -6 lid B clock 7
        0s  A ← C  update delta 1 nlts -6 lid B clock 7
        0s  B ← C  update delta 1 nlts -6 lid B clock 7

check B
----
{A B C}: B leads
