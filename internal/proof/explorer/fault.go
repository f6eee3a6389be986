package explorer

import "fmt"

// A Fault is a kind of step from outside the algorithm: something breaks, comes back or
// changes. Each has a budget.
type Fault uint8

// The faults of a search.
const (
	faultCrash     Fault = iota // a node stops between two handlers
	faultMidCrash               // a node stops within a handler, between two of its effects
	faultRestart                // a node boots again, with what it saved
	faultForget                 // a node boots again, without what it saved
	faultLoss                   // the oldest message of a link is lost
	faultDuplicate              // the oldest message of a link arrives twice
	faultCut                    // a link breaks
	faultMend                   // a broken link of the world comes back
	faultSplit                  // all links between some nodes and the others break at once
	faultMerge                  // all broken links come back at once
	faultResign                 // a node offers nothing from now on, and steps down
	faultChange                 // a node offers more than all others, or less than all others
	faults
)

// faultNames are the names of budgets in flags and in descriptions of worlds.
var faultNames = [faults]struct{ Name, About string }{
	faultCrash:     {"crashes", "nodes crash"},
	faultMidCrash:  {"mid-crashes", "nodes crash between two effects of a handler"},
	faultRestart:   {"restarts", "nodes restart with what they saved"},
	faultForget:    {"blank-restarts", "nodes restart without what they saved"},
	faultLoss:      {"losses", "messages are lost"},
	faultDuplicate: {"duplicates", "messages arrive twice"},
	faultCut:       {"cuts", "links break"},
	faultMend:      {"mends", "broken links come back"},
	faultSplit:     {"splits", "times some nodes lose all links to the others"},
	faultMerge:     {"merges", "times all broken links come back at once"},
	faultResign:    {"resigns", "nodes resign"},
	faultChange:    {"changes", "times a node begins to offer more, or less, than all others"},
}

// Faults are all faults, in the order of their budgets.
func Faults() []Fault {
	out := make([]Fault, faults)
	for f := range out {
		out[f] = Fault(f)
	}
	return out
}

// String is the fault's name as a flag and in the description of a world.
func (f Fault) String() string { return faultNames[f].Name }

// About says what a budget of the fault bounds: "at most N …".
func (f Fault) About() string { return faultNames[f].About }

// A budget is how often each fault may happen in one run. The zero budget: never.
type budget [faults]int

// mostFaults bounds each budget: a search with more faults has too many states to end.
const mostFaults = 4

func (b budget) validate() error {
	for f, n := range b {
		if n < 0 || n > mostFaults {
			return fmt.Errorf("%v: from 0 to %d, not %d", Fault(f), mostFaults, n)
		}
	}
	return nil
}

// used is how often each fault has happened in a run.
type used [faults]uint8

func (u *used) left(b *budget, f Fault) int { return b[f] - int(u[f]) }
