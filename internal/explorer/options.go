package explorer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellwether/emulator/story"
	"bellwether/internal/memory"
	"bellwether/trace/check"
)

// Timers says when timers fire.
type Timers string

// When timers fire.
const (
	AtRest  Timers = "rest" // when no message is on its way, earliest first
	AnyTime Timers = "any"  // at any time, in any order
)

// Moment says when a component may have only one leader.
type Moment string

// The moments.
const (
	Always     Moment = "always" // at each step of a run
	Quiescence Moment = "rest"   // when no message is on its way
)

// Options of a search.
type Options struct {
	Algorithm string
	Params    []string // key=value, as in the directive nodes
	Topology  string   // line, ring, complete or star
	Nodes     int      // 1 to maxNodes; node i offers i, and A is 1
	All       bool     // all nodes start an election at once, instead of A alone; if the algorithm holds elections
	Timers    Timers
	OneLeader Moment // "" is Always
	Crashes   int    // at most so many nodes crash
	Losses    int    // at most so many messages are lost
	Depth     int    // steps of a run at most; 0: DefaultDepth
	States    int    // states at most; 0: DefaultStates
	// Invariants lists what is checked at every state of an algorithm beyond what the rest
	// says; nil: nothing.
	Invariants func(algorithm string, params []string) []check.Property
}

// invariants are those of the algorithm that is searched.
func (o Options) invariants() []check.Property {
	if o.Invariants == nil {
		return nil
	}
	return o.Invariants(o.Algorithm, o.Params)
}

// Fit refuses a search whose states take more memory than there is. A nil free: nobody
// knows, and all fits.
func (o Options) Fit(free func() (memory.Amount, bool)) error {
	if free == nil {
		return nil
	}
	have, known := free()
	if need := int64(cmp.Or(o.States, DefaultStates)) * stateBytes; known && need > have.Bytes {
		return fmt.Errorf("a search of %d states needs memory of about %s, and there is %s: take at most %d --states; "+
			"or say --memory SIZE if you know better, --memory off to try", o.States, memory.Size(need), have, have.Bytes/stateBytes)
	}
	return nil
}

// Bounds of a search.
const (
	DefaultDepth  = 200     // a run at rest has far fewer steps
	DefaultStates = 200_000 // about 20 MB, half a minute
	stateBytes    = 100     // what a search remembers of a state
	maxNodes      = 6       // larger worlds have too many runs
	maxFaults     = 4       // crashes or losses, for the same reason
)

// Topologies are the shapes of worlds.
func Topologies() []string { return []string{"line", "ring", "complete", "star"} }

func (o Options) validate(find story.Finder) error {
	_, known := find(o.Algorithm)
	switch {
	case !known:
		return fmt.Errorf("unknown algorithm %q", o.Algorithm)
	case !slices.Contains(Topologies(), o.Topology):
		return fmt.Errorf("unknown topology %q; there are %s", o.Topology, strings.Join(Topologies(), ", "))
	case o.Nodes < 1 || o.Nodes > maxNodes:
		return fmt.Errorf("nodes: from 1 to %d, not %d", maxNodes, o.Nodes)
	case o.Timers != AtRest && o.Timers != AnyTime:
		return fmt.Errorf("timers fire at %s or %s, not %q", AtRest, AnyTime, o.Timers)
	case o.OneLeader != Always && o.OneLeader != Quiescence:
		return fmt.Errorf("there must be one leader %s or at %s, not %q", Always, Quiescence, o.OneLeader)
	case o.Crashes < 0 || o.Crashes > maxFaults || o.Losses < 0 || o.Losses > maxFaults:
		return fmt.Errorf("crashes and losses: from 0 to %d each", maxFaults)
	case o.Depth < 0 || o.States < 0:
		return fmt.Errorf("depth and states must not be negative")
	}
	return nil
}

// nodes is the first directive of all runs: node i offers i.
func (o Options) nodes() story.Directive {
	d := story.Directive{Verb: "nodes", Words: append([]string{o.Algorithm}, o.Params...)}
	for i := range o.Nodes {
		d.Input = append(d.Input, fmt.Sprintf("%c %d", 'A'+i, i+1))
	}
	d.Input = append(d.Input, o.Topology)
	return d
}

// String describes the search in the words of the command line.
func (o Options) String() string {
	words := append([]string{o.Algorithm}, o.Params...)
	return strings.Join(append(words, fmt.Sprintf("%s of %d", o.Topology, o.Nodes), o.rules()), ", ")
}

// rules are the options about what may happen and what must not.
func (o Options) rules() string {
	who := ""
	if o.All {
		who = "all start, "
	}
	return fmt.Sprintf("%stimers %s, one leader %s, crashes %d, losses %d", who, o.Timers, o.OneLeader, o.Crashes, o.Losses)
}
