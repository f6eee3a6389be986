# D passes B's list on and crashes. The list comes home with D in it: B announces a
# dead leader, as far as C, whose successor D is. A waits in vain, and begins again
# after three laps; no list comes home while C sends to D. C suspects D after the
# detection time-out (package overlay; the books' sender tries the next at once), the
# ring closes, and C's list, begun again, is of those that are left.
nodes ring-list
A 1
B 2
C 3
D 4
ring
----

elect B
----
        0s  B enters an election ⟨1,B⟩
        0s  B → C  election (B,2)

deliver B-C C-D
----
        0s  C ← B  election (B,2)
        0s  C enters an election ⟨1,C⟩
        0s  C → D  election (B,2) (C,3)
        0s  D ← C  election (B,2) (C,3)
        0s  D enters an election ⟨1,D⟩
        0s  D → A  election (B,2) (C,3) (D,4)

crash D
----
        0s  D crashes

settle quiet
----
        0s  A enters an election ⟨1,A⟩
        0s  B follows D ⟨1,B⟩
        0s  C follows D ⟨1,C⟩
  1.17078s  A enters an election ⟨2,A⟩
  1.17078s  B enters an election ⟨2,B⟩
  1.17078s  C enters an election ⟨2,C⟩
  1.85319s  B enters an election ⟨3,B⟩
 1.919912s  C enters an election ⟨3,C⟩
 3.453014s  B enters an election ⟨4,B⟩
 3.638898s  A enters an election ⟨3,A⟩
 4.384722s  C enters an election ⟨4,C⟩
 4.951781s  B enters an election ⟨5,B⟩
  5.81738s  B enters an election ⟨6,B⟩
 5.863692s  A enters an election ⟨4,A⟩
 6.675397s  A enters an election ⟨5,A⟩
 6.708907s  C enters an election ⟨5,C⟩
 6.784842s  B enters an election ⟨7,B⟩
 8.380462s  A enters an election ⟨6,A⟩
 8.708675s  B enters an election ⟨8,B⟩
 9.091578s  C enters an election ⟨6,C⟩
 9.386762s  C suspects D
 9.386762s  C follows C ⟨6,C⟩
 9.386762s  A follows C ⟨6,A⟩
 9.386762s  B follows C ⟨8,B⟩

check C
----
{A B C}: C leads
