package trace

import (
	"bellwether/internal/contract/messageid"
	"bellwether/protocol"
)

// A Sending names a message by its sender (Node), its instant in the run's time (At), and
// its number, from 1, among the messages that the node sent at that instant (Nth; 0 is 1).
// It names the first [Send] of the message, and all its hops and attempts; "bellwether show
// --names" prints it, like 7@12.5s.
type Sending = messageid.Sending

// Kind is what a record reports.
type Kind uint8

// The kinds of records, each with the fields that it uses; others are zero.
const (
	Boot          Kind = iota + 1 // Node began to run. Value: its incarnation, 1 for the first
	Crash                         // Node stopped. Why: fault or battery
	Absent                        // Node left the world, or had not arrived yet at time 0
	Send                          // Node sent Message to Peer (Nobody: broadcast) in Frame. Bytes: of the message, hops and retries not counted
	Transmit                      // Node put Frame on the air for Peer. Bytes: of the whole frame. Value: the attempt, from 1. Why: data, relay or ack
	Receive                       // Node received Message of Frame; Peer sent it. Bytes: of the message
	Lost                          // Frame did not reach Node from Peer; or, with Node its sender, was given up. Why
	Timer                         // Node's timer Value fired. Frame: for how many nanoseconds it stood set to this instant; 0: unknown, or none. It follows from the rest, so hashes leave it out
	Move                          // Node moves from (X, Y) at (VX, VY) until Value nanoseconds
	LinkUp                        // truth: Node and Peer hear each other
	LinkDown                      // truth: no more
	NeighbourUp                   // belief: Node takes Peer for a neighbour
	NeighbourDown                 // belief: no more
	Capability                    // Node can offer Value; one that must not lead claims less than 0, and Name says which rules it breaks (hashes leave it out)
	Component                     // truth: Node is in the component whose lowest member is Peer, from now on or, in a sample, now
	Sample                        // the truth sample of this instant is whole. Value: nodes in it. Only where truth is drawn, and in files of version 1
	State                         // Node shows Name = Value
	Electing                      // Node entered election Computation
	Elected                       // Node takes Peer for its leader (Nobody: none) by Computation. Frame: the node that it named, which must not lead and abstains, so that Peer is Nobody; 0: it named Peer (hashes leave it out)
	Suspect                       // Node believes Peer dead
	Trust                         // Node believes Peer alive after all
	Fault                         // Name struck Node (Nobody: the world). Why: scripted or random, common or not. Value: its number in the script
	Energy                        // Node has spent X joules, Y of them above idle; Value: remaining microjoules, -1 without a battery
	End                           // the run ended
	Named                         // Peer is the node called Name (live runs)
	Spent                         // messages of Class have cost X joules above idle so far, all nodes together
	Held                          // Node's radio holds Frame for Peer back for Value nanoseconds, by its duty cycle
	Strike                        // the fault called Name struck Node (Nobody: the world), as number Frame of all strikes. Bytes: its number in the script. Value: when it ends if nothing ends it before, -1: never. X: probability; Y: longest delay in seconds; VX: drift in millionths
	Over                          // strike number Frame, of a fault called Name, has no effect on Node any more
	Region                        // strike number Frame is in this region: of a rectangle, its least corner (X, Y), width VX and height VY; of a circle, its centre, and its diameter as both VX and VY. Name: rectangle or circle
	Group                         // in the partition that strike number Frame makes, Node is in group Value, from 1; nodes in no group are in group 0
	Affected                      // strike number Frame concerns frames between Node and Peer, both ways; without any, all frames
	Mute                          // Node could send nothing from nanosecond Frame until nanosecond Value. Why: duty, or queue (it was full). It comes when that is over
	Intervened                    // an intervention called Name changed the run at Node, of the link to Peer, or what became of Frame there. Value: its number in the scenario
	Altitude                      // Node is X metres above the ground and climbs at VX m/s until Value nanoseconds. It comes after each Move, and only in worlds that are not flat
	Truth                         // how the components of this run are known. Name: TruthExact, TruthExamined or TruthDrawn. Value: the interval in nanoseconds, 0 without an interval. It comes at time 0, before the first Component
	kinds
)

// How components are known: the Name of a [Truth] record.
const (
	TruthExact    = "exact"    // each change of a component has a record, at its instant
	TruthExamined = "examined" // the same, but links that have no equation are looked at once in each interval
	TruthDrawn    = "drawn"    // components are recorded at one instant in each interval, drawn uniformly
	// TruthSampled is the truth of a file of version 1, which has no Truth record: components at
	// regular instants. Elections that are shorter than the interval and begin at such an
	// instant are seen as lasting all of it.
	TruthSampled = "sampled"
)

