package explorer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"bellwether/emulator/story"
	"bellwether/internal/base/memory"
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
	Quiescence Moment = "rest"   // whenever no message is on its way
	ByBound    Moment = "bound"  // when the algorithm's settle bound has passed since the last fault
)

// Options of a search.
type Options struct {
	Algorithm string
	Params    []string // key=value, as in the directive nodes
	Services  []string // that nodes have of their own: see ServiceWords; nil: none
	Topology  string   // line, ring, complete or star
	Nodes     int      // 1 to maxNodes; A is 1
	Values    []string // what nodes offer: see ValueWords; nil: DefaultValues
	Start     []string // who starts an election: see StartWords; nil: A
	Seeds     int      // seeds of the nodes' randomness, from 1; 0: one
	Timers    Timers   // "": AtRest
	OneLeader Moment   // "": ByBound
	Budget    budget

	// Idle is how long a run goes on without a fault after it was led at rest. NoIdle: not at
	// all. 0: one detection time-out and one interval more, in which a follower notices a
	// silent leader.
	Idle   time.Duration
	Depth  int // steps of a run at most; 0: DefaultDepth
	States int // states at most; 0: DefaultStates

	Always     []string // what must be true in every state: see Property
	Eventually []string // what must become true in every run

	// Plain searches without reduction: independent deliveries are taken in all orders, not
	// in one. It takes longer and finds the same.
	Plain   bool
	Workers int   // goroutines that search; 0: as many as processors
	Memory  int64 // bytes for systems that wait; 0: DefaultMemory

	// Checkpoint is a file. A search writes its state there each minute, at a bound and when
	// it is interrupted. It goes on from the file if there is one. "": none.
	Checkpoint string

	// Invariants returns the properties of one algorithm that are checked at every state, in
	// addition to what is judged of all algorithms; nil: none.
	Invariants properties
}

// properties returns what is checked of one algorithm at every state.
type properties func(algorithm string, params []string) []check.Property

// NoIdle ends a run as soon as it is led at rest.
const NoIdle = -1

// invariants returns the invariants of the algorithm that is searched.
func (o Options) invariants() []check.Property {
	if o.Invariants == nil {
		return nil
	}
	return o.Invariants(o.Algorithm, o.Params)
}

// Fit returns an error if the search may need more memory than free reports. It returns nil if
// free is nil or reports that the amount is not known.
func (o Options) Fit(free func() (memory.Amount, bool)) error {
	if free == nil {
		return nil
	}
	have, known := free()
	room := cmp.Or(o.Memory, DefaultMemory)
	if need := o.need(); known && need > have.Bytes {
		return fmt.Errorf("a search of %d states needs memory of about %s, and there is %s: take at most %d --states; "+
			"or say --memory SIZE if you know better, --memory off to try",
			cmp.Or(o.States, DefaultStates), memory.Size(need), have, max(have.Bytes-room, 0)/stateBytes)
	}
	return nil
}

// need is the memory that a search may need, in bytes.
func (o Options) need() int64 {
	return int64(cmp.Or(o.States, DefaultStates))*stateBytes + cmp.Or(o.Memory, DefaultMemory)
}

// Bounds of a search.
const (
	DefaultDepth  = 1000      // steps; a settled run idles for some hundred
	DefaultStates = 1_000_000 // about 450 MB, a minute
	DefaultMemory = 512 << 20 // bytes, for systems that wait to be expanded
	stateBytes    = 450       // of memory for a state, garbage included: from 3·10^5 to 1.2·10^6 states of bully
	maxNodes      = 6         // larger worlds have too many runs
	maxSeeds      = 1000
	maxStates     = math.MaxInt32 // states have numbers of 32 bits; they would take a terabyte
	maxDepth      = math.MaxInt32 // steps have 32 bits as well
	maxMemory     = 1 << 50       // bytes, more than any machine has
)

// Topologies are the shapes of worlds.
func Topologies() []string { return []string{"line", "ring", "complete", "star"} }

// fill replaces what was not given by the defaults.
func (o *Options) fill() {
	o.Timers = cmp.Or(o.Timers, AtRest)
	o.OneLeader = cmp.Or(o.OneLeader, ByBound)
	o.Depth = cmp.Or(o.Depth, DefaultDepth)
	o.States = cmp.Or(o.States, DefaultStates)
	o.Seeds = cmp.Or(o.Seeds, 1)
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
	if o.Values == nil {
		o.Values = DefaultValues()
	}
	if o.Start == nil {
		o.Start = []string{"A"}
	}
}

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
	case o.OneLeader != Always && o.OneLeader != Quiescence && o.OneLeader != ByBound:
		return fmt.Errorf("there must be one leader %s, at %s or by the %s, not %q", Always, Quiescence, ByBound, o.OneLeader)
	case o.Depth < 0:
		return fmt.Errorf("depth: 1 or more, not %d", o.Depth)
	case o.States < 0:
		return fmt.Errorf("states: 1 or more, not %d", o.States)
	case o.Depth > maxDepth:
		return fmt.Errorf("depth: at most %d, not %d", maxDepth, o.Depth)
	case o.States > maxStates:
		return fmt.Errorf("states: at most %d, not %d", maxStates, o.States)
	case o.Workers < 0:
		return fmt.Errorf("jobs: 0 or more, not %d", o.Workers)
	case o.Memory < 0:
		return fmt.Errorf("memory: 0 or more, not %d", o.Memory)
	case o.Memory > maxMemory:
		return fmt.Errorf("memory: at most %d, not %d", int64(maxMemory), o.Memory)
	case o.Idle < NoIdle || o.Idle > maxIdle:
		return fmt.Errorf("idle: from 0 to %v, not %v", maxIdle, o.Idle)
	case o.Seeds < 1 || o.Seeds > maxSeeds:
		return fmt.Errorf("seeds: from 1 to %d, not %d", maxSeeds, o.Seeds)
	}
	return o.Budget.validate()
}

// maxIdle is longer than any time-out.
const maxIdle = 24 * time.Hour

// String describes the search in the words of [Parse].
func (o Options) String() string {
	words := append([]string{o.Algorithm}, o.Params...)
	if len(o.Services) > 0 {
		words = append(words, "services "+strings.Join(o.Services, "/"))
	}
	return strings.Join(append(words, fmt.Sprintf("%s of %d", o.Topology, o.Nodes), o.rules()), ", ")
}

// rules are the options about what may happen and what must not.
func (o Options) rules() string {
	o.fill()
	words := []string{
		"values " + strings.Join(o.Values, "/"), "start " + strings.Join(o.Start, "/"),
		"timers " + string(o.Timers), "one leader " + string(o.OneLeader),
	}
	if o.Seeds > 1 {
		words = append(words, fmt.Sprintf("seeds %d", o.Seeds))
	}
	for f, n := range o.Budget {
		if n > 0 {
			words = append(words, fmt.Sprintf("%v %d", Fault(f), n))
		}
	}
	switch {
	case o.Idle == NoIdle:
		words = append(words, "idle 0s")
	case o.Idle > 0:
		words = append(words, fmt.Sprintf("idle %v", o.Idle))
	}
	return strings.Join(words, ", ")
}
