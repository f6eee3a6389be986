package recorded

import (
	"time"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/formats/movetrace"
)

// A Recording is the part of a trace, of contacts or of an event log from which a run takes
// its world.
type Recording struct {
	Section    string // of the scenario that names the file
	File       string
	Begin, End time.Duration // of the part that is run, in the file's time
	Last       time.Duration // of the file
	Nodes      int           // that follow it
	Cut        bool          // the file says which part
	*Replay                  // the movement, if it is one
}

// Lasts is how long the part is.
func (of Recording) Lasts() time.Duration { return of.End - of.Begin }

// Stays reports whether nodes stay after their last fixes.
func (of *Replay) Stays() bool { return of.Excerpt.After() == movetrace.Stay }

// Instant writes an instant of a file of contacts, as a date if it is one.
func Instant(at time.Duration) string {
	if movetrace.IsUnix(at) {
		return movetrace.Date(at)
	}
	return strictyaml.Duration(at).String()
}
