package bench

import (
	"context"
	"errors"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// errDone ends a run whose election is over.
var errDone = errors.New("bench: the election is over")

// over is a sink that waits until every node that entered an election has left
// it, and then ends the run.
type over struct {
	entered, left int
	began         time.Duration // of processor time
	took          time.Duration
	lasted        protocol.Time // of virtual time
	stop          context.CancelCauseFunc
}

func (*over) Wants() trace.Set { return trace.Of(trace.Electing, trace.Elected) }

func (o *over) Record(r *trace.Record) {
	if r.Kind == trace.Electing {
		if o.entered++; o.entered == 1 {
			o.began = processorTime() // the source has entered: the world is built
		}
		return
	}
	if o.left++; o.left == o.entered {
		o.took, o.lasted = processorTime()-o.began, r.At
		o.stop(errDone)
	}
}
