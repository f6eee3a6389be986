# link-reversal, complete of 3, crashes 1, one leader always: convicted after 3 steps.
# Why: who has heard of nobody yet when the leader dies leads for want of anybody: a channel that is forming does not count.
# B and C both believe that they lead
nodes link-reversal draws=steady
A 1
B 2
C 3
complete
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A → B  update nlts -1 lid A clock 1
        0s  A → C  update nlts -1 lid A clock 1

deliver A-B
----
        0s  B ← A  update nlts -1 lid A clock 1
        0s  B follows A
        0s  B → A  update delta 1 nlts -1 lid A clock 2
        0s  B → C  update delta 1 nlts -1 lid A clock 2

deliver A-C
----
        0s  C ← A  update nlts -1 lid A clock 1
        0s  C follows A
        0s  C → A  update delta 1 nlts -1 lid A clock 2
        0s  C → B  update delta 1 nlts -1 lid A clock 2

crash A
----
        0s  A crashes
        0s  B ✗ A  update delta 1 nlts -1 lid A clock 2: A is down
        0s  C ✗ A  update delta 1 nlts -1 lid A clock 2: A is down
        0s  B enters an election ⟨3,B⟩
        0s  B follows B ⟨3,B⟩
        0s  B → C  update nlts -3 lid B clock 3
        0s  C enters an election ⟨3,C⟩
        0s  C follows C ⟨3,C⟩
        0s  C → B  update nlts -3 lid C clock 3

check
----
{B C}: FAILED: B follows B, C follows C
