# One Pong of A to B is lost. That is no suspicion yet: a question stays open for
# the time-out, and the answer to the next one closes it.
nodes omega
A 1
B 2
C 3
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

fire B
----
 3.232872s  B: timer 0
 3.232872s  B → A  ping seq 1156949383 (B,2)
 3.232872s  B → C  ping seq 1156949383 (B,2)

deliver B-A
----
 3.232872s  A ← B  ping seq 1156949383 (B,2)
 3.232872s  A → B  pong seq 1156949383 (A,1)

lose A-B pong
----
 3.232872s  A ✗ B  pong seq 1156949383 (A,1): lost

settle 8s quiet
----

check A
----
{A B C}: A leads
