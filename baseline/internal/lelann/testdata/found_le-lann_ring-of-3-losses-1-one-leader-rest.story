# le-lann, ring of 3, losses 1, one leader rest: convicted after 13 steps.
# Why: a lost ELECTED leaves the first election's winner in office until a leader announcement.
# A and C both believe that they lead
nodes le-lann draws=steady
A 1
B 2
C 3
ring
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1

deliver A-B
----
        0s  B ← A  token (A,1) hops 1
        0s  B → C  token (A,1) hops 2

deliver B-C
----
        0s  C ← B  token (A,1) hops 2
        0s  C → A  token (A,1) hops 3

deliver C-A
----
        0s  A ← C  token (A,1) hops 3
        0s  A follows A ⟨1,A⟩
        0s  A → B  elected (A,1) hops 1

deliver A-B
----
        0s  B ← A  elected (A,1) hops 1
        0s  B → C  elected (A,1) hops 2
        0s  B enters an election ⟨1,B⟩
        0s  B → C  token (B,2) hops 1

deliver B-C
----
        0s  C ← B  elected (A,1) hops 2
        0s  C → A  elected (A,1) hops 3
        0s  C enters an election ⟨1,C⟩
        0s  C → A  token (C,3) hops 1

deliver B-C
----
        0s  C ← B  token (B,2) hops 1
        0s  C → A  token (B,2) hops 2

deliver C-A
----
        0s  A ← C  elected (A,1) hops 3

deliver C-A
----
        0s  A ← C  token (C,3) hops 1
        0s  A → B  token (C,3) hops 2

deliver A-B
----
        0s  B ← A  token (C,3) hops 2
        0s  B → C  token (C,3) hops 3

deliver B-C
----
        0s  C ← B  token (C,3) hops 3
        0s  C follows C ⟨1,C⟩
        0s  C → A  elected (C,3) hops 1

deliver C-A
----
        0s  A ← C  token (B,2) hops 2
        0s  A → B  token (B,2) hops 3

deliver A-B
----
        0s  B ← A  token (B,2) hops 3
        0s  B follows C ⟨1,B⟩

lose C-A
----
        0s  C ✗ A  elected (C,3) hops 1: lost

check C
----
{A B C}: FAILED: A follows A, B follows C, C follows C
