# D, the best, crashes with its own token under way. The token passes the others
# and has no home. The paper has no rule. Here those who take part begin again after
# three laps, in vain until C, whose successor D is, suspects it: package overlay passes
# over the dead, and C sends its token to the next.
nodes chang-roberts
A 1
B 2
C 3
D 4
ring
----

elect C
----
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (C,3) hops 1

deliver C-D
----
        0s  D ← C  election (C,3) hops 1
        0s  D enters an election ⟨1,D⟩
        0s  D → A  election (D,4) hops 1

crash D
----
        0s  D crashes

settle quiet
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩
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
