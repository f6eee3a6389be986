# link-reversal, line of 2, start all, one leader always: convicted after 0 steps.
# Why: who elects itself leads at once; of two leader pairs one has priority.
# A and B both believe that they lead
nodes link-reversal draws=steady
A 1
B 2
line
----

elect A B
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A → B  update nlts -1 lid A clock 1
        0s  B enters an election ⟨1,B⟩
        0s  B follows B ⟨1,B⟩
        0s  B → A  update nlts -1 lid B clock 1

check
----
{A B}: FAILED: A follows A, B follows B
