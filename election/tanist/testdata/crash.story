# B is the heir of A, as A's second beacon says, and A crashes. B and C miss the next beacon, ask
# each other twice in vain, and B, the heir, claims at once. C is still asking, and joins the
# contest that it hears. Nobody contradicts, and after 120 ms B leads.
nodes tanist leader=A
A 100
B 99
C 98
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

settle 2300ms quiet
----

settle 2s
----
        4s  A: timer 0
        4s  A ⇒  beacon (A,100) stamp 4s heir B lead -1
        4s  B ← A  beacon (A,100) stamp 4s heir B lead -1
        4s  C ← A  beacon (A,100) stamp 4s heir B lead -1
 4.009998s  B: timer 1
 4.009998s  B ⇒  beacon (A,100) stamp 4s heir B lead -1
 4.009998s  A ← B  beacon (A,100) stamp 4s heir B lead -1
 4.009998s  C ← B  beacon (A,100) stamp 4s heir B lead -1
 4.018648s  C: timer 1

state
----
A (100): follows A leader=1 stamp_ns=4000000000 heir=2 owed_ms=0 asked=0 elections=0 timer 0 at 6s
B (99): follows A leader=1 stamp_ns=4000000000 heir=2 owed_ms=0 asked=0 elections=0 timer 0 at 6.505975s
C (98): follows A leader=1 stamp_ns=4000000000 heir=2 owed_ms=0 asked=0 elections=0 timer 0 at 6.510812s

crash A
----
      4.3s  A crashes

settle 4500ms
----
 6.505975s  B: timer 0
 6.505975s  B ⇒  pull leader A stamp 4s
 6.505975s  C ← B  pull leader A stamp 4s
 6.510812s  C: timer 0
 6.510812s  C ⇒  pull leader A stamp 4s
 6.510812s  B ← C  pull leader A stamp 4s
 6.861135s  B: timer 0
 6.861135s  B ⇒  pull leader A stamp 4s
 6.861135s  C ← B  pull leader A stamp 4s
 6.925816s  C: timer 0
 6.925816s  C ⇒  pull leader A stamp 4s
 6.925816s  B ← C  pull leader A stamp 4s
 7.170391s  B: timer 0
 7.174066s  B: timer 0
 7.174066s  B enters an election ⟨1,B⟩
 7.174066s  B ⇒  claim (B,99) stamp 7.174065951s
 7.174066s  C ← B  claim (B,99) stamp 7.174065951s
 7.174066s  C enters an election ⟨1,C⟩
 7.174066s  C ⇒  claim (B,99) stamp 7.174065951s
 7.174066s  B ← C  claim (B,99) stamp 7.174065951s
 7.234066s  B: timer 0
 7.234066s  B follows B ⟨1,B⟩
 7.234066s  C: timer 0
 7.234066s  C follows B ⟨1,C⟩

check B
----
{B C}: B leads
