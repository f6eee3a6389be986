# A leads, and steps down: nothing comes of it. Ω looks at who is up, never at what
# anybody offers.
nodes omega
A 1
B 2
C 3
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

resign A
----
        0s  A resigns

settle 10s quiet
----

check A
----
{A B C}: A leads
