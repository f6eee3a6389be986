# A claims the lead. B is better and answers after a back-off with a claim of its
# own; so does C.
nodes flood-max
A 1
B 2
C 3
line
----

elect A
----
        0s  A enters an election ⟨1,A⟩
        0s  A follows A ⟨1,A⟩
        0s  A ⇒  claim (A,1)

settle
----
        0s  B ← A  claim (A,1)
        0s  B enters an election ⟨1,B⟩
 308.218ms  B: timer 1
 308.218ms  B follows B ⟨1,B⟩
 308.218ms  B ⇒  claim (B,2) stamp 308.218111ms
 308.218ms  A ← B  claim (B,2) stamp 308.218111ms
 308.218ms  A follows B ⟨1,A⟩
 308.218ms  A ⇒  claim (B,2) stamp 308.218111ms
 308.218ms  C ← B  claim (B,2) stamp 308.218111ms
 308.218ms  C enters an election ⟨1,C⟩
 308.218ms  B ← A  claim (B,2) stamp 308.218111ms
 654.909ms  C: timer 1
 654.909ms  C follows C ⟨1,C⟩
 654.909ms  C ⇒  claim (C,3) stamp 654.908612ms
 654.909ms  B ← C  claim (C,3) stamp 654.908612ms
 654.909ms  B follows C ⟨1,B⟩
 654.909ms  B ⇒  claim (C,3) stamp 654.908612ms
 654.909ms  A ← B  claim (C,3) stamp 654.908612ms
 654.909ms  A follows C ⟨1,A⟩
 654.909ms  A ⇒  claim (C,3) stamp 654.908612ms
 654.909ms  C ← B  claim (C,3) stamp 654.908612ms
 654.909ms  B ← A  claim (C,3) stamp 654.908612ms

check C
----
{A B C}: C leads
