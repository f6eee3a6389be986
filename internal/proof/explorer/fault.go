package explorer

import "fmt"

// A Fault is a kind of step from outside the algorithm: something breaks, comes back or
// changes. Each has a budget.
type Fault uint8

// The faults of a search.
const (
	Crash     Fault = iota // a node stops between two handlers
	MidCrash               // a node stops within a handler, between two of its effects
	Restart                // a node boots again, with what it saved
	Forget                 // a node boots again, without what it saved
	Loss                   // the oldest message of a link is lost
	Duplicate              // the oldest message of a link arrives twice
	Cut                    // a link breaks
	Mend                   // a broken link of the world comes back
	Split                  // all links between some nodes and the others break at once
	Merge                  // all broken links come back at once
	Resign                 // a node offers nothing from now on, and steps down
	Change                 // a node offers more than all others, or less than all others
	faults
)

// faultNames are the names of budgets in flags and in descriptions of worlds.
var faultNames = [faults]struct{ Name, About string }{
	Crash:     {"crashes", "nodes crash"},
	MidCrash:  {"mid-crashes", "nodes crash between two effects of a handler"},
	Restart:   {"restarts", "nodes restart with what they saved"},
	Forget:    {"blank-restarts", "nodes restart without what they saved"},
	Loss:      {"losses", "messages are lost"},
	Duplicate: {"duplicates", "messages arrive twice"},
	Cut:       {"cuts", "links break"},
	Mend:      {"mends", "broken links come back"},
	Split:     {"splits", "times some nodes lose all links to the others"},
	Merge:     {"merges", "times all broken links come back at once"},
	Resign:    {"resigns", "nodes resign"},
	Change:    {"changes", "times a node begins to offer more, or less, than all others"},
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

// A Budget is how often each fault may happen in one run. The zero Budget: never.
type Budget [faults]int

// mostFaults bounds each budget: a search with more faults has too many states to end.
const mostFaults = 4

func (b Budget) validate() error {
	for f, n := range b {
		if n < 0 || n > mostFaults {
			return fmt.Errorf("%v: from 0 to %d, not %d", Fault(f), mostFaults, n)
		}
	}
	return nil
}

// used is how often each fault has happened in a run.
type used [faults]uint8

func (u *used) left(b *Budget, f Fault) int { return b[f] - int(u[f]) }
