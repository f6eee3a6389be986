package conformance

import (
	"slices"
	"strings"
	"testing"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// TestLawsConvict breaks a sound algorithm in one way for each law, and requires the law to
// fail: a law that cannot fail proves nothing.
func TestLawsConvict(t *testing.T) {
	runs := 0
	for _, b := range []struct {
		defect string
		breaks breaker
		law    law
		says   string
	}{
		{"hears nothing", deafened, smallest, "2 of them over oracles: never settles"},
		{"hears nothing", deafened, merge, "halves of a line over oracles, apart until the calm: never settles"},
		{"hears nothing", deafened, lossThenCalm, "ring of five over oracles, seed 0: never settles"},
		{"never gives up", stubborn, resign, "never settles"},
		{"gives its leader up when it is told to elect", deserting, called, "[1] are told to elect: never settles"},
		{"keeps the leader it began with", complacent, withinMargin, "within margin: "},
		{"is dead after a restart", stillborn, restart, "never settles"},
		{"is dead after a crash between two effects", torn, interruptible, "crashed before its effect"},
		{"elects for ever", restless, upkeepOnly, "sends a message of class election"},
		{"talks to itself", selfAbsorbed, noSelf, "to itself"},
		{"knows of other runs", haunted(&runs), deterministic, "two runs of one seed leave two traces"},
	} {
		t.Run(b.defect, func(t *testing.T) {
			if testing.Short() && b.says == "crashed before its effect" {
				t.Skip("with -short the law passes over the effect")
			}
			t.Parallel()
			sound, ok := scenarios.Algorithm("bully")
			if !ok {
				t.Fatal("no bully")
			}
			if err := b.law(t, row{label: "broken", a: broken(sound, b.breaks), facts: new(Facts)}); err == nil || !strings.Contains(err.Error(), b.says) {
				t.Errorf("the law says %v, want %s", err, b.says)
			}
		})
	}
}

// TestOrderlyRestartMissesTornState shows why there are two laws of restarts: the law of an
// orderly restart does not find a defect that only a crash between two effects shows.
func TestOrderlyRestartMissesTornState(t *testing.T) {
	t.Parallel()
	sound, _ := scenarios.Algorithm("bully")
	if err := restart(t, row{label: "broken", a: broken(sound, torn), facts: new(Facts)}); err != nil {
		t.Error(err)
	}
}

// A breaker returns for each run a function that puts a defect into a machine.
type breaker func() func(protocol.Machine) protocol.Machine

// broken is an algorithm whose machines have a defect.
func broken(a protocol.Algorithm, breaks breaker) protocol.Algorithm {
	sound := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		whole, err := sound(c)
		defect := breaks()
		return func() protocol.Machine { return defect(whole()) }, err
	}
	return a
}

// always breaks each machine alike.
func always(defect func(protocol.Machine) protocol.Machine) breaker {
	return func() func(protocol.Machine) protocol.Machine { return defect }
}

// through passes every call on to another machine; a defect overrides one of its methods.
type through struct{ protocol.Machine }

func (m through) Elect(env *protocol.Env)             { optional.Elect(m.Machine, env) }
func (m through) Resign(env *protocol.Env)            { optional.Resign(m.Machine, env) }
func (m through) HelloDue(env *protocol.Env)          { optional.HelloDue(m.Machine, env) }
func (m through) CapabilityChanged(env *protocol.Env) { optional.CapabilityChanged(m.Machine, env) }
func (m through) Settle(env *protocol.Env, leader protocol.Capability) {
	optional.Settle(m.Machine, env, leader)
}

// deafened machines ignore all messages.
var deafened = always(func(m protocol.Machine) protocol.Machine { return deaf{through{m}} })

type deaf struct{ through }

func (deaf) Receive(*protocol.Env, protocol.ID, protocol.Message) {}

// stubborn machines offer for ever what they offered at boot.
var stubborn = always(func(m protocol.Machine) protocol.Machine { return &proud{through: through{m}} })

