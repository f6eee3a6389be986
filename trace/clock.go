package trace

import (
	"time"

	"bellwether/protocol"
)

// ClockKinds are the records that change the truth, or say how it is known.
var ClockKinds = Of(Boot, Crash, Absent, Capability, Component, Sample,
	Electing, Elected, Fault, Truth, End)

// A Clock finds the instants at which the truth of a trace is to be judged: who runs, offers
// what, is in which component and follows whom.
//
// Where components are followed (TruthExact, TruthExamined) the truth holds from the end of
// an instant at which it changed until the next such instant. What holds between two records
// of one instant lasts for no time, and is not judged. Where components are sampled or drawn
// the truth is known at each Sample.
//
// A Clock assumes records in the order of their instants. Its caller passes each of them to
// Ended before it takes the record itself. The Clock judges nothing.
type Clock struct {
	Steps bool          // components are followed
	Every time.Duration // of samples; 0 if the trace does not state it
	At    protocol.Time // of the newest change
	dirty bool
}

// Ended reports whether an instant at which the truth changed has ended with the record
// before r: what the caller knows holds from At until r.At.
func (c *Clock) Ended(r *Record) bool {
	switch {
	case r.Kind == Truth:
		c.Steps, c.Every = r.Name == TruthExact || r.Name == TruthExamined, time.Duration(r.Value)
		return false
	case !c.Steps:
		c.At = r.At
		return false
	}
	ended := c.dirty && r.At > c.At
	if ended {
		c.dirty = false
	}
	return ended
}

// Changed notes that r has changed the truth.
func (c *Clock) Changed(r *Record) { c.At, c.dirty = r.At, true }

// Sampled reports whether r ends a sample at which the truth is to be judged.
func (c *Clock) Sampled(r *Record) bool { return !c.Steps && r.Kind == Sample }
