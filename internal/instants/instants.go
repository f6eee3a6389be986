// Package instants tells when the truth of a trace is to be judged: who runs, offers what,
// is in which component and follows whom.
//
// Where components are followed (trace.TruthExact, trace.TruthExamined) the truth holds from
// the end of an instant at which it changed until the next such instant. What holds between
// two records of one instant lasts for no time, and is not judged. Where components are
// sampled or drawn the truth is known at each trace.Sample.
//
// It assumes records in the order of their instants, and that a caller passes each of them
// to Ended before it takes the record. It judges nothing itself.
package instants

import (
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Kinds are the records that change the truth, or say how it is known.
var Kinds = trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Capability, trace.Component, trace.Sample,
	trace.Electing, trace.Elected, trace.Fault, trace.Truth, trace.End)

// A Clock follows the instants of one trace.
type Clock struct {
	Steps bool          // components are followed
	Every time.Duration // of samples, if the trace has it
	At    protocol.Time // of the newest change
	dirty bool
}

// Ended reports whether an instant at which the truth changed has ended with the record
// before r: what the caller knows holds from At until r.At.
func (c *Clock) Ended(r *trace.Record) bool {
	switch {
	case r.Kind == trace.Truth:
		c.Steps, c.Every = r.Name == trace.TruthExact || r.Name == trace.TruthExamined, time.Duration(r.Value)
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
func (c *Clock) Changed(r *trace.Record) { c.At, c.dirty = r.At, true }

// Sampled reports whether r ends a sample at which the truth is to be judged.
func (c *Clock) Sampled(r *trace.Record) bool { return !c.Steps && r.Kind == trace.Sample }
