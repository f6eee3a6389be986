# bully, line of 2, timers any, one leader always: convicted after 2 steps.
# Why: an OK that comes after T finds a node that has won: bully is for synchronous networks.
# A and B both believe that they lead
nodes bully draws=steady
A 1
B 2
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (A,1)

deliver A-B
----
        0s  B ← A  election (A,1)
        0s  B → A  ok (B,2)
        0s  B enters an election ⟨1,B⟩
        0s  B follows B ⟨1,B⟩
        0s  B → A  coordinator (B,2)

fire A 0
----
     510ms  A: timer 0
     510ms  A follows A ⟨1,A⟩
     510ms  A → B  coordinator (A,1)

check B
----
{A B}: FAILED: A follows A, B follows B
