package overlay_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
)

// note is a message whose fields may be declared badly.
type note struct {
	kind    protocol.Kind
	N       uint32
	declare func(n *note, w *protocol.Wire) // nil: as they should
}

func (n note) Kind() protocol.Kind { return n.kind }
func (n note) Fields(w *protocol.Wire) protocol.Message {
	if n.declare == nil {
		w.Uint32(&n.N)
	} else {
		n.declare(&n, w)
	}
	return protocol.Done(w, n)
}

// grows is a message whose wire form is one byte longer at each call of Fields.
func grows() note {
	more := make([]uint8, 0, 99)
	return note{kind: 3, declare: func(_ *note, w *protocol.Wire) {
		more = more[:len(more)+1]
		for i := range more {
			w.Uint8(&more[i])
		}
	}}
}

var (
	refused = note{kind: 4, declare: func(_ *note, w *protocol.Wire) { w.Fail("never") }}
	forgets = note{kind: 5, declare: func(*note, *protocol.Wire) {}}
	changes = note{kind: 6, declare: func(n *note, _ *protocol.Wire) { n.kind = 1 }}
)

// of is the message with a number.
func (n note) of(number uint32) note {
	n.N = number
	return n
}

// sinner breaks its contract once, when it is told to elect; with late at the seventh time.
type sinner struct {
	do   func(env *protocol.Env)
	late int
}

func (*sinner) Start(*protocol.Env, []byte)                          {}
func (*sinner) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (*sinner) Fire(*protocol.Env, protocol.Timer)                   {}
func (*sinner) Snapshot(b []byte) []byte                             { return b }
func (s *sinner) Elect(env *protocol.Env) {
	if s.late--; s.late < 0 {
		s.do(env)
	}
}

func sinful(do func(env *protocol.Env), late int) protocol.Algorithm {
	return protocol.Algorithm{
		Name: "sinner", Timers: 2, Slots: 1,
		Kinds: []protocol.MessageKind{
			{Message: note{kind: 1}, Name: "note", Class: protocol.ClassElection},
			{Message: note{kind: 2}, Name: "receipt", Class: protocol.ClassRouting},
			{Message: grows(), Name: "grows", Class: protocol.ClassElection},
			{Message: refused, Name: "refused", Class: protocol.ClassElection},
			{Message: forgets, Name: "forgets", Class: protocol.ClassElection},
			{Message: changes, Name: "changes", Class: protocol.ClassElection},
		},
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return &sinner{do, late} }, nil
		},
	}
}

var sins = []struct {
	name string
	do   func(env *protocol.Env)
	says []string // nil: it keeps the contract
}{
	{"sets an undeclared timer", func(env *protocol.Env) { env.SetTimer(2, time.Second) },
		[]string{"it sets timer 2, and declared are timers 0 to 1 (Timers: 2); declare Timers: 3"}},
	{"stops an undeclared timer", func(env *protocol.Env) { env.StopTimer(200) }, []string{"it stops timer 200", "declare Timers: 201"}},
	{"says an undeclared kind", func(env *protocol.Env) { env.Broadcast(note{kind: 9}) },
		[]string{"(overlay_test.note) of kind 9, which is not declared; declare a protocol.MessageKind of Kind 9"}},
	{"declares fields that differ from call to call", func(env *protocol.Env) { env.Broadcast(grows()) },
		[]string{"that counts as 3 bytes, and its wire form has 2; let Fields pass the same fields"}},
	{"says what does not decode", func(env *protocol.Env) { env.Broadcast(refused) },
		[]string{"whose wire form, 1 bytes, does not decode: refused: malformed message: never"}},
	{"leaves a field out", func(env *protocol.Env) { env.Broadcast(forgets.of(3)) },
		[]string{"whose field N differs once it is decoded; pass every field to the Wire"}},
	{"says what decodes to another kind", func(env *protocol.Env) { env.Broadcast(changes) },
		[]string{"does not decode", "its fields are those of a message of another kind"}},
	{"says nothing", func(env *protocol.Env) { env.Broadcast(nil) }, []string{"message that is nil"}},
	{"sends to nobody", func(env *protocol.Env) { env.Send(protocol.Nobody, note{kind: 1}) }, []string{"to nobody, node 0; broadcast it"}},
	{"saves too late", func(env *protocol.Env) { env.Send(1, note{kind: 1}); env.Save([]byte{1}) },
		[]string{"saves its state after it sent a message (overlay_test.note) in the same handler", "save before the first message"}},
	{"saves in time", func(env *protocol.Env) { env.Save([]byte{1}); env.Send(1, note{kind: 1}) }, nil},
	{"acknowledges, then saves", func(env *protocol.Env) { env.Send(1, note{kind: 2}); env.Save([]byte{1}) }, nil},
	{"uses an undeclared slot", func(env *protocol.Env) { env.BroadcastSlot(1, time.Second, note{kind: 1}) },
		[]string{"it uses slot 1 for a broadcast, and declares Slots: 1; declare Slots: 2"}},
	{"empties an undeclared slot", func(env *protocol.Env) { env.CancelBroadcast(7) }, []string{"slot 7", "declare Slots: 8"}},
	{"lets an undeclared kind wait", func(env *protocol.Env) { env.BroadcastSlot(0, 0, note{kind: 9}) }, []string{"of kind 9, which is not declared"}},
	{"saves after a broadcast that waits", func(env *protocol.Env) { env.BroadcastSlot(0, time.Second, note{kind: 1}); env.Save([]byte{1}) },
		[]string{"saves its state after it sent a message"}},
	{"rides when no hello is due", func(env *protocol.Env) { env.Ride(note{kind: 1}) },
		[]string{"calls Env.Ride (overlay_test.note) in another handler than HelloDue", "or broadcast the message"}},
	{"waits and takes back", func(env *protocol.Env) {
		env.BroadcastSlot(0, time.Second, note{kind: 1})
		env.CancelBroadcast(0)
	}, nil},
	{"keeps to it", func(env *protocol.Env) {
		env.SetTimer(1, time.Second)
		env.StopTimer(0)
		env.Broadcast(note{kind: 1})
	}, nil},
}

