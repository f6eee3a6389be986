# B asks A to be taken in, and the request is lost. B stays where it is. It tries again when A
# advertises the next time.
nodes thread timeout=120s requests=1
A 600
B 100
A-B
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩

settle 3s quiet
----
 1.288469s  B follows B ⟨1,B⟩
 1.299862s  A follows A ⟨1,A⟩

fire B 1
----
 3.521535s  B: timer 1
 3.521535s  B → A  child-id-request

lose B-A
----
 3.521535s  B ✗ A  child-id-request: lost

settle 3s quiet
----

settle 10s quiet
----
 8.145637s  B follows A

check A
----
{A B}: A leads
