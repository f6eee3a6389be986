# The leader's next beacon is lost. The one after it comes within the time-out, so nobody
# elects.
nodes election leader=A
A 1
B 2
A-B
----
        0s  A follows A
        0s  B follows A

fire A
----
        2s  A: timer 0
        2s  A ⇒  beacon (A,0) began 2s

lose A-B
----
        2s  A ✗ B  beacon (A,0) began 2s: lost

settle 6s
----
        4s  A: timer 0
        4s  A ⇒  beacon (A,0) began 4s
        4s  B ← A  beacon (A,0) began 4s
        4s  B ⇒  beacon (A,0) began 4s
        4s  A ← B  beacon (A,0) began 4s
        6s  A: timer 0
        6s  A ⇒  beacon (A,0) began 6s
        6s  B ← A  beacon (A,0) began 6s
        6s  B ⇒  beacon (A,0) began 6s
        6s  A ← B  beacon (A,0) began 6s
        8s  A: timer 0
        8s  A ⇒  beacon (A,0) began 8s
        8s  B ← A  beacon (A,0) began 8s
        8s  B ⇒  beacon (A,0) began 8s
        8s  A ← B  beacon (A,0) began 8s

check
----
{A B}: A leads
