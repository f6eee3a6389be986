# Whatever B says to A is lost for two rounds. In lock-step who hears nothing goes
# on: A takes B for dead, passes it over and leads. B hears LEADER of somebody
# worse, stands in a new election, and wins.
nodes s-elect-leader-c
A 1
B 2
complete
----

elect A B
----
        0s  A enters an election ⟨1,A⟩
        0s  A: timer 0
        0s  A → B  capture num 1 (A,1)
        0s  B enters an election ⟨1,B⟩
        0s  B: timer 0
        0s  B → A  capture num 1 (B,2)

deliver A-B
----
        0s  B ← A  capture num 1 (A,1)

lose B-A capture
----
        0s  B ✗ A  capture num 1 (B,2): lost

fire B 0
----
     260ms  B: timer 0
     260ms  B → A  refuse num 1

lose B-A refuse
----
     260ms  B ✗ A  refuse num 1: lost

# A asks once more, and B again refuses.
fire A 0
----
     520ms  A: timer 0
     520ms  A → B  capture num 1 (A,1)

deliver A-B
----
     520ms  B ← A  capture num 1 (A,1)

fire B 0
----
     520ms  B: timer 0
     520ms  B → A  capture num 1 (B,2)

lose B-A capture
----
     520ms  B ✗ A  capture num 1 (B,2): lost

fire B 0
----
     780ms  B: timer 0
     780ms  B → A  refuse num 1

lose B-A refuse
----
     780ms  B ✗ A  refuse num 1: lost

fire A 0
----
     1.04s  A: timer 0
     1.04s  A follows A ⟨1,A⟩
     1.04s  A → B  leader num 1 (A,1)

settle
----
     1.04s  B ← A  leader num 1 (A,1)
     1.04s  B enters an election ⟨3,B⟩
     1.04s  B: timer 0
     1.04s  B → A  capture num 3 (B,2)
     1.04s  A ← B  capture num 3 (B,2)
     1.04s  A enters an election ⟨3,A⟩
      1.3s  A: timer 0
      1.3s  A → B  ack num 3
      1.3s  B ← A  ack num 3
     1.56s  B: timer 0
     1.56s  B follows B ⟨3,B⟩
     1.56s  B → A  leader num 3 (B,2)
     1.56s  A ← B  leader num 3 (B,2)
     1.56s  A follows B ⟨3,A⟩

check B
----
{A B}: B leads