var kindNames = [kinds]string{"", "boot", "crash", "absent", "send", "transmit", "receive", "lost", "timer",
	"move", "link-up", "link-down", "neighbour-up", "neighbour-down", "capability", "component", "sample",
	"state", "electing", "elected", "suspect", "trust", "fault", "energy", "end", "named", "spent", "held",
	"strike", "over", "region", "group", "affected", "mute", "intervened", "altitude", "truth"}

// StorageLost is the Name of a Fault that deletes what Node had saved: from its
// next Boot on it is a new node to algorithms that count incarnations.
const StorageLost = "storage-lost"

// String is the kind's name in files and filters.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return "unknown"
}

// parseKind returns the kind of a name.
func parseKind(name string) (Kind, bool) {
	for k := Boot; k < kinds; k++ {
		if kindNames[k] == name {
			return k, true
		}
	}
	return 0, false
}

// A Set is a set of kinds.
type Set uint64

// Of is the set of the given kinds.
func Of(kinds ...Kind) Set {
	var s Set
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// All is every kind.
const All Set = 1<<kinds - 2

// Has reports whether k is in the set.
func (s Set) Has(k Kind) bool { return s>>k&1 != 0 }

// Why is the reason of a record.
type Why uint8

// The reasons.
const (
	NoReason     Why = iota
	WhyLoss          // the channel lost it
	WhyRange         // the receiver was out of reach
	WhyDown          // the receiver (or, given up, the sender) was not running, or its radio was off
	WhyPartition     // a scripted partition stood between them
	WhyNoRoute       // no path to the destination
	WhyRetries       // the retry limit was reached
	WhyDuplicate     // the link layer had delivered it before
	WhyQueue         // the sender's queue was full
	WhyData          // transmit: the node's own frame
	WhyRelay         // transmit: a frame passed on for another
	WhyAck           // transmit: a link-layer acknowledgement
	WhyFault         // crash: scripted or random fault
	WhyBattery       // crash: battery empty
	WhyTrace         // absence: the mobility trace
	WhyCommon        // fault: the target is the same under every algorithm
	WhyOwn           // fault: the target depends on what the algorithm elected
	WhyJam           // the receiver was in a jammed region
	WhyCollision     // frames overlapped at the receiver, and it got none
	WhyCapture       // frames overlapped, and the receiver followed another, which was stronger
	WhyDeaf          // the receiver was sending
	WhyAccess        // given up: the medium was busy for longer than a frame may wait, or at each assessment
	WhyDuty          // given up: beyond the sender's duty cycle
	WhyRTS           // transmit: a request to send
	WhyCTS           // transmit: a leave to send
	whys
)

var whyNames = [whys]string{"", "loss", "range", "down", "partition", "no-route", "retries", "duplicate",
	"queue", "data", "relay", "ack", "fault", "battery", "trace", "common", "own", "jam", "collision", "capture", "half-duplex", "access", "duty", "rts", "cts"}

// String is the reason's name in files.
func (w Why) String() string {
	if w < whys {
		return whyNames[w]
	}
	return "unknown"
}

// parseWhy returns the reason of a name.
func parseWhy(name string) (Why, bool) {
	for w := NoReason; w < whys; w++ {
		if whyNames[w] == name {
			return w, true
		}
	}
	return 0, false
}

// A Record is one thing that happened. Records come in the order of At; of one
// instant, in the order in which they happened. Node, Peer and the rest mean
// what the Kind says.
type Record struct {
	At          protocol.Time
	Kind        Kind
	Why         Why
	Message     protocol.Kind  // Send, Receive, Lost
	Class       protocol.Class // Send, Transmit, Receive, Lost
	Node, Peer  protocol.ID
	Bytes       int32
	Frame       uint64 // one logical message from Send to Receive or Lost, from 1
	Value       int64
	Computation protocol.Computation
	X, Y        float64 // metres, or joules
	VX, VY      float64 // metres a second
	Name        string
	// Content is the message, with Send, Receive and Lost. A sink must not keep it
	// after the call.
	Content protocol.Message
}

// A Sink takes records. It must not keep a pointer to one after the call.
type Sink interface {
	// Wants is the kinds that the sink takes; it gets no others. Kinds that no sink
	// wants cost nothing. Wants must not change during a run.
	Wants() Set
	Record(r *Record)
}

// A receptionSink is a sink that takes the receptions of one frame together. They are by
// far the most frequent records, and differ in Node alone.
type receptionSink interface {
	Sink
	// Receptions replaces one call of Record for each of the nodes, in their order. r is a
	// Receive whose Node is not set. The sink must keep neither r nor nodes after the call.
	Receptions(r *Record, nodes []protocol.ID)
}

// Receptions passes the receptions of one frame to a sink, one by one if the sink cannot take
// them together. It may change r.Node.
func Receptions(s Sink, r *Record, nodes []protocol.ID) {
	if together, can := s.(receptionSink); can {
		together.Receptions(r, nodes)
		return
	}
	for _, n := range nodes {
		r.Node = n
		s.Record(r)
	}
}
