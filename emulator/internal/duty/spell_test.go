package duty

import (
	"slices"
	"testing"

	"bellwether/emulator/internal/kernel"
	"bellwether/protocol"
	"bellwether/trace"
)

// spells is a sink of the recorded spells.
type spells []told

type told struct {
	from, until int64
	why         trace.Why
}

func (s *spells) Wants() trace.Set { return trace.Of(trace.Mute) }
func (s *spells) Record(r *trace.Record) {
	*s = append(*s, told{int64(r.Frame), r.Value, r.Why})
}

// nobody returns a kernel of one node that never runs.
func nobody(t *testing.T, sink trace.Sink) *kernel.Kernel {
	k, err := kernel.New(kernel.Options{Nodes: 1, Sinks: []trace.Sink{sink},
		Algorithm: protocol.Algorithm{Name: "none", New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return struct{ protocol.Machine }{} }, nil
		}}})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestSpellsByWhatMadeThem: spells without a gap are one spell. Its reason is the duty
// cycle if that took part, else the queue. A full queue lasts until there is room, a cap
// until its instant. A spell under way ends when the node stops.
func TestSpellsByWhatMadeThem(t *testing.T) {
	type step struct {
		at int64
		do func(*Duty)
	}
	full := func(at int64) step { return step{at, func(d *Duty) { d.Full(0) }} }
	room := func(at int64) step { return step{at, func(d *Duty) { d.Room(0) }} }
	stop := func(at int64) step { return step{at, func(d *Duty) { d.Stop(0) }} }
	capped := func(at, until int64) step { return step{at, func(d *Duty) { d.capped(0, at, until) }} }
	for name, c := range map[string]struct {
		do   []step
		want []told
	}{
		"queue":                     {[]step{full(10), full(12), room(20), stop(50)}, []told{{10, 20, trace.WhyQueue}}},
		"queue that stays full":     {[]step{full(10), stop(50)}, []told{{10, 50, trace.WhyQueue}}},
		"cap":                       {[]step{capped(10, 30), stop(50)}, []told{{10, 30, trace.WhyDuty}}},
		"cap cut off":               {[]step{capped(10, 30), stop(20)}, []told{{10, 20, trace.WhyDuty}}},
		"caps that touch":           {[]step{capped(10, 30), capped(30, 40), capped(35, 38), stop(50)}, []told{{10, 40, trace.WhyDuty}}},
		"caps apart":                {[]step{capped(10, 20), capped(30, 40), stop(50)}, []told{{10, 20, trace.WhyDuty}, {30, 40, trace.WhyDuty}}},
		"a queue fills under a cap": {[]step{capped(10, 30), full(20), room(30), stop(50)}, []told{{10, 30, trace.WhyDuty}}},
		"a cap holds a full queue":  {[]step{full(10), capped(20, 40), room(30), stop(50)}, []told{{10, 40, trace.WhyDuty}}},
		"two lives":                 {[]step{full(10), stop(20), full(30), stop(40)}, []told{{10, 20, trace.WhyQueue}, {30, 40, trace.WhyQueue}}},
		"of no length":              {[]step{full(10), room(10), stop(20)}, nil},
	} {
		var got spells
		k := nobody(t, &got)
		d := New(k, nil)
		for _, s := range c.do {
			k.At(s.at, k.On(func(uint32) { s.do(d) }), 0)
		}
		if err := k.Run(100, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
