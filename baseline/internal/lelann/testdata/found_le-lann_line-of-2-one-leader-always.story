# le-lann, line of 2, one leader always: convicted after 6 steps.
# Why: the best of those that started leads until the better, which contest it, have elected theirs.
# A and B both believe that they lead
nodes le-lann draws=steady
A 1
B 2
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1

deliver A-B
----
        0s  B ← A  token (A,1) hops 1
        0s  B → A  token (A,1) hops 2

deliver B-A
----
        0s  A ← B  token (A,1) hops 2
        0s  A follows A ⟨1,A⟩
        0s  A → B  elected (A,1) hops 1

deliver A-B
----
        0s  B ← A  elected (A,1) hops 1
        0s  B → A  elected (A,1) hops 2
        0s  B enters an election ⟨1,B⟩
        0s  B → A  token (B,2) hops 1

deliver B-A
----
        0s  A ← B  elected (A,1) hops 2

deliver B-A
----
        0s  A ← B  token (B,2) hops 1
        0s  A → B  token (B,2) hops 2

deliver A-B
----
        0s  B ← A  token (B,2) hops 2
        0s  B follows B ⟨1,B⟩
        0s  B → A  elected (B,2) hops 1

check B
----
{A B}: FAILED: A follows A, B follows B
