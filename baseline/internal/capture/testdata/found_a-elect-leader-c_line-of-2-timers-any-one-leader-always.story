# a-elect-leader-c, line of 2, timers any, one leader always: convicted after 5 steps.
# Why: time-outs before the answers: who waits for a leader stands anew, and passes over the one there is.
# A and B both believe that they lead
nodes a-elect-leader-c draws=steady
A 1
B 2
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  capture num 1

deliver A-B
----
        0s  B ← A  capture num 1
        0s  B enters an election ⟨1,B⟩
        0s  B → A  ack num 1

deliver B-A
----
        0s  A ← B  ack num 1
        0s  A follows A ⟨1,A⟩
        0s  A → B  leader num 1 (A,1)

fire B 0
----
 2.958311s  B: timer 0
 2.958311s  B enters an election ⟨2,B⟩
 2.958311s  B → A  capture num 2

fire B 0
----
 3.468311s  B: timer 0
 3.468311s  B → A  call num 2

fire B 0
----
 3.978311s  B: timer 0
 3.978311s  B follows B ⟨2,B⟩
 3.978311s  B → A  leader num 2 (B,2)

check
----
{A B}: FAILED: A follows A, B follows B
