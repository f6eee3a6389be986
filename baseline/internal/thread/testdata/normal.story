# A line of three, with the standard's times. Nobody answers six parent requests, and each founds a
# partition. C has external power and so the greatest leader weight. B hears it and is taken in, is
# a silent child until its random time is over, and then a router, by which A comes to C.
nodes thread timeout=120s
A 100
B 100
C 600
A-B B-C
----
        0s  A enters an election ⟨1,A⟩
        0s  B enters an election ⟨1,B⟩
        0s  C enters an election ⟨1,C⟩

settle 1400ms
----
  28.382ms  C: timer 1
  28.382ms  C ⇒  parent-request
  28.382ms  B ← C  parent-request
  38.469ms  B: timer 1
  38.469ms  B ⇒  parent-request
  38.469ms  A ← B  parent-request
  38.469ms  C ← B  parent-request
  49.862ms  A: timer 1
  49.862ms  A ⇒  parent-request
  49.862ms  B ← A  parent-request
 1.278382s  C: timer 1
 1.278382s  C ⇒  parent-request
 1.278382s  B ← C  parent-request
 1.288469s  B: timer 1
 1.288469s  B ⇒  parent-request
 1.288469s  A ← B  parent-request
 1.288469s  C ← B  parent-request
 1.299862s  A: timer 1
 1.299862s  A ⇒  parent-request
 1.299862s  B ← A  parent-request

settle 7s quiet
----
 7.528382s  C follows C ⟨1,C⟩
 7.538469s  B follows B ⟨1,B⟩
 7.549862s  A follows A ⟨1,A⟩

check
----
{A B C}: FAILED: A follows A, B follows B, C follows C

settle 3s
----
 8.430683s  B: timer 0
 8.430683s  B ⇒  advertisement id 2647573421 leader B weight 56
 8.430683s  A ← B  advertisement id 2647573421 leader B weight 56
 8.430683s  C ← B  advertisement id 2647573421 leader B weight 56
 8.476333s  A: timer 1
 8.476333s  A ⇒  parent-request
 8.476333s  B ← A  parent-request
 8.476333s  B → A  parent-response id 2647573421 leader B weight 56
 8.476333s  A ← B  parent-response id 2647573421 leader B weight 56
 8.481705s  A: timer 0
 8.524143s  C: timer 0
 8.524143s  C ⇒  advertisement id 2978048732 leader C weight 64
 8.524143s  B ← C  advertisement id 2978048732 leader C weight 64
 8.528382s  C: timer 0
 8.538469s  B: timer 0
 8.549862s  A: timer 0
 8.563973s  B: timer 1
 8.563973s  B ⇒  parent-request
 8.563973s  A ← B  parent-request
 8.563973s  C ← B  parent-request
 8.563973s  C → B  parent-response id 2978048732 leader C weight 64
 8.563973s  B ← C  parent-response id 2978048732 leader C weight 64
 9.726333s  A: timer 1
 9.726333s  A → B  child-id-request
 9.726333s  B ← A  child-id-request
 9.772745s  B: timer 0
 9.813973s  B: timer 1
 9.813973s  B → C  child-id-request
 9.813973s  C ← B  child-id-request
 9.813973s  C → B  child-id-response id 2978048732 leader C weight 64
 9.813973s  B ← C  child-id-response id 2978048732 leader C weight 64
 9.813973s  B follows C
 9.835252s  A: timer 0
10.458729s  C: timer 0
10.458729s  C ⇒  advertisement id 2978048732 leader C weight 64
10.458729s  B ← C  advertisement id 2978048732 leader C weight 64
10.528382s  C: timer 0
10.549862s  A: timer 0
10.976333s  A: timer 1

state B
----
B (100): follows C leader=3 role=1 weight=64 sequence=0 attaching=0 elections=1 timer 2 at 2m9.813973s timer 3 at 14.758604s

settle 120s quiet
----
16.763853s  A follows C

check C
----
{A B C}: C leads