type proud struct {
	through
	offers protocol.Capability
}

func (m *proud) Start(env *protocol.Env, saved []byte) {
	m.offers = env.Capability()
	m.Machine.Start(env, saved)
}

func (m *proud) Fire(env *protocol.Env, t protocol.Timer) {
	env.Driver().Turn(env.Self(), env.Now(), m.offers)
	m.Machine.Fire(env, t)
}

func (m *proud) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	env.Driver().Turn(env.Self(), env.Now(), m.offers)
	m.Machine.Receive(env, from, msg)
}

func (*proud) Resign(*protocol.Env)            {}
func (*proud) CapabilityChanged(*protocol.Env) {}

// deserting machines know no leader any more once they are told to elect, and hold no election.
var deserting = always(func(m protocol.Machine) protocol.Machine { return &deserter{through: through{m}} })

type deserter struct {
	through
	follows bool
}

func (m *deserter) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	m.Machine.Receive(env, from, msg)
	m.look(env)
}

func (m *deserter) Fire(env *protocol.Env, t protocol.Timer) {
	m.Machine.Fire(env, t)
	m.look(env)
}

func (m *deserter) look(env *protocol.Env) {
	for _, e := range env.Driver().Effects() {
		m.follows = m.follows || e.Op == protocol.OpElected && e.To != protocol.Nobody
	}
}

func (m *deserter) Elect(env *protocol.Env) {
	if !m.follows {
		m.through.Elect(env)
		return
	}
	env.Elected(protocol.Nobody, protocol.Computation{})
}

// mortal machines may be dead although they run: then they ignore messages and timers. They
// hold no elections that the driver asks for.
type mortal struct {
	protocol.Machine
	dead bool
}

func (m *mortal) Fire(env *protocol.Env, t protocol.Timer) {
	if !m.dead {
		m.Machine.Fire(env, t)
	}
}

func (m *mortal) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	if !m.dead {
		m.Machine.Receive(env, from, msg)
	}
}

// complacent machines do nothing once Settle has given them a leader.
var complacent = always(func(m protocol.Machine) protocol.Machine { return &contented{mortal{Machine: m}} })

type contented struct{ mortal }

func (m *contented) Settle(env *protocol.Env, leader protocol.Capability) {
	optional.Settle(m.Machine, env, leader)
	m.dead = true
}

// stillborn machines do not come back from a crash.
func stillborn() func(protocol.Machine) protocol.Machine {
	lived := map[protocol.ID]bool{}
	return func(m protocol.Machine) protocol.Machine { return &oneLife{mortal{Machine: m}, lived} }
}

type oneLife struct {
	mortal
	lived map[protocol.ID]bool
}

func (m *oneLife) Start(env *protocol.Env, saved []byte) {
	m.dead = m.lived[env.Self()]
	m.lived[env.Self()] = true
	if !m.dead {
		m.Machine.Start(env, saved)
	}
}

// torn machines save that they are at work, then that they are done. They cannot restart from
// the first.
var torn = always(func(m protocol.Machine) protocol.Machine { return &journal{mortal{Machine: m}} })

type journal struct{ mortal }

func (m *journal) Start(env *protocol.Env, saved []byte) {
	m.dead = string(saved) == "at work"
	if !m.dead {
		m.Machine.Start(env, nil)
	}
}

func (m *journal) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	env.Save([]byte("at work"))
	env.Save([]byte("done"))
	m.mortal.Receive(env, from, msg)
}

// restless machines send a message of class election after every timer.
var restless = always(func(m protocol.Machine) protocol.Machine { return noisy{through{m}} })

type noisy struct{ through }

func (m noisy) Fire(env *protocol.Env, t protocol.Timer) {
	m.Machine.Fire(env, t)
	for _, id := range env.Members() {
		if id != env.Self() {
			env.Route(id, agreement(env.Capability())) // no node waits for it
		}
	}
}

