# Course document 000's ring is lost but for who stays red: 2, 7 and 9 after the first
# round, 9 after the second. This ring of ours does that: 2 stands between 1 and 0, 7
# between 5 and 4, 9 between 8 and 6. In round 2 the three hear each other, and 9 alone
# stays red; in round 3 it hears itself from both sides. 3·2n = 54 ELECTION, n = 9
# ELECTED.
nodes franklin
P1 1
P2 2
P0 0
P5 5
P7 7
P4 4
P8 8
P9 9
P6 6
ring
----

# Everybody is red.
elect P1 P2 P0 P5 P7 P4 P8 P9 P6 quiet
----
        0s  P1 enters an election ⟨1,P1⟩
        0s  P2 enters an election ⟨1,P2⟩
        0s  P0 enters an election ⟨1,P0⟩
        0s  P5 enters an election ⟨1,P5⟩
        0s  P7 enters an election ⟨1,P7⟩
        0s  P4 enters an election ⟨1,P4⟩
        0s  P8 enters an election ⟨1,P8⟩
        0s  P9 enters an election ⟨1,P9⟩
        0s  P6 enters an election ⟨1,P6⟩

# Round 1: everybody's two messages.
deliver 18
----
        0s  P6 ← P1  election (P1,1) wave 1 round 1 hops 1
        0s  P2 ← P1  election (P1,1) wave 1 round 1 way 1 hops 1
        0s  P1 ← P2  election (P2,2) wave 1 round 1 hops 1
        0s  P0 ← P2  election (P2,2) wave 1 round 1 way 1 hops 1
        0s  P2 ← P0  election (P0,0) wave 1 round 1 hops 1
        0s  P2 → P1  election (P2,2) wave 1 round 2 hops 1
        0s  P2 → P0  election (P2,2) wave 1 round 2 way 1 hops 1
        0s  P5 ← P0  election (P0,0) wave 1 round 1 way 1 hops 1
        0s  P0 ← P5  election (P5,5) wave 1 round 1 hops 1
        0s  P7 ← P5  election (P5,5) wave 1 round 1 way 1 hops 1
        0s  P5 ← P7  election (P7,7) wave 1 round 1 hops 1
        0s  P4 ← P7  election (P7,7) wave 1 round 1 way 1 hops 1
        0s  P7 ← P4  election (P4,4) wave 1 round 1 hops 1
        0s  P7 → P5  election (P7,7) wave 1 round 2 hops 1
        0s  P7 → P4  election (P7,7) wave 1 round 2 way 1 hops 1
        0s  P8 ← P4  election (P4,4) wave 1 round 1 way 1 hops 1
        0s  P4 ← P8  election (P8,8) wave 1 round 1 hops 1
        0s  P9 ← P8  election (P8,8) wave 1 round 1 way 1 hops 1
        0s  P8 ← P9  election (P9,9) wave 1 round 1 hops 1
        0s  P6 ← P9  election (P9,9) wave 1 round 1 way 1 hops 1
        0s  P9 ← P6  election (P6,6) wave 1 round 1 hops 1
        0s  P9 → P8  election (P9,9) wave 1 round 2 hops 1
        0s  P9 → P6  election (P9,9) wave 1 round 2 way 1 hops 1
        0s  P1 ← P6  election (P6,6) wave 1 round 1 way 1 hops 1

state
----
P1 (1): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 545.13ms timer 1 at 3.825999s timer 2 at 2.20499s
P2 (2): is electing colour=1 round=2 wave=1 leader=0 timer 0 at 528.092ms timer 1 at 3.593193s timer 2 at 3.232872s
P0 (0): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 638.895ms timer 1 at 3.860694s timer 2 at 3.386762s
P5 (5): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 775.627ms timer 1 at 2.394296s timer 2 at 2.460357s
P7 (7): is electing colour=1 round=2 wave=1 leader=0 timer 0 at 533.115ms timer 1 at 2.465064s timer 2 at 3.589503s
P4 (4): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 704.793ms timer 1 at 2.124656s timer 2 at 3.299754s
P8 (8): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 649.001ms timer 1 at 2.755913s timer 2 at 2.365271s
P9 (9): is electing colour=1 round=2 wave=1 leader=0 timer 0 at 502.428ms timer 1 at 3.550706s timer 2 at 3.547268s
P6 (6): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 506.663ms timer 1 at 2.62214s timer 2 at 3.982631s
P2 … P1  election (P2,2) wave 1 round 2 hops 1
P2 … P0  election (P2,2) wave 1 round 2 way 1 hops 1
P7 … P5  election (P7,7) wave 1 round 2 hops 1
P7 … P4  election (P7,7) wave 1 round 2 way 1 hops 1
P9 … P8  election (P9,9) wave 1 round 2 hops 1
P9 … P6  election (P9,9) wave 1 round 2 way 1 hops 1