// TestBreachesEndTheRun: a machine that breaks its contract ends its run with an error that
// names algorithm, node and instant, what it did and what to write, whatever the services.
// An undeclared timer is distinguished from the timer of a layer.
func TestBreachesEndTheRun(t *testing.T) {
	for _, services := range []overlay.Services{{}, {Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}, Link: &overlay.LinkOptions{}}} {
		for _, sin := range sins {
			g := radio.Line(3)
			w, err := emulator.New(emulator.Config{
				Seed: 1, Nodes: 3, Until: 20 * time.Second, Medium: g, Services: services, Algorithm: sinful(sin.do, 6),
				Faults: []emulator.Fault{{Every: 2 * time.Second, Kind: emulator.FaultElect, Target: emulator.TargetNodes, Nodes: []protocol.ID{2}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			err = w.Run(context.Background())
			if sin.says == nil {
				if err != nil {
					t.Errorf("%s: %v", sin.name, err)
				}
				continue
			}
			var b *protocol.Breach
			if !errors.As(err, &b) || b.Node != 2 || b.Algorithm != "sinner" || b.At < protocol.Time(13*time.Second) || b.At > protocol.Time(16*time.Second) {
				t.Errorf("%s: %v", sin.name, err)
				continue
			}
			for _, part := range append(sin.says, "sinner breaks its contract at node 2, 1") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%s: %v, want %s", sin.name, err, part)
				}
			}
		}
	}
}

// TestRehearsalFindsWhatShowsAlone: a breach that one machine alone can show is reported
// when the algorithm is registered.
func TestRehearsalFindsWhatShowsAlone(t *testing.T) {
	for _, sin := range sins {
		err := overlay.Rehearse(sinful(sin.do, 0), protocol.Config{})
		if (err != nil) != (sin.says != nil) {
			t.Errorf("%s: %v", sin.name, err)
		}
	}
	sound := func() protocol.Algorithm { return sinful(func(*protocol.Env) {}, 0) }
	for name, spoil := range map[string]func(a *protocol.Algorithm){
		"belong to package overlay":      func(a *protocol.Algorithm) { a.Kinds[0].Message = note{kind: 130} },
		"note has no Message":            func(a *protocol.Algorithm) { a.Kinds[0].Message = nil },
		"note is a pointer":              func(a *protocol.Algorithm) { a.Kinds[0].Message = &note{kind: 1} },
		"has class 8: they are 0 to 7":   func(a *protocol.Algorithm) { a.Kinds[0].Class = protocol.Classes },
		`its Goal is "bets": want one`:   func(a *protocol.Algorithm) { a.Goal = "bets" },
		"Needs 4, not one of the consta": func(a *protocol.Algorithm) { a.Needs = protocol.NeedsBothWays + 1 },
		"has the bound 3, not one of th": func(a *protocol.Algorithm) {
			a.Costs = []protocol.Cost{{Case: "one starts", Charges: []protocol.Charge{{Message: a.Kinds[0].Name, Bound: protocol.OnAverage + 1}}}}
		},
		"note rides on hellos, and":      func(a *protocol.Algorithm) { a.Kinds[0].Rides, a.Needs = true, protocol.NeedsRing },
		"declares Slots: 257":            func(a *protocol.Algorithm) { a.Slots = 257 },
		"note and receipt both have kin": func(a *protocol.Algorithm) { a.Kinds[1].Message = note{kind: 1} },
	} {
		a := sound()
		spoil(&a)
		if err := overlay.Rehearse(a, protocol.Config{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
	a := sinful(func(*protocol.Env) { panic("alone") }, 0)
	if err := overlay.Rehearse(a, protocol.Config{}); err != nil {
		t.Errorf("a panic is left to runs: %v", err)
	}
}

// TestNamingNodesThatAreNotThereIsABreach: a machine may only name IDs of the world.
func TestNamingNodesThatAreNotThereIsABreach(t *testing.T) {
	for name, do := range map[string]func(env *protocol.Env){
		"sends":   func(env *protocol.Env) { env.Send(4, note{kind: 1}) },
		"routes":  func(env *protocol.Env) { env.Route(99, note{kind: 1}) },
		"follows": func(env *protocol.Env) { env.Elected(4, protocol.Computation{}) },
	} {
		g := radio.Line(3)
		w, err := emulator.New(emulator.Config{Seed: 1, Nodes: 3, Until: time.Second, Medium: g, Algorithm: sinful(do, 0), Start: emulator.Start{All: true}})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "and there are nodes 1 to 3") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
