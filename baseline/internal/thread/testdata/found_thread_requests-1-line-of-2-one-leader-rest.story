# thread, requests=1, line of 2, one leader rest: convicted after 5 steps.
# Why: both found a partition before either hears the other; Thread promises one leader for a partition.
# A and B both believe that they lead
nodes thread requests=1 draws=steady
A 1
B 2
line
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩

elect A
----
        0s  A ⇒  parent-request

deliver A-B
----
        0s  B ← A  parent-request

fire B 1
----
       2ms  B: timer 1
       2ms  B ⇒  parent-request

deliver B-A
----
       2ms  A ← B  parent-request

fire A 1
----
     100ms  A: timer 1
     100ms  A follows A ⟨1,A⟩

fire B 1
----
     102ms  B: timer 1
     102ms  B follows B ⟨1,B⟩

check
----
{A B}: FAILED: A follows A, B follows B
