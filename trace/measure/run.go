package measure

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// Options say what of a run is measured.
type Options struct {
	Warmup  protocol.Time // everything before is left out
	Horizon protocol.Time // everything from here on is left out; 0: the End record
	Goal    protocol.Goal // of the algorithm, for goal_instability_fraction; "" is GoalBest
}

// A Run is a sink that measures one run as it happens.
type Run struct {
	options Options
}

// NewRun begins to measure.
func NewRun(o Options) *Run { return &Run{options: o} }

// Wants is what the metrics are made of; receptions are not among it.
func (r *Run) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Send, trace.Transmit, trace.Capability,
		trace.Component, trace.Sample, trace.Electing, trace.Elected, trace.Energy, trace.End)
}

// Record takes the next record.
func (r *Run) Record(*trace.Record) {}

// Metrics gives what was measured. Call it once, after the run.
func (r *Run) Metrics() Metrics { return Metrics{} }
