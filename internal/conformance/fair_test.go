package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
)

// given is a sink for what a world does to its nodes, whatever runs on them.
type given struct{ lines []string }

func (*given) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Move, trace.LinkUp, trace.LinkDown,
		trace.Capability, trace.Component, trace.Fault)
}

func (g *given) Record(r *trace.Record) {
	g.lines = append(g.lines, fmt.Sprint(r.At, r.Kind, r.Why, r.Node, r.Peer, r.Value, r.X, r.Y, r.VX, r.VY, r.Name))
}

// TestEveryAlgorithmMeetsTheSameWorld is promise 3 of the design: the same
// movement, links, capabilities and scripted faults, whatever is elected and
// however much is said. (Batteries, and the degree by lossy hellos, depend on
// traffic and are outside the promise: these worlds fix what nodes offer.)
func TestEveryAlgorithmMeetsTheSameWorld(t *testing.T) {
	for number := range uint64(25) {
		w := Draw(*first + number)
		var want []string
		for _, r := range rows() {
			g := new(given)
			c := w.Config(r.a, r.values(t))
			trouble := rand.New(rand.NewPCG(w.Number, 0))
			c.Faults = append(c.Faults, drawTrouble(trouble, w)...)
			c.Faults = append(c.Faults, emulator.Fault{MTBF: calmAt, Repair: time.Second, Kind: emulator.FaultCrash, Target: emulator.TargetAll})
			ends(t, c, calmAt, g)
			if want == nil {
				want = g.lines
			}
			if !slices.Equal(g.lines, want) {
				err := &drawn{w.Number, fmt.Errorf("%s meets another world, from record %d on", r.label, differ(g.lines, want))}
				t.Fatalf("%v\n%s", err, again(t.Name(), err))
			}
		}
		if len(want) < w.Nodes {
			t.Fatalf("world %d: only %d records", w.Number, len(want))
		}
	}
}

// greetings is a sink for when each node greets in its first life.
type greetings struct {
	lines  []string
	reborn map[protocol.ID]bool
}

func (*greetings) Wants() trace.Set { return trace.Of(trace.Boot, trace.Send) }

func (g *greetings) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Boot:
		g.reborn[r.Node] = r.Value > 1
	case r.Class == protocol.ClassHello && !g.reborn[r.Node]:
		g.lines = append(g.lines, fmt.Sprint(r.Node, " at ", r.At))
	}
}

// TestNodesGreetAtTheSameTimes holds that hellos do not depend on what an
// algorithm draws: all rows see neighbours come and go alike, but for what waits
// in a radio's queue.
func TestNodesGreetAtTheSameTimes(t *testing.T) {
	greeted := 0
	for number := range uint64(20) {
		w := Draw(*first + number)
		var want []string
		for _, r := range rows() {
			g := &greetings{reborn: map[protocol.ID]bool{}}
			c := w.Config(r.a, r.values(t))
			ends(t, c, calmAt, g)
			slices.Sort(g.lines)
			if want == nil {
				want = g.lines
			}
			if !slices.Equal(g.lines, want) {
				err := &drawn{w.Number, fmt.Errorf("under %s nodes greet at other times", r.label)}
				t.Fatalf("%v\n%s", err, again(t.Name(), err))
			}
		}
		greeted += len(want)
	}
	if greeted < 100 {
		t.Errorf("%d greetings in all: nothing was tested", greeted)
	}
}

func differ(a, b []string) int {
	for k := range min(len(a), len(b)) {
		if a[k] != b[k] {
			return k
		}
	}
	return min(len(a), len(b))
}
