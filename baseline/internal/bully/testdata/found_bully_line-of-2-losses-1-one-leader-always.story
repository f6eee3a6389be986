# bully, line of 2, losses 1, one leader always: convicted after 3 steps.
# Why: a lost OK is a dead member to who waits for it.
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

lose A-B
----
        0s  A ✗ B  election (A,1): lost

fire A 0
----
     510ms  A: timer 0
     510ms  A follows A ⟨1,A⟩
     510ms  A → B  coordinator (A,1)

deliver A-B
----
     510ms  B ← A  coordinator (A,1)
     510ms  B enters an election ⟨1,B⟩
     510ms  B follows B ⟨1,B⟩
     510ms  B → A  coordinator (B,2)

check B
----
{A B}: FAILED: A follows A, B follows B
