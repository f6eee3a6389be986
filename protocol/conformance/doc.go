// Package conformance tests whether an algorithm keeps all duties of one: its description,
// its machines and messages, and the behaviour of its nodes in small worlds whose faults
// end at a calm. Every algorithm of bellwether is tested by its own package, an algorithm
// of another module by a test of five lines:
//
//	func TestConformance(t *testing.T) {
//		conformance.Run(t, mine.Algorithm(), conformance.Facts{})
//	}
//
// It works for every goal: the constants of [protocol.Goal] state whom a component should
// name. It assumes nothing of an algorithm but its description. The [Facts] of an algorithm
// are tested beside the laws. The duties, each a subtest of [Run]:
//
//	Describe the fields of protocol.Algorithm are complete, and one machine keeps its
//	contract Wire a message is decoded as it was encoded, alone or in an envelope; no bytes
//	cause a panic Refuse a detection budget that cannot be kept is refused Snapshot states
//	that behave differently have different bytes Copy a copy behaves as its original does,
//	and neither shows in the other Shift a machine that is moved in time, together with its
//	clock, does the same as one that is not Inspect the same names are shown each time, and
//	the leader that was reported Reports elections are reported as they begin and end, and
//	never without one Settled a system that begins settled stays so, and sends no message of
//	an election Smallest one node, two nodes, however they start Converge drawn worlds: each
//	component names the leader that the goal wants within the settle bound, and keeps it
//	Trouble the same with pauses, drifting clocks, jams, frames that come twice or late
//	Margin batteries drain: nobody exceeds the leader by more than the margin for long (goal
//	best) Quiet once all is settled only beacons, detectors, hellos and their routing are
//	sent NoSelf no node sends to itself, except in a ring of one Restart down for a moment or
//	for long, with what was saved or without Interrupt a crash between any two effects Merge
//	two components with a leader each meet Loss three of ten frames lost, then calm Resign
//	the leader resigns, for good or for a while Eligible nodes must not lead, for a while or
//	for good (goal best) Elect nodes are told to elect although a leader
//	is well Contacts links come and go by a list
//	Contended frames collide Deterministic one seed, one trace Fair the same movement, links,
//	capabilities, faults and hellos as in a run whose nodes are silent Bound the settle bound
//	grows with the network and its delays Costs runs of each case have the counts that are
//	stated Stories small elections, message by message Explore all runs in small worlds
//
// A drawn world is a function of its number alone; a made world has a name. A failure ends
// with the command that reproduces it. The flag -conformance.worlds sets how many worlds
// are drawn; with fewer than by default, as much smaller a part of Facts.Known is explored.
// sittings.txt counts the worlds of each run of .ci/laws; every run draws other numbers.
//
// Units: virtual time, metres. Cost: some 5 ms of processor time per world and row, 3 s
// for an algorithm, 1 s with -short.
package conformance
