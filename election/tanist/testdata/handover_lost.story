# A hands over to B, and C does not hear it. C asks for A before B's first beacon has come: A
# repeats the handover.
nodes tanist leader=A
A 100
B 101
C 10
B-A A-C
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

settle 2s quiet
----

fire B 2
----
 2.058569s  B: timer 2
 2.058569s  B → A  bid leader A (B,101) stamp 2.058569067s

deliver B-A
----
 2.058569s  A ← B  bid leader A (B,101) stamp 2.058569067s
 2.058569s  A ⇒  handover (B,101) stamp 2.058569067s heir A lead -1
 2.058569s  A follows B

lose A-C handover
----
 2.058569s  A ✗ C  handover (B,101) stamp 2.058569067s heir A lead -1: lost

check
----
{A B C}: FAILED: A follows B, B follows A, C follows A

deliver all
----
 2.058569s  B ← A  handover (B,101) stamp 2.058569067s heir A lead -1
 2.058569s  B follows B
 2.058569s  B ⇒  handover (B,101) stamp 2.058569067s heir A lead -1
 2.058569s  A ← B  handover (B,101) stamp 2.058569067s heir A lead -1

fire C 0
----
 4.643771s  C: timer 0
 4.643771s  C ⇒  pull leader A stamp 2s

settle 100ms
----
 4.643771s  A ← C  pull leader A stamp 2s
 4.643771s  A ⇒  handover (B,101) stamp 2.058569067s heir A lead -1
 4.643771s  B ← A  handover (B,101) stamp 2.058569067s heir A lead -1
 4.643771s  C ← A  handover (B,101) stamp 2.058569067s heir A lead -1
 4.643771s  C follows B
 4.643771s  B: timer 0
 4.643771s  B ⇒  beacon (B,101) stamp 4.643770745s heir A lead -1
 4.643771s  A ← B  beacon (B,101) stamp 4.643770745s heir A lead -1
 4.662031s  A: timer 1
 4.662031s  A ⇒  beacon (B,101) stamp 4.643770745s heir A lead -1
 4.662031s  B ← A  beacon (B,101) stamp 4.643770745s heir A lead -1
 4.662031s  C ← A  beacon (B,101) stamp 4.643770745s heir A lead -1
 4.679857s  C: timer 1

check B
----
{A B C}: B leads
