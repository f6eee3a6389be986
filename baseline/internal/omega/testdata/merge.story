# Two islands: all name A at first, whom C and D cannot reach, until they suspect A
# and B. Then the islands get a link, and C is deposed by the first Pongs of A.
nodes omega
A 1
B 2
C 3
D 4
A-B C-D
----
        0s  A follows A
        0s  B follows A
        0s  C follows A
        0s  D follows A

settle quiet
----
  8.20499s  A suspects C
  8.20499s  A suspects D
 8.460357s  D suspects A
 8.460357s  D suspects B
 8.460357s  D follows C
 9.232872s  B suspects C
 9.232872s  B suspects D
 9.386762s  C suspects A
 9.386762s  C suspects B
 9.386762s  C follows C

check
----
{A B}: A leads
{C D}: C leads

link B-C
----

settle quiet
----
 10.20499s  A trusts C again
 10.20499s  A trusts D again
10.460357s  D trusts A again
10.460357s  D follows A
10.460357s  D trusts B again
11.232872s  B trusts C again
11.232872s  B trusts D again
11.386762s  C trusts A again
11.386762s  C follows A
11.386762s  C trusts B again

check A
----
{A B C D}: A leads
