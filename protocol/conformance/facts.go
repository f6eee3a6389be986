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

// Facts are what is stated of one algorithm alone. The zero Facts ask for the laws.
type Facts struct {
	// Stories is the directory of the algorithm's stories; "" is testdata, if that has
	// any. Where there are stories there must be a normal run, a crash, a lost message, a
	// merge and a resignation: normal.story, crash.story, lost.story, merge.story and
	// resign.story, each perhaps after a word and an underscore.
	Stories string
	// Trials are the runs by which the algorithm's Costs are held; every cost needs one.
	Trials []Trial
	// Known is what the explorer is known to find. Without any, small worlds at rest must
	// hold, of which all runs are seen.
	Known []Known
	// Checks are asked of every run beside the laws' own: properties that the algorithm
	// alone has. They are made for each run.
	Checks func(run *emulator.Config) []check.Checker
	// Invariants are properties of every state with these parameters (key=value), which
	// the explorer checks in the worlds of Known; nil: none.
	Invariants func(params []string) []check.Property
	// Leave names duties that are left out, each with its reason: "Copy: why". Reasons
	// are printed with -v.
	Leave []string
}

// A Known is what the explorer is known to find in one small world. A conviction is as
// much a part of an algorithm as what it guarantees.
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

// A Trial is one run of a case that a protocol.Cost states. What is left zero is as in
// a calm world: all nodes hear each other, node i offers i, no node starts.
type Trial struct {
	Case   string      // of the cost
	N      int         // nodes: n of the formulas
	K, D   int         // k and d of the formulas
	Graph  radio.Graph // default: complete; |E| of the formulas are its links
	Values []int64     // what nodes offer; default: their IDs
	Params map[string]string
	Start  emulator.Start
	Crash  protocol.ID   // dead from the beginning, before anybody starts
	From   time.Duration // what is said from … Until counts
	Until  time.Duration // default: 8 detection intervals, which elections in pulses take
	Every  float64       // the formula is for one of so many intervals; default: for the whole
}

// faults are what is wrong with the facts themselves.
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

// left says why a duty is left out, and whether it is.
func (f Facts) left(duty string) (why string, left bool) {
	for _, l := range f.Leave {
		if name, why, _ := strings.Cut(l, ": "); name == duty {
			return why, true
		}
	}
	return "", false
}
