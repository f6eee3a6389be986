package registry

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/crash"
	"bellwether/internal/base/errs"
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// guarded is a copy whose panics say what panicked. A function that returns an error returns
// its panic as one; the others repeat it. Package scenarios does so for models and losses.
func (o Own) guarded() Own {
	g := Own{Name: o.Name, Models: maps.Clone(o.Models), Losses: maps.Clone(o.Losses), Queue: o.Queue}
	for _, a := range o.Algorithms {
		g.Algorithms = append(g.Algorithms, algorithm(a))
	}
	for _, m := range o.Metrics {
		g.Metrics = append(g.Metrics, metric(m))
	}
	for _, f := range o.Faults {
		f.Strike, f.End = blow(f.Name, f.Strike), blow(f.Name, f.End)
		g.Faults = append(g.Faults, f)
	}
	return g
}

// The beginnings of the messages of panics in the program's own code; see packages crash and
// held.
const (
	ofProgram    = "the program's own "
	ofAlgorithms = ofProgram + "algorithm "
)

// Another names the part of the program that panicked if it is not an algorithm: its own
// fault, movement, loss or metric. "": the error is not a panic, or is an algorithm's.
func Another(err error) string {
	for _, p := range crash.Find(err) {
		if strings.HasPrefix(p.Whose, ofProgram) && !strings.HasPrefix(p.Whose, ofAlgorithms) {
			return p.Whose
		}
	}
	return ""
}

func algorithm(a protocol.Algorithm) protocol.Algorithm {
	inner, whose := a.New, ofAlgorithms+a.Name
	if settles := a.SettleBound; settles != nil {
		a.SettleBound = func(s protocol.Scale, c protocol.Config) time.Duration {
			defer crash.In(whose)
			bound := settles(s, c)
			if bound < 0 {
				panic(crash.Misuse(fmt.Sprintf("its SettleBound gave %v for a Scale with Nodes: %d: want a time of 0 or more", bound, s.Nodes)))
			}
			return bound
		}
	}
	if inner == nil {
		return a
	}
	a.New = func(c protocol.Config) (make func() protocol.Machine, err error) {
		defer crash.Into(&err, whose)
		made, err := inner(c)
		switch {
		case err != nil:
			return made, err
		case made == nil:
			panic(crash.Misuse("its New gave no function that makes machines, and no error"))
		}
		return func() protocol.Machine {
			defer crash.In(whose)
			m := made()
			if errs.Nothing(m) {
				panic(crash.Misuse("the function that its New gave made a nil protocol.Machine"))
			}
			return m
		}, nil
	}
	return a
}

func metric(m measure.Own) measure.Own {
	inner, whose := m.New, ofProgram+"metric "+m.Key.Name
	if inner != nil {
		m.New = func(w measure.Window) measure.Meter {
			defer crash.In(whose)
			meter := inner(w)
			if errs.Nothing(meter) {
				panic(crash.Misuse("its New gave a nil measure.Meter"))
			}
			return gauge{meter, whose}
		}
	}
	return m
}

func blow(name string, inner func(*emulator.Hand, protocol.ID)) func(*emulator.Hand, protocol.ID) {
	whose := ofProgram + "fault " + name
	if inner == nil {
		return nil
	}
	return func(h *emulator.Hand, node protocol.ID) {
		defer crash.In(whose)
		inner(h, node)
	}
}
