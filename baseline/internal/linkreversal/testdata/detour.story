# A ring loses a link. D searches: it rises above C, which has another way down, and
# nobody else says a word. When that goes as well, B searches too; of two searches
# of one clock D's is the larger, so C and B join it, and it comes back to D. A,
# which nobody is near, leads itself anew.
nodes link-reversal
A 1
B 2
C 3
D 4
A-B B-C C-D D-A
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A → B  update nlts -1 lid A clock 1
        0s  A → D  update nlts -1 lid A clock 1

deliver all quiet
----
        0s  B follows A
        0s  D follows A
        0s  C follows A

cut D-A
----
        0s  D → C  update tau 5 oid D nlts -1 lid A clock 5

deliver all
----
        0s  C ← D  update tau 5 oid D nlts -1 lid A clock 5

state B C D
----
B (2): follows A leader=1 tau=0 oid=0 r=0 delta=1 elected=1 timer 0 at 1.232872s
C (3): follows A leader=1 tau=0 oid=0 r=0 delta=2 elected=1 timer 0 at 1.386762s
D (4): follows A leader=1 tau=5 oid=4 r=0 delta=0 elected=1 timer 0 at 460.357ms

check A
----
{A B C D}: A leads

cut A-B
----
        0s  A enters an election ⟨6,A⟩
        0s  A follows A ⟨6,A⟩
        0s  B → C  update tau 5 oid B nlts -1 lid A clock 5

deliver all
----
        0s  C ← B  update tau 5 oid B nlts -1 lid A clock 5
        0s  C → B  update tau 5 oid D delta -1 nlts -1 lid A clock 7
        0s  C → D  update tau 5 oid D delta -1 nlts -1 lid A clock 7
        0s  B ← C  update tau 5 oid D delta -1 nlts -1 lid A clock 7
        0s  B → C  update tau 5 oid D r 1 nlts -1 lid A clock 8
        0s  D ← C  update tau 5 oid D delta -1 nlts -1 lid A clock 7
        0s  C ← B  update tau 5 oid D r 1 nlts -1 lid A clock 8
        0s  C → B  update tau 5 oid D r 1 delta -1 nlts -1 lid A clock 9
        0s  C → D  update tau 5 oid D r 1 delta -1 nlts -1 lid A clock 9
        0s  B ← C  update tau 5 oid D r 1 delta -1 nlts -1 lid A clock 9
        0s  D ← C  update tau 5 oid D r 1 delta -1 nlts -1 lid A clock 9
        0s  D enters an election ⟨10,D⟩
        0s  D follows D ⟨10,D⟩
        0s  D → C  update nlts -10 lid D clock 10
        0s  C ← D  update nlts -10 lid D clock 10
        0s  C follows D
        0s  C → B  update delta 1 nlts -10 lid D clock 11
        0s  C → D  update delta 1 nlts -10 lid D clock 11
        0s  B ← C  update delta 1 nlts -10 lid D clock 11
        0s  B follows D
        0s  B → C  update delta 2 nlts -10 lid D clock 12
        0s  D ← C  update delta 1 nlts -10 lid D clock 11
        0s  C ← B  update delta 2 nlts -10 lid D clock 12

check
----
{A}: A leads
{B C D}: D leads
