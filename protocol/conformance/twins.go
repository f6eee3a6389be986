package conformance

import (
	"fmt"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// twinned is the most handlers that a twin runs beside its original before it is copied or
// moved anew. Short spans start from many states; long spans show what follows from a
// state.
const twinned = 50

// A twinning collects what the machines of a world and their twins did.
type twinning struct {
	handled int   // handlers, of all machines
	found   error // the first difference
}

// differ records a difference, if it is the first.
func (w *twinning) differ(format string, args ...any) {
	if w.found == nil {
		w.found = fmt.Errorf(format, args...)
	}
}

// twins runs drawn worlds in which each machine has a twin, and returns the first difference.
func twins(t testing.TB, r row, with func(make func() protocol.Machine, saw *twinning) func() protocol.Machine) error {
	handled := 0
	for number := range count(6) {
		var saw twinning
		w := drawScene(*first + number)
		of := r
		of.a.New = func(c protocol.Config) (func() protocol.Machine, error) {
			make, err := r.a.New(c)
			return with(make, &saw), err
		}
		if err := ends(t, of, w.with(of), calmAt, silence{}); err != nil {
			return &drawn{w.number, err}
		}
		if saw.found != nil {
			return &drawn{w.number, saw.found}
		}
		handled += saw.handled
	}
	if handled < twinned {
		return fmt.Errorf("only %d handlers ran: nothing was tested", handled)
	}
	return nil
}

// silence is a sink that takes no records.
type silence struct{}

func (silence) Wants() trace.Set     { return 0 }
func (silence) Record(*trace.Record) {}
