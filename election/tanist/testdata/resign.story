# A resigns, and B is its heir: it hands over, and nobody is without a leader.
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

resign A
----
      2.3s  A resigns
      2.3s  A ⇒  handover (B,99) stamp 2.058569067s heir A lead -99
      2.3s  A follows B

settle
----
      2.3s  B ← A  handover (B,99) stamp 2.058569067s heir A lead -99
      2.3s  B follows B
      2.3s  B ⇒  handover (B,99) stamp 2.058569067s heir A lead -99
      2.3s  C ← A  handover (B,99) stamp 2.058569067s heir A lead -99
      2.3s  C follows B
      2.3s  A ← B  handover (B,99) stamp 2.058569067s heir A lead -99
      2.3s  C ← B  handover (B,99) stamp 2.058569067s heir A lead -99

check B
----
{A B C}: B leads
