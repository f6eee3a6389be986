# s-elect-leader-c, line of 2, start all, timers any, one leader always: convicted after 6 steps.
# Why: pulses before any message: both pass over the other for dead.
# A and B both believe that they lead
nodes s-elect-leader-c draws=steady
A 1
B 2
line
----

elect A B
----
        0s  A enters an election ⟨1661540,A⟩
        0s  B enters an election ⟨1661540,B⟩

fire A 0
----
     280ms  A: timer 0
     280ms  A → B  capture num 1661540 (A,1)

fire B 0
----
     280ms  B: timer 0
     280ms  B → A  capture num 1661540 (B,2)

fire A 0
----
     800ms  A: timer 0
     800ms  A → B  capture num 1661540 (A,1)

fire B 0
----
     800ms  B: timer 0
     800ms  B → A  capture num 1661540 (B,2)

fire A 0
----
     1.32s  A: timer 0
     1.32s  A follows A ⟨1661540,A⟩
     1.32s  A → B  leader num 1661540 (A,1)

fire B 0
----
     1.32s  B: timer 0
     1.32s  B follows B ⟨1661540,B⟩
     1.32s  B → A  leader num 1661540 (B,2)

check B
----
{A B}: FAILED: A follows A, B follows B
