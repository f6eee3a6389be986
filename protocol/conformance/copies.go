package conformance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// copies: a copy behaves as its original does, and no change of one shows in the other. In
// drawn worlds each machine has a twin, its copy, which is renewed after at most twinned
// handlers. The twin runs each handler first: the original must not change. Then the
// original runs it: the twin must not change, and both must have the same effects and the
// same state.
func copies(t testing.TB, r row) error {
	bare, err := r.a.New(scene{}.with(r).Setup)
	if err != nil {
		return err
	}
	if _, can := bare().(protocol.Copier); !can {
		return fmt.Errorf("a %T is no protocol.Copier", bare())
	}
	return twins(t, r, paired)
}

// A pair is a machine and its twin.
type pair struct {
	relay
	twin  protocol.Machine
	left  int // handlers until the twin is made anew
	saw   *twinning
	here  protocol.Env
	there protocol.Env
}

// paired makes machines with twins.
func paired(make func() protocol.Machine, saw *twinning) func() protocol.Machine {
	return func() protocol.Machine {
		p := &pair{saw: saw}
		p.relay = relay{make(), p.both}
		return p
	}
}

// both runs a handler on the twin, then on the machine, and compares them.
func (p *pair) both(env *protocol.Env, h handler) {
	p.saw.handled++
	says := func(seen string) { p.saw.differ("node %v, after %s at %v: %s", env.Self(), h.what(), env.Now(), seen) }
	before := p.Machine.Snapshot(nil)
	if p.left == 0 {
		p.left = 1 + env.Rand().IntN(twinned)
		if env.Rand().IntN(2) == 0 {
			p.left = 2
		}
		if p.twin = optional.Copy(p.Machine); p.twin == nil {
			says("Copy gives nil")
			p.twin = p.Machine
		}
		if d := unlike(before, p.twin.Snapshot(nil)); d != "" {
			says("a fresh copy is not as its original: " + d)
		}
	}
	p.left--
	one, two := env.Rand().Uint64(), env.Rand().Uint64()
	play := func(is protocol.Machine, on *protocol.Env) {
		on.Driver().Enter(protocol.Facts{Self: env.Self(), Now: env.Now(), Capability: env.Capability(), View: env,
			Rand: rand.New(rand.NewPCG(one, two))})
		h.do(is, on, 0)
	}
	play(p.twin, &p.there)
	if d := unlike(before, p.Machine.Snapshot(nil)); d != "" {
		says("the copy took it, and the original changed: they share a map, a slice or a pointer: " + d)
	}
	twin := p.twin.Snapshot(nil)
	play(p.Machine, &p.here)
	if d := unlike(twin, p.twin.Snapshot(nil)); d != "" {
		says("the original took it, and the copy changed: they share a map, a slice or a pointer: " + d)
	}
	if d := p.differ(); d != "" {
		says(d)
	}
	for _, e := range p.here.Driver().Effects() {
		redo(env, e)
	}
}

// differ returns how the machine and its twin differ after a handler, "" if they do not.
func (p *pair) differ() string {
	if here, there := unlikeEffects(p.here.Driver().Effects(), p.there.Driver().Effects()); here != there {
		return fmt.Sprintf("the copy does %q where its original does %q", there, here)
	}
	shown := map[string]int64{}
	optional.Inspect(p.twin, func(name string, value int64) { shown[name] = value })
	out := ""
	optional.Inspect(p.Machine, func(name string, value int64) {
		if shown[name] != value && out == "" {
			out = fmt.Sprintf("the copy shows %s = %d, its original %d", name, shown[name], value)
		}
	})
	if out == "" {
		out = unlike(p.Machine.Snapshot(nil), p.twin.Snapshot(nil))
	}
	return out
}

// unlike returns where two snapshots differ, "" if they do not.
func unlike(a, b []byte) string {
	if bytes.Equal(a, b) {
		return ""
	}
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return fmt.Sprintf("their snapshots of %d and %d bytes differ from byte %d on", len(a), len(b), at)
}
