# The leader's next beacon is lost. The one after it comes within the time-out, so nobody
# elects.
nodes election leader=B
A 1
B 2
A-B
----
        0s  A follows B
        0s  B follows B

fire B
----
        2s  B: timer 0
        2s  B ⇒  beacon (B,0) began 2s

lose B-A
----
        2s  B ✗ A  beacon (B,0) began 2s: lost

settle 6s
----
        4s  B: timer 0
        4s  B ⇒  beacon (B,0) began 4s
        4s  A ← B  beacon (B,0) began 4s
        4s  A ⇒  beacon (B,0) began 4s
        4s  B ← A  beacon (B,0) began 4s
        6s  B: timer 0
        6s  B ⇒  beacon (B,0) began 6s
        6s  A ← B  beacon (B,0) began 6s
        6s  A ⇒  beacon (B,0) began 6s
        6s  B ← A  beacon (B,0) began 6s
        8s  B: timer 0
        8s  B ⇒  beacon (B,0) began 8s
        8s  A ← B  beacon (B,0) began 8s
        8s  A ⇒  beacon (B,0) began 8s
        8s  B ← A  beacon (B,0) began 8s

check
----
{A B}: B leads
