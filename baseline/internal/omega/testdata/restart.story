# The old leader comes back. It has been asked all the while, answers, and is
# trusted again: B is deposed, which did nothing wrong. This Ω is not stable.
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

settle quiet
----
 9.232872s  B suspects A
 9.232872s  B follows B
 9.386762s  C suspects A
 9.386762s  C follows B

check B
----
{B C}: B leads

# Until C and B ask A again it follows itself, and they follow B.
restart A
----
 9.386762s  A restarts
 9.386762s  A follows A

state
----
A (1): follows A leader=1 timer 0 at 13.212761s
B (2): follows B leader=2 timer 0 at 11.232872s
C (3): follows B leader=2 timer 0 at 11.386762s

settle quiet
----
11.232872s  B trusts A again
11.232872s  B follows A
11.386762s  C trusts A again
11.386762s  C follows A

check A
----
{A B C}: A leads