# Round 2: those of 2, 7 and 9, each relayed by the black between them.
deliver 18 quiet
----

state
----
P1 (1): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 545.13ms timer 1 at 3.825999s timer 2 at 2.20499s
P2 (2): is electing colour=2 round=2 wave=1 leader=0 timer 0 at 528.092ms timer 1 at 3.593193s timer 2 at 3.232872s
P0 (0): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 638.895ms timer 1 at 3.860694s timer 2 at 3.386762s
P5 (5): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 775.627ms timer 1 at 2.394296s timer 2 at 2.460357s
P7 (7): is electing colour=2 round=2 wave=1 leader=0 timer 0 at 533.115ms timer 1 at 2.465064s timer 2 at 3.589503s
P4 (4): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 704.793ms timer 1 at 2.124656s timer 2 at 3.299754s
P8 (8): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 649.001ms timer 1 at 2.755913s timer 2 at 2.365271s
P9 (9): is electing colour=1 round=3 wave=1 leader=0 timer 0 at 502.428ms timer 1 at 3.550706s timer 2 at 3.547268s
P6 (6): is electing colour=2 round=1 wave=1 leader=0 timer 0 at 506.663ms timer 1 at 2.62214s timer 2 at 3.982631s
P9 … P8  election (P9,9) wave 1 round 3 hops 1
P9 … P6  election (P9,9) wave 1 round 3 way 1 hops 1

# Round 3: 9 alone, once round both ways.
deliver 18 quiet
----
        0s  P9 follows P9 ⟨1,P9⟩

deliver all
----
        0s  P6 ← P9  elected (P9,9) wave 1 hops 1
        0s  P6 follows P9 ⟨1,P6⟩
        0s  P6 → P1  elected (P9,9) wave 1 hops 2
        0s  P1 ← P6  elected (P9,9) wave 1 hops 2
        0s  P1 follows P9 ⟨1,P1⟩
        0s  P1 → P2  elected (P9,9) wave 1 hops 3
        0s  P2 ← P1  elected (P9,9) wave 1 hops 3
        0s  P2 follows P9 ⟨1,P2⟩
        0s  P2 → P0  elected (P9,9) wave 1 hops 4
        0s  P0 ← P2  elected (P9,9) wave 1 hops 4
        0s  P0 follows P9 ⟨1,P0⟩
        0s  P0 → P5  elected (P9,9) wave 1 hops 5
        0s  P5 ← P0  elected (P9,9) wave 1 hops 5
        0s  P5 follows P9 ⟨1,P5⟩
        0s  P5 → P7  elected (P9,9) wave 1 hops 6
        0s  P7 ← P5  elected (P9,9) wave 1 hops 6
        0s  P7 follows P9 ⟨1,P7⟩
        0s  P7 → P4  elected (P9,9) wave 1 hops 7
        0s  P4 ← P7  elected (P9,9) wave 1 hops 7
        0s  P4 follows P9 ⟨1,P4⟩
        0s  P4 → P8  elected (P9,9) wave 1 hops 8
        0s  P8 ← P4  elected (P9,9) wave 1 hops 8
        0s  P8 follows P9 ⟨1,P8⟩
        0s  P8 → P9  elected (P9,9) wave 1 hops 9
        0s  P9 ← P8  elected (P9,9) wave 1 hops 9

check P9
----
{P1 P2 P0 P5 P7 P4 P8 P9 P6}: P9 leads
