# No election is held: at boot each names the smallest ID of the roster, and all
# agree before a word is said. Each interval everybody asks everybody else for a
# sign of life: a Ping and a Pong for each ordered pair, 2n(n − 1) = 12 messages,
# for ever. That C offers most is nobody's concern.
nodes omega
A 1
B 2
C 3
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

check A
----
{A B C}: A leads

# The first interval of all three.
settle 3500ms
----
  2.20499s  A: timer 0
  2.20499s  A → B  ping seq 2135614368 (A,1)
  2.20499s  A → C  ping seq 2135614368 (A,1)
  2.20499s  B ← A  ping seq 2135614368 (A,1)
  2.20499s  B → A  pong seq 2135614368 (B,2)
  2.20499s  C ← A  ping seq 2135614368 (A,1)
  2.20499s  C → A  pong seq 2135614368 (C,3)
  2.20499s  A ← B  pong seq 2135614368 (B,2)
  2.20499s  A ← C  pong seq 2135614368 (C,3)
 3.232872s  B: timer 0
 3.232872s  B → A  ping seq 1156949383 (B,2)
 3.232872s  B → C  ping seq 1156949383 (B,2)
 3.232872s  A ← B  ping seq 1156949383 (B,2)
 3.232872s  A → B  pong seq 1156949383 (A,1)
 3.232872s  C ← B  ping seq 1156949383 (B,2)
 3.232872s  C → B  pong seq 1156949383 (C,3)
 3.232872s  B ← A  pong seq 1156949383 (A,1)
 3.232872s  B ← C  pong seq 1156949383 (C,3)
 3.386762s  C: timer 0
 3.386762s  C → A  ping seq 290534269 (C,3)
 3.386762s  C → B  ping seq 290534269 (C,3)
 3.386762s  A ← C  ping seq 290534269 (C,3)
 3.386762s  A → C  pong seq 290534269 (A,1)
 3.386762s  B ← C  ping seq 290534269 (C,3)
 3.386762s  B → C  pong seq 290534269 (B,2)
 3.386762s  C ← A  pong seq 290534269 (A,1)
 3.386762s  C ← B  pong seq 290534269 (B,2)

check A
----
{A B C}: A leads
