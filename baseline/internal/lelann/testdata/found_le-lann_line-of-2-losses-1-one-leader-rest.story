# le-lann, line of 2, losses 1, one leader rest: convicted after 7 steps.
# Why: a lost ELECTED leaves the first election's winner in office until a leader announcement.
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

lose B-A
----
        0s  B ✗ A  elected (B,2) hops 1: lost

check B
----
{A B}: FAILED: A follows A, B follows B
