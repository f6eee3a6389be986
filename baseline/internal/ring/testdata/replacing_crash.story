# D is dead when the token that would become its own arrives: the token is lost.
# Who takes part and learns of no leader within three laps begins again, and the
# ring is repaired when C suspects D.
nodes chang-roberts-replacing
A 1
B 2
C 3
D 4
ring
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A → B  election (A,1) hops 1

deliver A-B B-C
----
        0s  B ← A  election (A,1) hops 1
        0s  B enters an election ⟨1,B⟩
        0s  B → C  election (B,2) hops 1
        0s  C ← B  election (B,2) hops 1
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (C,3) hops 1

crash D
----
        0s  D crashes
        0s  C ✗ D  election (C,3) hops 1: D is down

settle quiet
----
 1.068553s  B enters an election ⟨2,B⟩
  1.17078s  A enters an election ⟨2,A⟩
 1.733369s  C enters an election ⟨2,C⟩
 1.750963s  B enters an election ⟨3,B⟩
 2.482501s  C enters an election ⟨3,C⟩
 3.350787s  B enters an election ⟨4,B⟩
 3.638898s  A enters an election ⟨3,A⟩
 4.849554s  B enters an election ⟨5,B⟩
 4.947311s  C enters an election ⟨4,C⟩
 5.715153s  B enters an election ⟨6,B⟩
 5.863692s  A enters an election ⟨4,A⟩
 6.675397s  A enters an election ⟨5,A⟩
 6.682615s  B enters an election ⟨7,B⟩
 7.271496s  C enters an election ⟨5,C⟩
 8.380462s  A enters an election ⟨6,A⟩
 8.606448s  B enters an election ⟨8,B⟩
 9.386762s  C suspects D
 9.386762s  C follows C ⟨5,C⟩
 9.386762s  A follows C ⟨6,A⟩
 9.386762s  B follows C ⟨8,B⟩

check C
----
{A B C}: C leads
