# A, which leads, crashes. Nobody is told: its Pongs stay away, and after the
# time-out of three intervals B and C suspect it, each for itself, and name the
# smallest ID that is left.
nodes omega
A 1
B 2
C 3
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

crash A
----
        0s  A crashes

settle
----
 3.232872s  B: timer 0
 3.232872s  B → A  ping seq 1156949383 (B,2)
 3.232872s  B ✗ A  ping seq 1156949383 (B,2): A is down
 3.232872s  B → C  ping seq 1156949383 (B,2)
 3.232872s  C ← B  ping seq 1156949383 (B,2)
 3.232872s  C → B  pong seq 1156949383 (C,3)
 3.232872s  B ← C  pong seq 1156949383 (C,3)
 3.386762s  C: timer 0
 3.386762s  C → A  ping seq 290534269 (C,3)
 3.386762s  C ✗ A  ping seq 290534269 (C,3): A is down
 3.386762s  C → B  ping seq 290534269 (C,3)
 3.386762s  B ← C  ping seq 290534269 (C,3)
 3.386762s  B → C  pong seq 290534269 (B,2)
 3.386762s  C ← B  pong seq 290534269 (B,2)
 5.232872s  B: timer 0
 5.232872s  B → A  ping seq 1156949384 (B,2)
 5.232872s  B ✗ A  ping seq 1156949384 (B,2): A is down
 5.232872s  B → C  ping seq 1156949384 (B,2)
 5.232872s  C ← B  ping seq 1156949384 (B,2)
 5.232872s  C → B  pong seq 1156949384 (C,3)
 5.232872s  B ← C  pong seq 1156949384 (C,3)
 5.386762s  C: timer 0
 5.386762s  C → A  ping seq 290534270 (C,3)
 5.386762s  C ✗ A  ping seq 290534270 (C,3): A is down
 5.386762s  C → B  ping seq 290534270 (C,3)
 5.386762s  B ← C  ping seq 290534270 (C,3)
 5.386762s  B → C  pong seq 290534270 (B,2)
 5.386762s  C ← B  pong seq 290534270 (B,2)
 7.232872s  B: timer 0
 7.232872s  B → A  ping seq 1156949385 (B,2)
 7.232872s  B ✗ A  ping seq 1156949385 (B,2): A is down
 7.232872s  B → C  ping seq 1156949385 (B,2)
 7.232872s  C ← B  ping seq 1156949385 (B,2)
 7.232872s  C → B  pong seq 1156949385 (C,3)
 7.232872s  B ← C  pong seq 1156949385 (C,3)
 7.386762s  C: timer 0
 7.386762s  C → A  ping seq 290534271 (C,3)
 7.386762s  C ✗ A  ping seq 290534271 (C,3): A is down
 7.386762s  C → B  ping seq 290534271 (C,3)
 7.386762s  B ← C  ping seq 290534271 (C,3)
 7.386762s  B → C  pong seq 290534271 (B,2)
 7.386762s  C ← B  pong seq 290534271 (B,2)
 9.232872s  B: timer 0
 9.232872s  B suspects A
 9.232872s  B → A  ping seq 1156949386 (B,2)
 9.232872s  B ✗ A  ping seq 1156949386 (B,2): A is down
 9.232872s  B → C  ping seq 1156949386 (B,2)
 9.232872s  B follows B
 9.232872s  C ← B  ping seq 1156949386 (B,2)
 9.232872s  C → B  pong seq 1156949386 (C,3)
 9.232872s  B ← C  pong seq 1156949386 (C,3)
 9.386762s  C: timer 0
 9.386762s  C suspects A
 9.386762s  C → A  ping seq 290534272 (C,3)
 9.386762s  C ✗ A  ping seq 290534272 (C,3): A is down
 9.386762s  C → B  ping seq 290534272 (C,3)
 9.386762s  C follows B
 9.386762s  B ← C  ping seq 290534272 (C,3)
 9.386762s  B → C  pong seq 290534272 (B,2)
 9.386762s  C ← B  pong seq 290534272 (B,2)

check B
----
{B C}: B leads
