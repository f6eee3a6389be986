# C never hears that A leads. B's next beacon says it again.
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

deliver A-B
----
        0s  B ← A  update nlts -1 lid A clock 1
        0s  B follows A
        0s  B → A  update delta 1 nlts -1 lid A clock 2
        0s  B → C  update delta 1 nlts -1 lid A clock 2

lose B-C
----
        0s  B ✗ C  update delta 1 nlts -1 lid A clock 2: lost

check
----
{A B C}: FAILED: A follows A, B follows A, C knows no leader

settle
----
        0s  A ← B  update delta 1 nlts -1 lid A clock 2
  204.99ms  A: timer 0
  204.99ms  A ⇒  beacon nlts -1 lid A clock 4
  204.99ms  B ← A  beacon nlts -1 lid A clock 4
 1.232872s  B: timer 0
 1.232872s  B ⇒  beacon delta 1 nlts -1 lid A clock 6
 1.232872s  A ← B  beacon delta 1 nlts -1 lid A clock 6
 1.232872s  C ← B  beacon delta 1 nlts -1 lid A clock 6
 1.232872s  C follows A
 1.232872s  C → B  update delta 2 nlts -1 lid A clock 7
 1.232872s  B ← C  update delta 2 nlts -1 lid A clock 7

check A
----
{A B C}: A leads