// agreement is bully's OK.
func agreement(c protocol.Capability) protocol.Message {
	bully, _ := scenarios.Algorithm("bully")
	codec, _ := protocol.NewCodec(bully.Kinds...)
	m, _ := codec.Unmarshal(protocol.AppendCapability([]byte{byte(kindOK)}, c))
	return m
}

// selfAbsorbed machines send themselves a message when they are told to elect.
var selfAbsorbed = always(func(m protocol.Machine) protocol.Machine { return mirror{through{m}} })

type mirror struct{ through }

func (m mirror) Elect(env *protocol.Env) {
	env.Route(env.Self(), agreement(env.Capability()))
	m.through.Elect(env)
}

// haunted machines share a count of all machines that were started, in other runs too.
func haunted(runs *int) breaker {
	return always(func(m protocol.Machine) protocol.Machine { return ghost{through{m}, runs} })
}

type ghost struct {
	through
	runs *int
}

func (m ghost) Start(env *protocol.Env, saved []byte) {
	*m.runs++
	env.Suspect(protocol.ID(min(*m.runs, 3)))
	m.Machine.Start(env, saved)
}

// TestWireLawConvicts: the law of the wire finds a field that is left out, passed only
// sometimes or changed, and a message that is returned although none is decoded.
func TestWireLawConvicts(t *testing.T) {
	sound, _ := scenarios.Algorithm("bully")
	for _, b := range []struct {
		defect string
		says   string
		fields func(w *protocol.Wire, m *okay) protocol.Message
	}{
		{"forgets a field", "whose field Capability differs", func(w *protocol.Wire, m *okay) protocol.Message {
			return nil
		}},
		{"forgets a part of it", "whose field Capability differs", func(w *protocol.Wire, m *okay) protocol.Message {
			w.ID(&m.Capability.ID)
			return nil
		}},
		{"says a field at times", "it has 13 bytes, and with other values 9", func(w *protocol.Wire, m *okay) protocol.Message {
			if w.Int64(&m.Capability.Value); m.Capability.Value%2 == 0 {
				w.ID(&m.Capability.ID)
			}
			return nil
		}},
		{"changes a field", "whose field Capability differs", func(w *protocol.Wire, m *okay) protocol.Message {
			m.Capability.Value++
			w.Capability(&m.Capability)
			return nil
		}},
		{"gives itself", "it gives a message although none is read", func(w *protocol.Wire, m *okay) protocol.Message {
			w.Capability(&m.Capability)
			return *m
		}},
		{"refuses all", "only 0 of 400 drawn messages", func(w *protocol.Wire, m *okay) protocol.Message {
			w.Capability(&m.Capability)
			w.Fail("never")
			return nil
		}},
		{"panics", "its Fields panic: nobody", func(w *protocol.Wire, m *okay) protocol.Message {
			if w.Capability(&m.Capability); w.Reads() && m.Capability.ID == 0 {
				panic("nobody")
			}
			return nil
		}},
	} {
		kinds := slices.Clone(sound.Kinds)
		at := slices.IndexFunc(kinds, func(k protocol.MessageKind) bool { return k.Kind() == kindOK })
		kinds[at].Message = okay{fields: b.fields}
		if err := wired(t, row{a: protocol.Algorithm{Kinds: kinds}}); err == nil || !strings.Contains(err.Error(), b.says) {
			t.Errorf("%s: the law says %v, want %s", b.defect, err, b.says)
		}
	}
	if err := wired(t, row{a: sound}); err != nil {
		t.Error(err)
	}
}

// kindOK is the kind of bully's message OK.
const kindOK protocol.Kind = 2

// okay is bully's OK with other Fields.
type okay struct {
	Capability protocol.Capability
	fields     func(w *protocol.Wire, m *okay) protocol.Message
}

func (okay) Kind() protocol.Kind { return kindOK }
func (m okay) Fields(w *protocol.Wire) protocol.Message {
	if given := m.fields(w, &m); given != nil {
		return given
	}
	return protocol.Done(w, m)
}
