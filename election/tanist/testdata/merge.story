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
   4.604ms  D: timer 0
   4.604ms  D ⇒  claim (D,4) stamp 4.603568ms
   4.604ms  C ← D  claim (D,4) stamp 4.603568ms
   4.604ms  C enters an election ⟨1,C⟩
   4.604ms  C ⇒  claim (D,4) stamp 4.603568ms
   4.604ms  D ← C  claim (D,4) stamp 4.603568ms
  12.329ms  B: timer 0
  12.329ms  B ⇒  claim (B,2) stamp 12.328724ms
  12.329ms  A ← B  claim (B,2) stamp 12.328724ms
  12.329ms  A enters an election ⟨1,A⟩
  12.329ms  A ⇒  claim (B,2) stamp 12.328724ms
  12.329ms  B ← A  claim (B,2) stamp 12.328724ms
  64.604ms  D: timer 0
  64.604ms  D follows D ⟨1,D⟩
  64.604ms  C: timer 0
  64.604ms  C follows D ⟨1,C⟩
  72.329ms  B: timer 0
  72.329ms  B follows B ⟨1,B⟩
  72.329ms  A: timer 0
  72.329ms  A follows B ⟨1,A⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle
----
 2.004604s  D: timer 0
 2.004604s  D ⇒  beacon (D,4) stamp 2.004603568s
 2.004604s  C ← D  beacon (D,4) stamp 2.004603568s
 2.012329s  B: timer 0
 2.012329s  B ⇒  beacon (B,2) stamp 2.012328724s
 2.012329s  A ← B  beacon (B,2) stamp 2.012328724s
 2.012329s  C ← B  beacon (B,2) stamp 2.012328724s
 2.023211s  C: timer 1
 2.023211s  C ⇒  beacon (D,4) stamp 2.004603568s
 2.023211s  B ← C  beacon (D,4) stamp 2.004603568s
 2.023211s  B follows D
 2.023211s  D ← C  beacon (D,4) stamp 2.004603568s
 2.030589s  A: timer 1
 2.039142s  B: timer 1
 2.039142s  B ⇒  merge (D,4) stamp 2.004603568s heir B lead -2
 2.039142s  A ← B  merge (D,4) stamp 2.004603568s heir B lead -2
 2.039142s  A follows D
 2.039142s  C ← B  merge (D,4) stamp 2.004603568s heir B lead -2

check D
----
{A B C D}: D leads
