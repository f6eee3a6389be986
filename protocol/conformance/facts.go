package conformance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace/check"
)

// Facts are what is stated of one algorithm alone. With the zero Facts the laws alone are
// tested.
type Facts struct {
	// Stories is the directory of the algorithm's stories; "" is testdata, if that has
	// any. Where there are stories there must be a normal run, a crash, a lost message, a
	// merge and a resignation: normal.story, crash.story, lost.story, merge.story and
	// resign.story, each perhaps after a word and an underscore.
	Stories string
	// Trials are the runs by which the algorithm's Costs are held; every cost needs one.
	Trials []Trial
	// Known is what the explorer is known to find. If it is nil, the explorer may find no
	// fault among the first 10,000 states of five small worlds.
	Known []Known
	// Checks makes the checkers of a run, beside the checkers of the laws: for properties that
	// only this algorithm has.
	Checks func(run *emulator.Config) []check.Checker
	// Invariants are properties of every state with these parameters (key=value), which
	// the explorer checks in the worlds of Known; nil: none.
	Invariants func(params []string) []check.Property
	// Leave names duties that are left out, each with its reason: "Copy: why". Reasons
	// are printed with -v.
	Leave []string
}

// A Known is what the explorer is known to find in one small world: a conviction is as much
// a property of an algorithm as a guarantee.
//
// Where the algorithm has stories, there must be one of each conviction:
// found_NAME_WORLD.story, as -rewrite writes it.
type Known struct {
	// World is the search in the words of its report, and only what differs from a world
	// without faults, in which A starts and timers fire at rest:
	//
	//	line of 3
	//	signalling=udp, complete of 3, values tied/permuted, start all, timers any, one leader always, crashes 1, losses 1, depth 6
	World   string
	Verdict string // holds, convicted or bounded
	Steps   int    // of the shortest run at fault
	Why     string // in a sentence
}

// A Trial is one run of a case that a protocol.Cost states. Zero fields mean a calm world:
// all nodes hear each other, node i offers i, no node starts.
type Trial struct {
	Case   string      // of the cost
	N      int         // nodes: n of the formulas
	K, D   int         // k and d of the formulas
	Graph  radio.Graph // default: complete; |E| of the formulas are its links
	Values []int64     // what nodes offer; default: their IDs
	Params map[string]string
	Start  emulator.Start
	Crash  protocol.ID   // dead from the beginning, before anybody starts
	From   time.Duration // the messages sent from … Until count
	Until  time.Duration // default: 8 detection intervals, which elections in pulses take
	Every  float64       // the counts are divided by it, for a formula of one interval; default: 1
	// Otherwise makes the trial one outside of the case: it has the counts that differ from
	// the formulas there. A cost that states a condition (Only) needs such a trial, and names
	// one of its counts.
	Otherwise map[string]float64
}

// faults returns what is wrong with the facts themselves.
func (f Facts) faults() (out []error) {
	for _, l := range f.Leave {
		name, why, _ := strings.Cut(l, ": ")
		if !slices.Contains(names(), name) || strings.TrimSpace(why) == "" {
			out = append(out, &finding{"Facts.Leave", fmt.Sprintf("%q names no duty, or no reason", l),
				"\"NAME: reason\"; the duties are " + strings.Join(names(), ", ")})
		}
	}
	return out
}

// left returns whether a duty is left out, and why.
func (f Facts) left(duty string) (why string, left bool) {
	for _, l := range f.Leave {
		if name, why, _ := strings.Cut(l, ": "); name == duty {
			return why, true
		}
	}
	return "", false
}
