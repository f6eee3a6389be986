package registry

import (
	"bellwether/internal/base/crash"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A gauge is the meter of one of the program's own metrics.
type gauge struct {
	meter measure.Meter
	whose string
}

func (g gauge) Wants() trace.Set {
	defer crash.In(g.whose)
	return g.meter.Wants()
}

func (g gauge) Record(r *trace.Record) {
	defer crash.In(g.whose)
	g.meter.Record(r)
}

// Receptions takes the receptions of a frame.
func (g gauge) Receptions(r *trace.Record, nodes []protocol.ID) {
	defer crash.In(g.whose)
	trace.Receptions(g.meter, r, nodes)
}

func (g gauge) Value() measure.Value {
	defer crash.In(g.whose)
	return g.meter.Value()
}
