package conformance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"bellwether/internal/ability"
	"bellwether/protocol"
	"bellwether/trace"
)

// twinned is up to how many handlers a copy runs beside its original: some are made in
// every state that lasts, some see what a state leads to.
const twinned = 50

// copies: a copy behaves as its original does, and nothing that happens to one shows in
// the other. In drawn worlds each machine has a twin, made anew every so many handlers,
// that takes each handler before it does. Then the original is as it was, and once it has
// taken the handler, too, the twin is as it was, both have done the same, and are alike.
func copies(t testing.TB, r row) error {
	bare, err := r.a.New(scene{}.with(r).Setup)
	if err != nil {
		return err
	}
	if _, can := bare().(protocol.Copier); !can {
		return fmt.Errorf("a %T is no protocol.Copier", bare())
	}
	handled := 0
	for number := range count(6) {
		var found error
		w := drawScene(*first + number)
		of := r
		of.a.New = func(c protocol.Config) (func() protocol.Machine, error) {
			make, err := r.a.New(c)
			return func() protocol.Machine { return &pair{Machine: make(), found: &found, handled: &handled} }, err
		}
		if err := ends(t, of, w.with(of), calmAt, silence{}); err != nil {
			return &drawn{w.number, err}
		}
		if found != nil {
			return &drawn{w.number, found}
		}
	}
	if handled < twinned {
		return fmt.Errorf("only %d handlers ran: nothing was tested", handled)
	}
	return nil
}

// silence is a sink that wants nothing.
type silence struct{}

func (silence) Wants() trace.Set     { return 0 }
func (silence) Record(*trace.Record) {}

// A pair is a machine and its twin.
type pair struct {
	protocol.Machine
	twin    protocol.Machine
	left    int    // handlers until the twin is made anew
	done    int    // handlers since the boot
	handled *int   // of all machines
	found   *error // the first difference
	here    protocol.Env
	there   protocol.Env
}

func (p *pair) Start(env *protocol.Env, saved []byte) { p.Machine.Start(env, saved) }

func (p *pair) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	p.both(env, func() string { return fmt.Sprintf("it received a %T from %v", m, from) },
		func(is protocol.Machine, env *protocol.Env) { is.Receive(env, from, m) })
}

func (p *pair) Fire(env *protocol.Env, t protocol.Timer) {
	p.both(env, func() string { return fmt.Sprintf("timer %d fired", t) },
		func(is protocol.Machine, env *protocol.Env) { is.Fire(env, t) })
}

func (p *pair) Elect(env *protocol.Env) {
	p.both(env, func() string { return "it was told to elect" },
		func(is protocol.Machine, env *protocol.Env) { ability.Elect(is, env) })
}

func (p *pair) Resign(env *protocol.Env) {
	p.both(env, func() string { return "it was told to resign" }, ability.Resign)
}

func (p *pair) Settle(env *protocol.Env, leader protocol.Capability) {
	p.both(env, func() string { return "it was settled" },
		func(is protocol.Machine, env *protocol.Env) { ability.Settle(is, env, leader) })
}

func (p *pair) CapabilityChanged(env *protocol.Env) {
	p.both(env, func() string { return "its capability changed" }, ability.CapabilityChanged)
}

func (p *pair) NeighbourUp(env *protocol.Env, id protocol.ID) {
	p.both(env, func() string { return fmt.Sprintf("neighbour %v came", id) },
		func(is protocol.Machine, env *protocol.Env) { ability.NeighbourUp(is, env, id) })
}

func (p *pair) NeighbourDown(env *protocol.Env, id protocol.ID) {
	p.both(env, func() string { return fmt.Sprintf("neighbour %v went", id) },
		func(is protocol.Machine, env *protocol.Env) { ability.NeighbourDown(is, env, id) })
}

func (p *pair) Inspect(show func(name string, value int64)) { ability.Inspect(p.Machine, show) }

