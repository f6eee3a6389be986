# B leads {A,B}, D leads {C,D}; B and C get a link. Leaders show themselves (leader-announcement) to
# members that do not ask for them; no pulse is spent on it.
nodes simple-sync
A 1
B 2
C 3
D 4
A-B C-D
----

elect B D
----
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → A  candidate pulse 1 (B,2)
        0s  B → C  candidate pulse 1 (B,2)
        0s  B ✗ C  candidate pulse 1 (B,2): no route
        0s  B → D  candidate pulse 1 (B,2)
        0s  B ✗ D  candidate pulse 1 (B,2): no route
        0s  D enters an election ⟨1,D⟩
        0s  D: timer 0
        0s  D → A  candidate pulse 1 (D,4)
        0s  D ✗ A  candidate pulse 1 (D,4): no route
        0s  D → B  candidate pulse 1 (D,4)
        0s  D ✗ B  candidate pulse 1 (D,4): no route
        0s  D → C  candidate pulse 1 (D,4)

settle quiet
----
        0s  A enters an election ⟨1,A⟩
        0s  C enters an election ⟨1,C⟩
     260ms  B follows B ⟨1,B⟩
     260ms  D follows D ⟨1,D⟩
     260ms  A follows B ⟨1,A⟩
     260ms  C follows D ⟨1,C⟩

check
----
{A B}: B leads
{C D}: D leads

link B-C
----

settle quiet
----
 4.460357s  A follows D
 4.460357s  B follows D

check D
----
{A B C D}: D leads
