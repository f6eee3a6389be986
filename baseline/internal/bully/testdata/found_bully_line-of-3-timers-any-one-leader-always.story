# bully, line of 3, timers any, one leader always: convicted after 3 steps.
# Why: an OK that comes after T finds a node that has won: bully is for synchronous networks.
# A and B both believe that they lead
nodes bully draws=steady
A 1
B 2
C 3
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (A,1)
        0s  A → C  election (A,1)

deliver A-B
----
        0s  B ← A  election (A,1)
        0s  B → A  ok (B,2)
        0s  B enters an election ⟨1,B⟩
        0s  B → C  election (B,2)

fire A 0
----
     510ms  A: timer 0
     510ms  A follows A ⟨1,A⟩
     510ms  A → B  coordinator (A,1)
     510ms  A → C  coordinator (A,1)

fire B 0
----
     510ms  B: timer 0
     510ms  B follows B ⟨1,B⟩
     510ms  B → A  coordinator (B,2)
     510ms  B → C  coordinator (B,2)

check C
----
{A B C}: FAILED: A follows A, B follows B, C knows no leader