// both lets the twin and then the machine take a handler, and compares.
func (p *pair) both(env *protocol.Env, what func() string, do func(is protocol.Machine, env *protocol.Env)) {
	p.done++
	*p.handled++
	says := func(seen string) {
		if *p.found == nil {
			*p.found = fmt.Errorf("node %v, after %s at %v: %s", env.Self(), what(), env.Now(), seen)
		}
	}
	before := p.Machine.Snapshot(nil)
	if p.left == 0 {
		p.left = 1 + env.Rand().IntN(twinned)
		if env.Rand().IntN(2) == 0 {
			p.left = 2
		}
		if p.twin = ability.Copy(p.Machine); p.twin == nil {
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
		do(is, on)
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

// differ is in what the machine and its twin differ after a handler.
func (p *pair) differ() string {
	here, there := p.here.Driver().Effects(), p.there.Driver().Effects()
	for i := range max(len(here), len(there)) {
		var a, b string
		if i < len(here) {
			a = deed(here[i])
		}
		if i < len(there) {
			b = deed(there[i])
		}
		if a != b {
			return fmt.Sprintf("the copy does %q where its original does %q", b, a)
		}
	}
	shown := map[string]int64{}
	ability.Inspect(p.twin, func(name string, value int64) { shown[name] = value })
	out := ""
	ability.Inspect(p.Machine, func(name string, value int64) {
		if shown[name] != value && out == "" {
			out = fmt.Sprintf("the copy shows %s = %d, its original %d", name, shown[name], value)
		}
	})
	if out == "" {
		out = unlike(p.Machine.Snapshot(nil), p.twin.Snapshot(nil))
	}
	return out
}

// unlike says where two snapshots differ, "" if they do not.
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

// deed says in words what an effect does.
func deed(e protocol.Effect) string {
	out := [...]string{
		protocol.OpSend: "send", protocol.OpBroadcast: "broadcast", protocol.OpRoute: "route",
		protocol.OpSetTimer: "set timer", protocol.OpStopTimer: "stop timer", protocol.OpSave: "save",
		protocol.OpElecting: "electing", protocol.OpElected: "elected", protocol.OpSuspect: "suspect",
		protocol.OpTrust: "trust", protocol.OpMeet: "meet", protocol.OpPart: "part",
	}[e.Op]
	switch e.Op {
	case protocol.OpSetTimer, protocol.OpStopTimer:
		return fmt.Sprintf("%s %d after %v", out, e.Timer, e.Within)
	case protocol.OpSave:
		return fmt.Sprintf("%s % x", out, e.State)
	case protocol.OpElecting, protocol.OpElected:
		return fmt.Sprintf("%s %v, %v", out, e.To, e.Computation)
	}
	if e.Message == nil {
		return fmt.Sprintf("%s %v", out, e.To)
	}
	return fmt.Sprintf("%s % x to %v within %v", out, protocol.Marshal(nil, e.Message), e.To, e.Within)
}

// redo lets an Env do an effect of another.
func redo(env *protocol.Env, e protocol.Effect) {
	switch e.Op {
	case protocol.OpSend:
		env.SendWithin(e.Within, e.To, e.Message)
	case protocol.OpBroadcast:
		env.BroadcastWithin(e.Within, e.Message)
	case protocol.OpRoute:
		env.Route(e.To, e.Message)
	case protocol.OpSetTimer:
		env.SetTimer(e.Timer, e.Within)
	case protocol.OpStopTimer:
		env.StopTimer(e.Timer)
	case protocol.OpSave:
		env.Save(e.State)
	case protocol.OpElecting:
		env.Electing(e.Computation)
	case protocol.OpElected:
		env.Elected(e.To, e.Computation)
	case protocol.OpSuspect:
		env.Suspect(e.To)
	case protocol.OpTrust:
		env.Trust(e.To)
	case protocol.OpMeet:
		env.Driver().Meet(e.To)
	case protocol.OpPart:
		env.Driver().Part(e.To)
	}
}
