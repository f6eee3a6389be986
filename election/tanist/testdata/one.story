# A node that boots asks twice who leads, though it knows no neighbour yet. Alone, it then claims
# and leads at once.
nodes tanist
A 1
----

settle
----
 539.199ms  A: timer 0
 539.199ms  A ⇒  pull
  844.06ms  A: timer 0
  844.06ms  A ⇒  pull
 1.259295s  A: timer 0
 1.259295s  A: timer 0
 1.259295s  A enters an election ⟨1,A⟩
 1.259295s  A ⇒  claim (A,1) stamp 1.259294823s
 1.259295s  A follows A ⟨1,A⟩

check A
----
{A}: A leads
