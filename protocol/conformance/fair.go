package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
)

// given is a sink that records what the world does to its nodes, whichever algorithm runs.
type given struct{ lines []string }

func (*given) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Move, trace.LinkUp, trace.LinkDown,
		trace.Capability, trace.Component, trace.Fault)
}

func (g *given) Record(r *trace.Record) {
	g.lines = append(g.lines, fmt.Sprint(r.At, r.Kind, r.Why, r.Node, r.Peer, r.Value, r.X, r.Y, r.VX, r.VY, r.Name))
}

// meetsTheSameWorld: movement, links, capabilities and scripted faults, and the times of
// hellos, are the same as in a run whose nodes are silent. (Batteries depend on traffic,
// and so does the degree by lossy hellos. They are outside the promise: these worlds fix
// what nodes offer.)
func meetsTheSameWorld(t testing.TB, r row) error {
	for number := range count(6) {
		w := drawScene(*first + number)
		meets := func(r row) (*given, *hellos, error) {
			c, what, when := w.with(r), new(given), &hellos{reborn: map[protocol.ID]bool{}}
			trouble := rand.New(rand.NewPCG(w.number, 0))
			c.Faults = append(c.Faults, drawTrouble(trouble, w)...)
			c.Faults = append(c.Faults, emulator.Fault{MTBF: calmAt, Repair: time.Second, Kind: emulator.FaultCrash, Target: emulator.TargetAll})
			if err := ends(t, r, c, calmAt, what); err != nil {
				return nil, nil, err
			}
			err := ends(t, r, w.with(r), calmAt, when)
			slices.Sort(when.lines)
			return what, when, err
		}
		what, when, err := meets(r)
		if err != nil {
			return &drawn{w.number, err}
		}
		want, at, err := meets(row{label: "silent", a: silent(r.a), facts: new(Facts), worlds: r.worlds})
		switch {
		case err != nil:
			return &drawn{w.number, err}
		case len(want.lines) < w.nodes:
			return &drawn{w.number, fmt.Errorf("only %d records", len(want.lines))}
		case !slices.Equal(what.lines, want.lines):
			return &drawn{w.number, fmt.Errorf("its nodes meet another world than silent nodes do, from record %d on", differ(what.lines, want.lines))}
		case !slices.Equal(when.lines, at.lines):
			return &drawn{w.number, errors.New("its nodes send hellos at other times than silent ones")}
		}
	}
	return nil
}

// silent is an algorithm with the needs of another, whose nodes do nothing.
func silent(like protocol.Algorithm) protocol.Algorithm {
	return protocol.Algorithm{Name: "silent", Needs: like.Needs, Goal: protocol.GoalAny,
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return mute{} }, nil
		}}
}

type mute struct{}

func (mute) Start(*protocol.Env, []byte)                          {}
func (mute) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (mute) Fire(*protocol.Env, protocol.Timer)                   {}
func (mute) Settle(*protocol.Env, protocol.Capability)            {}
func (mute) Snapshot(b []byte) []byte                             { return b }

// hellos is a sink that records when each node sends hellos before it first reboots.
type hellos struct {
	lines  []string
	reborn map[protocol.ID]bool
}

func (*hellos) Wants() trace.Set { return trace.Of(trace.Boot, trace.Send) }

func (g *hellos) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Boot:
		g.reborn[r.Node] = r.Value > 1
	case r.Class == protocol.ClassHello && !g.reborn[r.Node]:
		g.lines = append(g.lines, fmt.Sprint(r.Node, " at ", r.At))
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
