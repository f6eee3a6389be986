# D crashes when its token is on its way. The ring is open at D, so that no token
# comes home, D's included. Who waits begins again after three laps, in vain until
# C suspects D and the ring closes.
nodes le-lann
A 1
B 2
C 3
D 4
ring
----

elect A C D
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  token (A,1) hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  token (C,3) hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  token (D,4) hops 1

crash D
----
        0s  D crashes
        0s  C ✗ D  token (C,3) hops 1: D is down

# A and C have collected D; B, which has not started, has only passed tokens on.
deliver all
----
        0s  B ← A  token (A,1) hops 1
        0s  B → C  token (A,1) hops 2
        0s  A ← D  token (D,4) hops 1
        0s  A → B  token (D,4) hops 2
        0s  C ← B  token (A,1) hops 2
        0s  C → D  token (A,1) hops 3
        0s  C ✗ D  token (A,1) hops 3: D is down
        0s  B ← A  token (D,4) hops 2
        0s  B → C  token (D,4) hops 3
        0s  C ← B  token (D,4) hops 3
        0s  C → D  token (D,4) hops 4
        0s  C ✗ D  token (D,4) hops 4: D is down

settle quiet
----
  1.17078s  A enters an election ⟨2,A⟩
 1.733369s  C enters an election ⟨2,C⟩
 2.482501s  C enters an election ⟨3,C⟩
 3.638898s  A enters an election ⟨3,A⟩
 4.947311s  C enters an election ⟨4,C⟩
 5.863692s  A enters an election ⟨4,A⟩
 6.675397s  A enters an election ⟨5,A⟩
 7.271496s  C enters an election ⟨5,C⟩
 7.593193s  B enters an election ⟨1,B⟩
 8.380462s  A enters an election ⟨6,A⟩
 8.661746s  B enters an election ⟨2,B⟩
 9.344156s  B enters an election ⟨3,B⟩
 9.386762s  C suspects D
 9.386762s  C follows C ⟨5,C⟩
 9.386762s  A follows C ⟨6,A⟩
 9.386762s  B follows C ⟨3,B⟩

check C
----
{A B C}: C leads
