// Package conformance holds an algorithm to all that is asked of one: what it says of
// itself, its machines and messages, and what many of its nodes do in small worlds full
// of trouble that ends. Every algorithm of bellwether is held to it by its own package,
// and one of another module by a test of five lines:
//
//	func TestConformance(t *testing.T) {
//		conformance.Run(t, mine.Algorithm(), conformance.Facts{})
//	}
//
// It is generic over the goal: whom a component should name, the
// constants of [protocol.Goal] say. It assumes nothing of an algorithm but its description.
// What is stated of one algorithm alone, its [Facts], is what is held beside the laws.
// The duties, each a subtest of [Run]:
//
//	Describe       the fields of protocol.Algorithm are whole, and one machine keeps its contract
//	Wire           every kind of message, bare and carried, survives the wire; any bytes are survived
//	Refuse         a detection budget that cannot be kept is refused
//	Snapshot       states that behave differently have different bytes
//	Copy           a copy behaves as its original does, and neither shows in the other
//	Shift          moved in time, together with its clock, a machine goes on as it would have
//	Inspect        the same names are shown each time, and the leader that was reported
//	Reports        elections are reported as they begin and end, and not where there is none
//	Settled        a system that begins settled stays so, and says nothing of elections
//	Smallest       one node, two nodes, however they start
//	Converge       drawn worlds: one leader each component wants, within the settle bound, for good
//	Trouble        the same with pauses, drifting clocks, jams, frames that come twice or late
//	Margin         batteries drain: nobody exceeds the leader by more than the margin for long (goal best)
//	Quiet          nothing but beacons, detectors, hellos, and what carries them on, once all is settled
//	NoSelf         nobody sends to itself, but in a ring of one
//	Restart        down for a moment or for long, with what was saved or without
//	Interrupt      a crash between any two effects
//	Merge          two islands with a leader each meet
//	Loss           three of ten frames lost, then calm
//	Resign         the leader resigns, for good or for a while
//	Contacts       links come and go by a list
//	Contended      frames collide
//	Deterministic  one seed, one trace
//	Fair           the same movement, links, capabilities, faults and greetings as where nodes are silent
//	Bound          the settle bound grows with what is slow
//	Costs          runs of each case have the counts that are stated
//	Stories        what nodes say to each other, message by message
//	Explore        all runs in small worlds
//
// A drawn world is a function of its number alone, a made one has a name. A failure ends
// with the command that reproduces it. -conformance.worlds N draws more or fewer worlds.
// sittings.txt counts the worlds of long sittings (.ci/laws), which draw other numbers each.
//
// Units: virtual time, metres. Cost: some 5 ms of processor time per world and row, 3 s
// for an algorithm, 1 s with -short.
package conformance
