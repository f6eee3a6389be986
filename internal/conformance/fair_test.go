package conformance

import (
	"fmt"
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
			c.Until, c.Sinks = calmAt, []trace.Sink{g}
			run(t, c)
			if want == nil {
				want = g.lines
			}
			if !slices.Equal(g.lines, want) {
				t.Fatalf("world %d: %s meets another world, from record %d on", w.Number, r.label, differ(g.lines, want))
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
			c.Until, c.Sinks = calmAt, []trace.Sink{g}
			run(t, c)
			slices.Sort(g.lines)
			if want == nil {
				want = g.lines
			}
			if !slices.Equal(g.lines, want) {
				t.Fatalf("world %d: under %s nodes greet at other times", w.Number, r.label)
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

func run(t *testing.T, c emulator.Config) *emulator.World {
	t.Helper()
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return world
}

// TestSameSeedSameTrace runs each world twice, and once more with another seed.
func TestSameSeedSameTrace(t *testing.T) {
	sum := func(r row, w World, seed uint64) string {
		h := trace.NewHash()
		c := w.Config(r.a, r.values(t))
		c.Until, c.Seed, c.Sinks = calmAt, seed, []trace.Sink{h}
		run(t, c)
		return h.Sum()
	}
	for _, r := range rows() {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			others := 0
			for number := range uint64(10) {
				w := Draw(*first + number)
				one := sum(r, w, 1)
				if two := sum(r, w, 1); one != two {
					t.Fatalf("world %d: two runs, two traces", w.Number)
				}
				if sum(r, w, 2) != one {
					others++
				}
			}
			if others < 5 {
				t.Errorf("only %d of 10 worlds differ under another seed: the seed is not used", others)
			}
		})
	}
}

// TestCrashBetweenAnyTwoEffects crashes a node before its k-th effect, for every
// few k until the calm, lets it come back, and asks for convergence.
func TestCrashBetweenAnyTwoEffects(t *testing.T) {
	const victim, tries = 5, 60
	for _, r := range rows() {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			w := ringOfFive()
			effects := 0
			c := w.Config(r.a, r.values(t))
			c.Until = calmAt - 3*time.Second
			c.Interrupt = func(id protocol.ID, _ protocol.Effect) bool {
				if id == victim {
					effects++
				}
				return false
			}
			run(t, c)
			if effects < 10 {
				t.Fatalf("node %d has only %d effects in %v", victim, effects, c.Until)
			}
			for k := 1; k <= effects; k += 1 + effects/tries {
				settleInterrupted(t, r, k, victim)
			}
		})
	}
}

// settleInterrupted runs five nodes in a ring, of which one crashes before its
// k-th effect and comes back at the next even second.
func settleInterrupted(t *testing.T, r row, k int, victim protocol.ID) {
	t.Helper()
	w := ringOfFive()
	c := w.Config(r.a, r.values(t))
	done := 0
	c.Interrupt = func(id protocol.ID, _ protocol.Effect) bool {
		if id == victim {
			done++
		}
		return id == victim && done == k
	}
	c.Faults = []emulator.Fault{{Every: 2 * time.Second, Kind: emulator.FaultRestart, Target: emulator.TargetAll}}
	if took, bound, ok := settleWithin(t, r, w, c); !ok || took > bound {
		t.Fatalf("node %v crashed before its effect %d: settled %v after %v, bound %v", victim, k, ok, took, bound)
	}
}
