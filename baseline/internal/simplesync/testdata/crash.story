# D, the best, stands, tells all, and crashes before the pulse. All decide on the dead
# D, which is silent: A finds out first, after the detection time-out, and stands. (No
# message takes time here, so that C hears of B's candidacy before its own clock
# strikes, and stands a pulse later; with any latency they stand together.)
nodes simple-sync
A 1
B 2
C 3
D 4
complete
----

elect D
----
        0s  D enters an election ⟨1,D⟩
        0s  D: timer 0
        0s  D → A  candidate pulse 1 (D,4)
        0s  D → B  candidate pulse 1 (D,4)
        0s  D → C  candidate pulse 1 (D,4)

deliver all
----
        0s  A ← D  candidate pulse 1 (D,4)
        0s  A enters an election ⟨1,A⟩
        0s  B ← D  candidate pulse 1 (D,4)
        0s  B enters an election ⟨1,B⟩
        0s  C ← D  candidate pulse 1 (D,4)
        0s  C enters an election ⟨1,C⟩

crash D
----
        0s  D crashes

# The pulse.
fire A 0
----
     260ms  A: timer 0
     260ms  A follows D ⟨1,A⟩

fire B 0
----
     260ms  B: timer 0
     260ms  B follows D ⟨1,B⟩

fire C 0
----
     260ms  C: timer 0
     260ms  C follows D ⟨1,C⟩

settle quiet
----
  8.20499s  A suspects D
  8.20499s  A enters an election ⟨33,A⟩
     8.32s  B enters an election ⟨33,B⟩
     8.32s  C enters an election ⟨33,C⟩
     8.58s  A follows A ⟨33,A⟩
     8.58s  B enters an election ⟨34,B⟩
     8.58s  A enters an election ⟨34,A⟩
     8.58s  C enters an election ⟨34,C⟩
     8.84s  B follows B ⟨34,B⟩
     8.84s  A follows B ⟨34,A⟩
     8.84s  C enters an election ⟨35,C⟩
     8.84s  A enters an election ⟨35,A⟩
     8.84s  B enters an election ⟨35,B⟩
      9.1s  C follows C ⟨35,C⟩
      9.1s  A follows C ⟨35,A⟩
      9.1s  B follows C ⟨35,B⟩

check C
----
{A B C}: C leads
