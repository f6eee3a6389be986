package registry

import (
	"maps"

	"bellwether/emulator"
	"bellwether/internal/crash"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace/measure"
)

// guarded is a copy whose panics say what panicked. A function that returns an error returns
// its panic as one; the others repeat it.
func (o Own) guarded() Own {
	g := Own{Name: o.Name, Models: maps.Clone(o.Models), Losses: maps.Clone(o.Losses)}
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
	for name, inner := range g.Models {
		g.Models[name] = model(name, inner)
	}
	for name, inner := range g.Losses {
		g.Losses[name] = loss(name, inner)
	}
	return g
}

func algorithm(a protocol.Algorithm) protocol.Algorithm {
	inner, whose := a.New, "the program's own algorithm "+a.Name
	if inner == nil {
		return a
	}
	a.New = func(c protocol.Config) (make func() protocol.Machine, err error) {
		defer crash.Into(&err, whose)
		made, err := inner(c)
		if err != nil || made == nil {
			return made, err
		}
		return func() protocol.Machine {
			defer crash.In(whose)
			return made()
		}, nil
	}
	return a
}

func metric(m measure.Own) measure.Own {
	inner, whose := m.New, "the program's own metric "+m.Key.Name
	if inner != nil {
		m.New = func(w measure.Window) measure.Meter {
			defer crash.In(whose)
			return inner(w)
		}
	}
	return m
}

func blow(name string, inner func(*emulator.Hand, protocol.ID)) func(*emulator.Hand, protocol.ID) {
	whose := "the program's own fault " + name
	if inner == nil {
		return nil
	}
	return func(h *emulator.Hand, node protocol.ID) {
		defer crash.In(whose)
		inner(h, node)
	}
}

func model(name string, inner func(mobility.Area) (mobility.Model, error)) func(mobility.Area) (mobility.Model, error) {
	whose := "the program's own model of movement " + name
	if inner == nil {
		return nil
	}
	return func(a mobility.Area) (m mobility.Model, err error) {
		defer crash.Into(&err, whose)
		return inner(a)
	}
}

func loss(name string, inner func(seed uint64) (radio.Loss, error)) func(seed uint64) (radio.Loss, error) {
	whose := "the program's own loss " + name
	if inner == nil {
		return nil
	}
	return func(seed uint64) (l radio.Loss, err error) {
		defer crash.Into(&err, whose)
		return inner(seed)
	}
}
