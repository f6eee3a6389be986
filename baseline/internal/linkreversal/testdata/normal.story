# A leads at once, for want of anybody; who hears of a leader pair follows it, one
# step higher. Each end of a link is told once.
nodes link-reversal
A 1
B 2
C 3
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A → B  update nlts -1 lid A clock 1

deliver all
----
        0s  B ← A  update nlts -1 lid A clock 1
        0s  B follows A
        0s  B → A  update delta 1 nlts -1 lid A clock 2
        0s  B → C  update delta 1 nlts -1 lid A clock 2
        0s  A ← B  update delta 1 nlts -1 lid A clock 2
        0s  C ← B  update delta 1 nlts -1 lid A clock 2
        0s  C follows A
        0s  C → B  update delta 2 nlts -1 lid A clock 3
        0s  B ← C  update delta 2 nlts -1 lid A clock 3

state A B C
----
A (1): follows A leader=1 tau=0 oid=0 r=0 delta=0 elected=1 timer 0 at 204.99ms
B (2): follows A leader=1 tau=0 oid=0 r=0 delta=1 elected=1 timer 0 at 1.232872s
C (3): follows A leader=1 tau=0 oid=0 r=0 delta=2 elected=1 timer 0 at 1.386762s

check A
----
{A B C}: A leads
