# A floods a beacon, and resigns before it has reached C. C hears the handover first, by B, and
# then the beacon. That is a newer sign of life of A than C has known, and A offered more than B:
# but C believes no single beacon of a better leader, and A sends no second one.
nodes tanist leader=A
A 100
B 99
C 50
complete
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

settle 2300ms quiet
----

fire A 0
----
        4s  A: timer 0
        4s  A ⇒  beacon (A,100) stamp 4s heir B lead -1

deliver A-B
----
        4s  B ← A  beacon (A,100) stamp 4s heir B lead -1

resign A
----
        4s  A resigns
        4s  A ⇒  handover (B,99) stamp 2.058569067s heir A lead -99
        4s  A follows B

deliver A-B
----
        4s  B ← A  handover (B,99) stamp 2.058569067s heir A lead -99
        4s  B follows B
        4s  B ⇒  handover (B,99) stamp 2.058569067s heir A lead -99

deliver B-C
----
        4s  C ← B  handover (B,99) stamp 2.058569067s heir A lead -99
        4s  C follows B

deliver A-C
----
        4s  C ← A  beacon (A,100) stamp 4s heir B lead -1

settle 25ms
----
        4s  C ← A  handover (B,99) stamp 2.058569067s heir A lead -99
        4s  A ← B  handover (B,99) stamp 2.058569067s heir A lead -99
 4.001491s  C: timer 1
 4.001491s  C ⇒  handover (B,99) stamp 2.058569067s heir A lead -99
 4.001491s  A ← C  handover (B,99) stamp 2.058569067s heir A lead -99
 4.001491s  B ← C  handover (B,99) stamp 2.058569067s heir A lead -99

check B
----
{A B C}: B leads
