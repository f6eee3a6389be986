package recorded

import (
	"time"

	"bellwether/internal/formats/movetrace"
)

// A Replay is recorded movement that all nodes, or those of a group, follow.
type Replay struct {
	Path       string             // of its section
	File       string             // as messages name it
	Trace      *movetrace.Trace   // of nodes 1 … n of the section, as they follow it
	Begin, End time.Duration      // of the part that is run, in the trace's time
	Excerpt    *movetrace.Excerpt // that part
	Read       []ReadFile         // what the trace is made of, until it is
	ByDates    bool               // its files are on one clock with others by their dates
	Dropped                       // the dates of its files, if so
}

// Dropped are dates by which files are not placed, because other files have none.
type Dropped struct {
	Apart       time.Duration // the first date to the last, of all files; 0: none are dropped
	Undated     string        // a file without
	PartlyDated bool          // the section has such files too
}

// ReadFile is one file of a replay.
type ReadFile struct {
	Name, Key string // the file, and where the scenario names it
	Format    string
	Trace     *movetrace.Trace
}
