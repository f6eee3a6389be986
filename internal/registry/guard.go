package registry

import (
	"maps"
	"reflect"

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

// nothing reports whether an interface is nil, or holds a nil pointer.
func nothing(of any) bool {
	v := reflect.ValueOf(of)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

func algorithm(a protocol.Algorithm) protocol.Algorithm {
	inner, whose := a.New, "the program's own algorithm "+a.Name
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
			if nothing(m) {
				panic(crash.Misuse("the function that its New gave made a nil protocol.Machine"))
			}
			return m
		}, nil
	}
	return a
}

func metric(m measure.Own) measure.Own {
	inner, whose := m.New, "the program's own metric "+m.Key.Name
	if inner != nil {
		m.New = func(w measure.Window) measure.Meter {
			defer crash.In(whose)
			meter := inner(w)
			if nothing(meter) {
				panic(crash.Misuse("its New gave a nil measure.Meter"))
			}
			return gauge{meter, whose}
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
		if m, err = inner(a); err != nil {
			return m, err
		}
		if nothing(m) {
			panic(crash.Misuse("its function gave a nil mobility.Model, and no error"))
		}
		return held(m, whose, a), nil
	}
}

func loss(name string, inner func(seed uint64) (radio.Loss, error)) func(seed uint64) (radio.Loss, error) {
	whose := "the program's own loss " + name
	if inner == nil {
		return nil
	}
	return func(seed uint64) (l radio.Loss, err error) {
		defer crash.Into(&err, whose)
		if l, err = inner(seed); err != nil {
			return l, err
		}
		if nothing(l) {
			panic(crash.Misuse("its function gave a nil radio.Loss, and no error"))
		}
		if ranged, is := l.(radio.RangedLoss); is {
			return farFading{fading{l, whose}, ranged}, nil
		}
		return fading{l, whose}, nil
	}
}
