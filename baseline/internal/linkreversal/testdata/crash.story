# The leader of a line crashes. B has lost its last way down and begins a search;
# it turns link by link, D is a dead end and reflects it. When it is back, B leads.
nodes link-reversal
A 1
B 2
C 3
D 4
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A → B  update nlts -1 lid A clock 1

deliver all quiet
----
        0s  B follows A
        0s  C follows A
        0s  D follows A

crash A
----
        0s  A crashes
        0s  B → C  update tau 5 oid B nlts -1 lid A clock 5

deliver B-C
----
        0s  C ← B  update tau 5 oid B nlts -1 lid A clock 5
        0s  C → B  update tau 5 oid B delta -1 nlts -1 lid A clock 6
        0s  C → D  update tau 5 oid B delta -1 nlts -1 lid A clock 6

deliver C-D
----
        0s  D ← C  update tau 5 oid B delta -1 nlts -1 lid A clock 6
        0s  D → C  update tau 5 oid B r 1 nlts -1 lid A clock 7

deliver D-C
----
        0s  C ← D  update tau 5 oid B r 1 nlts -1 lid A clock 7
        0s  C → B  update tau 5 oid B r 1 delta -1 nlts -1 lid A clock 8
        0s  C → D  update tau 5 oid B r 1 delta -1 nlts -1 lid A clock 8

deliver C-B
----
        0s  B ← C  update tau 5 oid B delta -1 nlts -1 lid A clock 6

deliver all
----
        0s  B ← C  update tau 5 oid B r 1 delta -1 nlts -1 lid A clock 8
        0s  B enters an election ⟨9,B⟩
        0s  B follows B ⟨9,B⟩
        0s  B → C  update nlts -9 lid B clock 9
        0s  D ← C  update tau 5 oid B r 1 delta -1 nlts -1 lid A clock 8
        0s  C ← B  update nlts -9 lid B clock 9
        0s  C follows B
        0s  C → B  update delta 1 nlts -9 lid B clock 10
        0s  C → D  update delta 1 nlts -9 lid B clock 10
        0s  B ← C  update delta 1 nlts -9 lid B clock 10
        0s  D ← C  update delta 1 nlts -9 lid B clock 10
        0s  D follows B
        0s  D → C  update delta 2 nlts -9 lid B clock 11
        0s  C ← D  update delta 2 nlts -9 lid B clock 11

check B
----
{B C D}: B leads
