# B's boot without its storage meets B's former life. A heard of B's office before
# the crash, and C has not heard of it: A has no reason to search. It tells the new
# B, which has led since by an older clock, that B leads. B answers by a newer pair.
nodes link-reversal
B 1
A 2
C 3
B-A A-C
----

# Events advance the clock.
cut B-A
----

link B-A
----

cut B-A
----

link B-A
----

elect C
----
        0s  C enters an election ⟨1,C⟩
        0s  C follows C ⟨1,C⟩
        0s  C → A  update nlts -1 lid C clock 1

deliver C-A
----
        0s  A ← C  update nlts -1 lid C clock 1
        0s  A follows C
        0s  A → B  update delta 1 nlts -1 lid C clock 5
        0s  A → C  update delta 1 nlts -1 lid C clock 5

elect B
----
        0s  B enters an election ⟨5,B⟩
        0s  B follows B ⟨5,B⟩
        0s  B → A  update nlts -5 lid B clock 5

deliver B-A
----
        0s  A ← B  update nlts -5 lid B clock 5
        0s  A follows B
        0s  A → B  update delta 1 nlts -5 lid B clock 6
        0s  A → C  update delta 1 nlts -5 lid B clock 6

crash B
----
        0s  B crashes
        0s  A ✗ B  update delta 1 nlts -1 lid C clock 5: B is down
        0s  A ✗ B  update delta 1 nlts -5 lid B clock 6: B is down

restart B forget
----
        0s  B restarts
        0s  A → B  beacon delta 1 nlts -5 lid B clock 8
        0s  B enters an election ⟨2,B⟩
        0s  B follows B ⟨2,B⟩
        0s  B → A  update nlts -2 lid B clock 2

deliver all
----
        0s  C ← A  update delta 1 nlts -1 lid C clock 5
        0s  C ← A  update delta 1 nlts -5 lid B clock 6
        0s  C follows B
        0s  C → A  update delta 2 nlts -5 lid B clock 7
        0s  B ← A  beacon delta 1 nlts -5 lid B clock 8
        0s  B enters an election ⟨9,B⟩
        0s  B follows B ⟨9,B⟩
        0s  B → A  update nlts -9 lid B clock 9
        0s  A ← B  update nlts -2 lid B clock 2
        0s  A ← C  update delta 2 nlts -5 lid B clock 7
        0s  A ← B  update nlts -9 lid B clock 9
        0s  A → B  update delta 1 nlts -9 lid B clock 11
        0s  A → C  update delta 1 nlts -9 lid B clock 11
        0s  B ← A  update delta 1 nlts -9 lid B clock 11
        0s  C ← A  update delta 1 nlts -9 lid B clock 11
        0s  C → A  update delta 2 nlts -9 lid B clock 12
        0s  A ← C  update delta 2 nlts -9 lid B clock 12

check B
----
{B A C}: B leads
