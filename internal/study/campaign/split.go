package campaign

import (
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A Split is several metrics that one meter of a run measures together, such as the parts of
// another metric. The report lists them beside the metrics of measure.Keys, like a program's
// own.
type Split struct {
	Keys []measure.Key
	New  func(measure.Options) Parts // makes the meter of one run
}

// Parts is a meter of several metrics.
type Parts interface {
	trace.Sink
	// Values returns a value for each key, once the run has ended.
	Values() []measure.Value
}

// A splitMeter is the meter of one run with its keys.
type splitMeter struct {
	keys  []measure.Key
	meter Parts
}

// meter makes the meter of one run; nil if there is no split.
func (s *Split) meter(o measure.Options) *splitMeter {
	if s == nil {
		return nil
	}
	return &splitMeter{s.Keys, s.New(o)}
}

func (m *splitMeter) sinks() []trace.Sink {
	if m == nil {
		return nil
	}
	return []trace.Sink{m.meter}
}

// into adds the values to the run's values.
func (m *splitMeter) into(to *measure.Metrics) {
	if m == nil {
		return
	}
	for i, v := range m.meter.Values() {
		to.Add(m.keys[i], v)
	}
}
