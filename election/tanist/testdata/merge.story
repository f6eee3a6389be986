# Two components with a leader each meet. B hears one beacon of the better leader D, which it does
# not believe yet. C hears a beacon of the worse leader B, and answers with the leader that it
# follows. An answer is believed at once, and B passes it on to A.
nodes tanist
A 1
B 2
C 3
D 4
A-B C-D
----

elect B D
----
        0s  B enters an election ⟨1,B⟩
        0s  D enters an election ⟨1,D⟩

settle 300ms
----
    5.67ms  D: timer 0
    5.67ms  D ⇒  claim (D,4) stamp 5.670498ms
    5.67ms  C ← D  claim (D,4) stamp 5.670498ms
    5.67ms  C enters an election ⟨1,C⟩
    5.67ms  C ⇒  claim (D,4) stamp 5.670498ms
    5.67ms  D ← C  claim (D,4) stamp 5.670498ms
  31.377ms  B: timer 0
  31.377ms  B ⇒  claim (B,2) stamp 31.37712ms
  31.377ms  A ← B  claim (B,2) stamp 31.37712ms
  31.377ms  A enters an election ⟨1,A⟩
  31.377ms  A ⇒  claim (B,2) stamp 31.37712ms
  31.377ms  B ← A  claim (B,2) stamp 31.37712ms
  125.67ms  D: timer 0
  125.67ms  D follows D ⟨1,D⟩
  125.67ms  C: timer 0
  125.67ms  C follows D ⟨1,C⟩
 151.377ms  B: timer 0
 151.377ms  B follows B ⟨1,B⟩
 151.377ms  A: timer 0
 151.377ms  A follows B ⟨1,A⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle
----
  2.00567s  D: timer 0
  2.00567s  D ⇒  beacon (D,4) stamp 2.005670498s
  2.00567s  C ← D  beacon (D,4) stamp 2.005670498s
 2.017004s  C: timer 1
 2.017004s  C ⇒  beacon (D,4) stamp 2.005670498s
 2.017004s  B ← C  beacon (D,4) stamp 2.005670498s
 2.017004s  D ← C  beacon (D,4) stamp 2.005670498s
 2.031377s  B: timer 0
 2.031377s  B ⇒  beacon (B,2) stamp 2.03137712s
 2.031377s  A ← B  beacon (B,2) stamp 2.03137712s
 2.031377s  C ← B  beacon (B,2) stamp 2.03137712s
 2.032868s  C: timer 1
 2.032868s  C ⇒  answer (D,4) stamp 2.005670498s age_ms 28
 2.032868s  B ← C  answer (D,4) stamp 2.005670498s age_ms 28
 2.032868s  B follows D
 2.032868s  D ← C  answer (D,4) stamp 2.005670498s age_ms 28
 2.037085s  A: timer 1
 2.037554s  B: timer 1
 2.037554s  B ⇒  answer (D,4) stamp 2.005670498s age_ms 33
 2.037554s  A ← B  answer (D,4) stamp 2.005670498s age_ms 33
 2.037554s  A follows D
 2.037554s  C ← B  answer (D,4) stamp 2.005670498s age_ms 33

check D
----
{A B C D}: D leads
