# VKT04, Fig. 4a: {A,B,C} under C and {U,V,W} under W get the link A-U.
nodes vasudevan signalling=broadcast
A 1
B 2
C 3
U 21
V 22
W 23
A-B A-C B-C U-V U-W
----

elect A U
----
        0s  A enters an election ⟨1,A⟩
        0s  A ⇒  election ⟨1,A⟩
        0s  U enters an election ⟨1,U⟩
        0s  U ⇒  election ⟨1,U⟩

settle quiet
----
        0s  B enters an election ⟨1,A⟩
        0s  C enters an election ⟨1,A⟩
        0s  V enters an election ⟨1,U⟩
        0s  W enters an election ⟨1,U⟩
     100ms  A follows C ⟨1,A⟩
     100ms  B follows C ⟨1,A⟩
     100ms  C follows C ⟨1,A⟩
     100ms  U follows W ⟨1,U⟩
     100ms  V follows W ⟨1,U⟩
     100ms  W follows W ⟨1,U⟩

check
----
{A B C}: C leads
{U V W}: W leads

link A-U
----

settle
----
      2.1s  C: timer 1
      2.1s  C ⇒  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  A ← C  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  A ⇒  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  B ← C  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  B ⇒  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  B ← A  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  C ← A  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  U ← A  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  U → A  exchange ⟨1,U⟩ (W,23) term 1 age 2000
      2.1s  A ← B  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  C ← B  beacon ⟨1,A⟩ (C,3) term 1 beacon 1
      2.1s  A ← U  exchange ⟨1,U⟩ (W,23) term 1 age 2000
      2.1s  A follows W
      2.1s  A ⇒  exchange ⟨1,U⟩ (W,23) term 1 age 2020
      2.1s  B ← A  exchange ⟨1,U⟩ (W,23) term 1 age 2020
      2.1s  B follows W
      2.1s  B ⇒  exchange ⟨1,U⟩ (W,23) term 1 age 2040
      2.1s  C ← A  exchange ⟨1,U⟩ (W,23) term 1 age 2020
      2.1s  C follows W
      2.1s  C ⇒  exchange ⟨1,U⟩ (W,23) term 1 age 2040
      2.1s  U ← A  exchange ⟨1,U⟩ (W,23) term 1 age 2020
      2.1s  A ← B  exchange ⟨1,U⟩ (W,23) term 1 age 2040
      2.1s  C ← B  exchange ⟨1,U⟩ (W,23) term 1 age 2040
      2.1s  A ← C  exchange ⟨1,U⟩ (W,23) term 1 age 2040
      2.1s  B ← C  exchange ⟨1,U⟩ (W,23) term 1 age 2040

check W
----
{A B C U V W}: W leads
