# All Pongs of A to B are lost for three intervals: B suspects A, which is alive,
# and names itself. Two lead. The next Pong takes that back, and B's time-out for A
# is longer from then on: some day it makes no more mistakes (◊P).
nodes omega
A 1
B 2
A-B
----
        0s  A follows A
        0s  B follows A

fire B
----
 3.232872s  B: timer 0
 3.232872s  B → A  ping seq 1156949383 (B,2)

deliver B-A
----
 3.232872s  A ← B  ping seq 1156949383 (B,2)
 3.232872s  A → B  pong seq 1156949383 (A,1)

lose A-B pong
----
 3.232872s  A ✗ B  pong seq 1156949383 (A,1): lost

fire B
----
 5.232872s  B: timer 0
 5.232872s  B → A  ping seq 1156949384 (B,2)

deliver B-A
----
 5.232872s  A ← B  ping seq 1156949384 (B,2)
 5.232872s  A → B  pong seq 1156949384 (A,1)

lose A-B pong
----
 5.232872s  A ✗ B  pong seq 1156949384 (A,1): lost

fire B
----
 7.232872s  B: timer 0
 7.232872s  B → A  ping seq 1156949385 (B,2)

deliver B-A
----
 7.232872s  A ← B  ping seq 1156949385 (B,2)
 7.232872s  A → B  pong seq 1156949385 (A,1)

lose A-B pong
----
 7.232872s  A ✗ B  pong seq 1156949385 (A,1): lost

fire B
----
 9.232872s  B: timer 0
 9.232872s  B suspects A
 9.232872s  B → A  ping seq 1156949386 (B,2)
 9.232872s  B follows B

check
----
{A B}: FAILED: A follows A, B follows B

# This one is answered.
deliver all
----
 9.232872s  A ← B  ping seq 1156949386 (B,2)
 9.232872s  A → B  pong seq 1156949386 (A,1)
 9.232872s  B ← A  pong seq 1156949386 (A,1)
 9.232872s  B trusts A again
 9.232872s  B follows A

check A
----
{A B}: A leads
