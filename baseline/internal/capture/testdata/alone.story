# B leads, and steps down; A, the only other, is gone. Nobody tests B, so nobody better
# can be asked: after the detection time-out B stands, calls the roll, and leads itself.
nodes a-elect-leader-c leader=B
A 1
B 2
A-B
----
        0s  A follows B
        0s  B follows B

settle 5s quiet
----

crash A
----
        5s  A crashes

resign B
----
        5s  B resigns
        5s  B knows no leader
        5s  B → A  stand num 1
        5s  B ✗ A  stand num 1: A is down

settle
----
 5.232872s  B: timer 1
 7.232872s  B: timer 1
 9.232872s  B: timer 1
11.232872s  B: timer 1
11.232872s  B enters an election ⟨1,B⟩
11.232872s  B → A  capture num 1
11.232872s  B ✗ A  capture num 1: A is down
11.742872s  B: timer 0
11.742872s  B → A  call num 1
11.742872s  B ✗ A  call num 1: A is down
12.252872s  B: timer 0
12.252872s  B follows B ⟨1,B⟩
12.252872s  B → A  leader num 1 (B,0)
12.252872s  B ✗ A  leader num 1 (B,0): A is down

check B
----
{B}: B leads
