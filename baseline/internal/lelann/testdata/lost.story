# The token of D is lost at its first hop. A, B and C collect one another's: C takes
# itself for the best, since a lost token cuts collections short.
nodes le-lann
A 1
B 2
C 3
D 4
ring
----

elect A B C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → C  token (B,2) hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  token (C,3) hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  token (D,4) hops 1

lose D-A token
----
        0s  D ✗ A  token (D,4) hops 1: lost

deliver all
----
        0s  B ← A  token (A,1) hops 1
        0s  B → C  token (A,1) hops 2
        0s  C ← B  token (B,2) hops 1
        0s  C → D  token (B,2) hops 2
        0s  D ← C  token (C,3) hops 1
        0s  D → A  token (C,3) hops 2
        0s  C ← B  token (A,1) hops 2
        0s  C → D  token (A,1) hops 3
        0s  D ← C  token (B,2) hops 2
        0s  D → A  token (B,2) hops 3
        0s  A ← D  token (C,3) hops 2
        0s  A → B  token (C,3) hops 3
        0s  D ← C  token (A,1) hops 3
        0s  D → A  token (A,1) hops 4
        0s  A ← D  token (B,2) hops 3
        0s  A → B  token (B,2) hops 4
        0s  B ← A  token (C,3) hops 3
        0s  B → C  token (C,3) hops 4
        0s  A ← D  token (A,1) hops 4
        0s  A follows C ⟨1,A⟩
        0s  B ← A  token (B,2) hops 4
        0s  B follows C ⟨1,B⟩
        0s  C ← B  token (C,3) hops 4
        0s  C follows C ⟨1,C⟩
        0s  C → D  elected (C,3) hops 1
        0s  D ← C  elected (C,3) hops 1
        0s  D → A  elected (C,3) hops 2
        0s  A ← D  elected (C,3) hops 2
        0s  A → B  elected (C,3) hops 3
        0s  B ← A  elected (C,3) hops 3
        0s  B → C  elected (C,3) hops 4
        0s  C ← B  elected (C,3) hops 4

# D still waits for its token, and sends another after three laps.
settle
----
  2.20499s  A: timer 2
  2.20499s  A → B  ring-pull seq 2135614368
  2.20499s  B ← A  ring-pull seq 2135614368
  2.20499s  B → A  ring-answer seq 2135614368
  2.20499s  A ← B  ring-answer seq 2135614368
 2.394296s  D: timer 1
 2.460357s  D: timer 2
 2.460357s  D → A  ring-pull seq 526194868
 2.460357s  A ← D  ring-pull seq 526194868
 2.460357s  A → D  ring-answer seq 526194868
 2.460357s  D ← A  ring-answer seq 526194868
 2.553763s  D: timer 0
 2.553763s  D enters an election ⟨2,D⟩
 2.553763s  D → A  token (D,4) hops 1
 2.553763s  A ← D  token (D,4) hops 1
 2.553763s  A → B  token (D,4) hops 2
 2.553763s  B ← A  token (D,4) hops 2
 2.553763s  B → C  token (D,4) hops 3
 2.553763s  C ← B  token (D,4) hops 3
 2.553763s  C → D  token (D,4) hops 4
 2.553763s  D ← C  token (D,4) hops 4
 2.553763s  D follows D ⟨2,D⟩
 2.553763s  D → A  elected (D,4) hops 1
 2.553763s  A ← D  elected (D,4) hops 1
 2.553763s  A → B  elected (D,4) hops 2
 2.553763s  A follows D
 2.553763s  B ← A  elected (D,4) hops 2
 2.553763s  B → C  elected (D,4) hops 3
 2.553763s  B follows D
 2.553763s  C ← B  elected (D,4) hops 3
 2.553763s  C → D  elected (D,4) hops 4
 2.553763s  C follows D
 2.553763s  D ← C  elected (D,4) hops 4

check D
----
{A B C D}: D leads
