# A leads and C is better, two hops away. C bids at A's first beacon, B passes the bid on, and A
# hands over: one flood, and nobody is without a leader. A is C's first heir.
nodes tanist leader=A
A 100
B 50
C 101
line
----
        0s  A follows A
        0s  B follows A
        0s  C follows A

settle 2s
----
        2s  A: timer 0
        2s  A ⇒  beacon (A,100) stamp 2s
        2s  B ← A  beacon (A,100) stamp 2s

settle 250ms
----
 2.015932s  B: timer 1
 2.015932s  B ⇒  beacon (A,100) stamp 2s
 2.015932s  A ← B  beacon (A,100) stamp 2s
 2.015932s  C ← B  beacon (A,100) stamp 2s
 2.034539s  C: timer 1
 2.157603s  C: timer 2
 2.157603s  C → B  bid leader A (C,101) stamp 2.157602995s
 2.157603s  B ← C  bid leader A (C,101) stamp 2.157602995s
 2.157603s  B → A  bid leader A (C,101) stamp 2.157602995s
 2.157603s  A ← B  bid leader A (C,101) stamp 2.157602995s
 2.157603s  A ⇒  handover (C,101) stamp 2.157602995s heir A lead -1
 2.157603s  A follows C
 2.157603s  B ← A  handover (C,101) stamp 2.157602995s heir A lead -1
 2.157603s  B follows C
 2.158427s  B: timer 1
 2.158427s  B ⇒  handover (C,101) stamp 2.157602995s heir A lead -1
 2.158427s  A ← B  handover (C,101) stamp 2.157602995s heir A lead -1
 2.158427s  C ← B  handover (C,101) stamp 2.157602995s heir A lead -1
 2.158427s  C follows C
 2.158427s  C ⇒  handover (C,101) stamp 2.157602995s heir A lead -1
 2.158427s  B ← C  handover (C,101) stamp 2.157602995s heir A lead -1

check C
----
{A B C}: C leads

settle 2s
----
 4.158427s  C: timer 0
 4.158427s  C ⇒  beacon (C,101) stamp 4.1584271s heir A lead -1
 4.158427s  B ← C  beacon (C,101) stamp 4.1584271s heir A lead -1
 4.167415s  B: timer 1
 4.167415s  B ⇒  beacon (C,101) stamp 4.1584271s heir A lead -1
 4.167415s  A ← B  beacon (C,101) stamp 4.1584271s heir A lead -1
 4.167415s  C ← B  beacon (C,101) stamp 4.1584271s heir A lead -1
 4.185675s  A: timer 1
