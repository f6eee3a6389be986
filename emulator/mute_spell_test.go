package emulator

import (
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// TestSpellsByWhatMadeThem: spells that touch are one, whose reason is the last cause that
// is known; a full queue holds until there is room, a cap until its instant; a spell that
// is not over ends with the node.
func TestSpellsByWhatMadeThem(t *testing.T) {
	type spell struct {
		from, until int64
		why         trace.Why
	}
	type step struct {
		at int64
		do func(*World)
	}
	full := func(at int64) step { return step{at, func(w *World) { w.mutes.full(w, 0) }} }
	room := func(at int64) step { return step{at, func(w *World) { w.mutes.room(w, 0) }} }
	stop := func(at int64) step { return step{at, func(w *World) { w.mutes.stop(w, 0) }} }
	capped := func(at, until int64) step { return step{at, func(w *World) { w.mutes.capped(w, 0, at, until) }} }
	for name, c := range map[string]struct {
		do   []step
		want []spell
	}{
		"queue":                     {[]step{full(10), full(12), room(20), stop(50)}, []spell{{10, 20, trace.WhyQueue}}},
		"queue that stays full":     {[]step{full(10), stop(50)}, []spell{{10, 50, trace.WhyQueue}}},
		"cap":                       {[]step{capped(10, 30), stop(50)}, []spell{{10, 30, trace.WhyDuty}}},
		"cap cut off":               {[]step{capped(10, 30), stop(20)}, []spell{{10, 20, trace.WhyDuty}}},
		"caps that touch":           {[]step{capped(10, 30), capped(30, 40), capped(35, 38), stop(50)}, []spell{{10, 40, trace.WhyDuty}}},
		"caps apart":                {[]step{capped(10, 20), capped(30, 40), stop(50)}, []spell{{10, 20, trace.WhyDuty}, {30, 40, trace.WhyDuty}}},
		"a queue fills under a cap": {[]step{capped(10, 30), full(20), room(30), stop(50)}, []spell{{10, 30, trace.WhyDuty}}},
		"a cap holds a full queue":  {[]step{full(10), capped(20, 40), room(30), stop(50)}, []spell{{10, 40, trace.WhyDuty}}},
		"two lives":                 {[]step{full(10), stop(20), full(30), stop(40)}, []spell{{10, 20, trace.WhyQueue}, {30, 40, trace.WhyQueue}}},
		"of no length":              {[]step{full(10), room(10), stop(20)}, nil},
	} {
		cfg, j := plane(make([][2]float64, 1)), new(journal)
		cfg.Sinks = []trace.Sink{j}
		w, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.do {
			w.At(s.at, w.On(func(uint32) { s.do(w) }), 0)
		}
		if err := w.Kernel.Run(100, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		var got []spell
		for _, r := range j.of(trace.Mute) {
			if r.Node != protocol.ID(1) {
				t.Errorf("%s: %+v", name, r)
			}
			got = append(got, spell{int64(r.Frame), r.Value, r.Why})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestRoomAndDeathEndASpell: of 1100 frames said at once some are lost; there is room again
// when the next frame leaves, a millisecond later, and the queue is not full again. A node
// that crashes before is mute no longer.
func TestRoomAndDeathEndASpell(t *testing.T) {
	for _, crash := range []time.Duration{0, 10*ms + ms/10} {
		cfg := shared([][2]float64{{0, 0}, {60, 0}}, talker{frames: 1100, bytes: 113})
		cfg.Access = nil
		cfg.Until = 500 * ms
		cfg.Faults = []Fault{speak(10*ms, 1)}
		if crash > 0 {
			cfg.Faults = append(cfg.Faults, Fault{At: crash, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}})
		}
		_, j := run(t, cfg)
		got := j.spells(1)
		if len(got) != 1 || got[0][0] != 10*ms || crash == 0 && (got[0][1] < 10*ms+ms/2 || got[0][1] > 12*ms) || crash > 0 && got[0][1] != crash {
			t.Errorf("crash at %v: mute in %v", crash, got)
		}
	}
}
