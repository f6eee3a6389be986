package emulator

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/trace"
)

// looker compares links that are followed with places, at each node whose frame ends or whose
// component changes.
type looker struct {
	t           rapid.TB
	parts       *parts // nil: nothing has happened yet
	sure, asked int    // nodes
	crossings   int
	calm        bool // links change by crossings alone
}

func (*looker) Wants() trace.Set {
	return trace.Of(trace.LinkUp, trace.LinkDown, trace.Component, trace.Transmit)
}

func (l *looker) Record(r *trace.Record) {
	switch {
	case l.parts == nil || r.At == 0:
	case r.Kind == trace.Component || r.Kind == trace.Transmit:
		l.look(l.parts.kernel.Slot(r.Node))
	case l.calm:
		l.crossings++
		for _, id := range []protocol.ID{r.Node, r.Peer} {
			if _, sure := l.parts.links.Sure(l.parts.kernel.Slot(id)); sure {
				l.t.Fatalf("at %v the link of %d and %d changes, and those of %d are sure", r.At, r.Node, r.Peer, id)
			}
		}
	}
}

func (l *looker) look(i kernel.Slot) {
	reach := l.parts.reach
	if reach.ReceiveGroup(i) < 0 {
		return
	}
	l.asked++
	ids, sure := l.parts.links.Sure(i)
	if !sure {
		return
	}
	l.sure++
	running := slices.DeleteFunc(slices.Clone(ids), func(id protocol.ID) bool {
		return reach.ReceiveGroup(l.parts.kernel.Slot(id)) != reach.ReceiveGroup(i)
	})
	if want := reach.AppendNeighbours(nil, i); !slices.Equal(running, want) {
		l.t.Fatalf("at %d node %d surely has links with %v, and is in range of %v", l.parts.kernel.Now(), l.parts.kernel.ID(i), running, want)
	}
}

// watch plays a world in which everybody talks.
func (l *looker) watch(cfg Config) {
	cfg.Algorithm, cfg.Sinks, cfg.Start = algorithm(1, func() protocol.Machine { return mumbler{} }), []trace.Sink{l}, Start{}
	w, err := New(cfg)
	if err != nil {
		l.t.Fatal(err)
	}
	l.parts = w.parts
	if err := w.Run(context.Background()); err != nil {
		l.t.Fatal(err)
	}
}

// TestSureLinksAreWhoIsInRange: where links are followed frames are heard by them, unless rounding
// might decide.
func TestSureLinksAreWhoIsInRange(t *testing.T) {
	sample.Checks(t, 60)
	sure, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		m, cfg := wanderers(t, n)
		cfg.Until = 20 * time.Second
		at := func(what string) time.Duration { return time.Duration(rapid.IntRange(1, 20_000).Draw(t, what)) * ms }
		for _, kind := range []FaultKind{FaultCrash, FaultJam, FaultRadioOff, FaultPartition} {
			if !rapid.Bool().Draw(t, string(kind)) {
				continue
			}
			f := Fault{At: at("at"), For: at("for"), Kind: kind}
			switch node := []protocol.ID{id(rapid.IntRange(0, n-1).Draw(t, "node"))}; kind {
			case FaultPartition:
				f.Groups = [][]protocol.ID{node}
			case FaultJam:
				f.Region = Region{X: 400, Y: 400, RadiusM: 200}
			default:
				f.Target, f.Nodes = TargetNodes, node
			}
			cfg.Faults = append(cfg.Faults, f)
		}
		l := &looker{t: t}
		l.watch(cfg)
		if m.high.Flat() {
			sure, asked = sure+l.sure, asked+l.asked
		}
	})
	if sure < asked*8/10 {
		t.Errorf("the links of %d nodes of %d are sure", sure, asked)
	}
}

// TestNoLinkIsSureAsItChanges: at the instant of a crossing places decide.
func TestNoLinkIsSureAsItChanges(t *testing.T) {
	cfg := plane(make([][2]float64, 30))
	cfg.Mobility, cfg.Until = strolling(t, 900), 20*time.Second
	l := &looker{t: t, calm: true}
	l.watch(cfg)
	if l.crossings < 100 || l.sure < l.asked*8/10 {
		t.Errorf("%d links changed; those of %d nodes of %d are sure", l.crossings, l.sure, l.asked)
	}
}
