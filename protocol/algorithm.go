package protocol

import (
	"fmt"
	"time"
)

// Needs says what an algorithm assumes of the node it runs on.
type Needs uint8

// What an algorithm may need, each including the ones before it.
const (
	NeedsNeighbours Needs = iota // nothing but the nodes one hop away
	NeedsRouting                 // a roster of members, and Route to any of them
	NeedsRing                    // Neighbours is the ring successor, kept by package overlay
	NeedsBothWays                // Neighbours is the ring predecessor, then the successor, perhaps one node
)

// String names the need, for the documentation.
func (n Needs) String() string {
	switch n {
	case NeedsNeighbours:
		return "neighbours only"
	case NeedsRouting:
		return "roster and routing"
	case NeedsRing:
		return "a ring over roster and routing"
	case NeedsBothWays:
		return "a ring both ways over roster and routing"
	}
	return fmt.Sprintf("needs(%d)", uint8(n))
}

// An Algorithm describes one election and makes its machines. It is a value:
// drivers, tables and documentation read it, nothing registers it.
type Algorithm struct {
	Name  string // lower case, hyphens
	About string // one sentence
	Paper string // authors, title, year, section

	Needs  Needs
	Goal   Goal
	Params []Param
	Kinds  []MessageKind
	Costs  []Cost // proved counts and bounds; the tests hold runs to them
	Timers int    // timers 0 … Timers-1 are the machine's; overlays take the next
	Slots  int    // slots 0 … Slots-1 are the machine's: see [Env.BroadcastSlot]

	// CountsHellos says that machines use the share of hellos that [Env.Hellos] returns. Only
	// then it is measured: 4 bytes for each neighbour, and as much more state to explore.
	CountsHellos bool

	// Variants are rows that stand beside the one with the defaults where a scenario
	// compares all algorithms.
	Variants []Variant

	// MaxNodes bounds the members of one world, and MaxNodesWhy says why; 0 is
	// no bound of the algorithm's own.
	MaxNodes    int
	MaxNodesWhy string

	// SettleBound is the time after the last change, loss and fault by which
	// every component has converged; the package comment derives it.
	SettleBound func(Scale, Config) time.Duration

	// Deviations from the paper and gaps of it that were decided, a line each.
	Deviations []string

	// New resolves a configuration once, and gives the maker of machines: one
	// call per boot. Machines share what it resolved.
	New func(Config) (func() Machine, error)
}

// A Variant is an algorithm with other parameters than its defaults.
type Variant struct {
	Label  string            // of its row: name-variant
	Params map[string]string // as a scenario gives them
}

// Config is what a scenario gives every algorithm.
type Config struct {
	Detection  Detection
	Hysteresis Margin // how far a rival must exceed the leader
	Values     Values // the algorithm's own parameters, resolved by Resolve
}

// Scale is the size of a world at rest, for settle bounds.
type Scale struct {
	Nodes    int           // members of the largest component
	Diameter int           // its hops
	Hop      time.Duration // one frame over one hop, retries and medium jitter included
	Roster   int           // members of the whole world
	// Neighbour is how long the neighbour service may take to notice a change;
	// 0 with an oracle.
	Neighbour time.Duration
}
