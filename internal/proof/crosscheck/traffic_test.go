package crosscheck

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// The traffic of .ci/crosscheck.d/walkers.h: node 2k+1 sends node 2k+2 a payload four
// times a second, from 10 + 1.37k s until five seconds before the end.
const (
	flows     = 6
	flowEvery = 250 * time.Millisecond
	flowUntil = 145 * time.Second
)

// A payload has 64 bytes and its kind.
type payload struct {
	Number uint32
	Rest   [15]uint32
}

func (payload) Kind() protocol.Kind { return 1 }
func (m payload) Fields(w *protocol.Wire) protocol.Message {
	w.Uint32(&m.Number)
	for i := range m.Rest {
		w.Uint32(&m.Rest[i])
	}
	return protocol.Done(w, m)
}

// A passage is a payload of a node.
type passage struct {
	from   protocol.ID
	number uint32
}

// A flowTally is a sink that measures a run of the traffic.
type flowTally struct {
	sent, delivered, hops   int
	rreq, rrep, rerr, hello int // AODV's
	greetings, tc           int // OLSR's
	transmissions           map[passage]int
}

// A sender is one node of the traffic. It counts what it does in the flowTally of its run.
type sender struct {
	*flowTally
	sent uint32
}

func (s *sender) Start(env *protocol.Env, _ []byte) {
	if k := (int(env.Self()) - 1) / 2; env.Self()%2 == 1 && k < flows {
		env.SetTimer(0, 10*time.Second+time.Duration(k)*1370*time.Millisecond)
	}
}

func (s *sender) Receive(_ *protocol.Env, from protocol.ID, m protocol.Message) {
	s.delivered++
	s.hops += s.transmissions[passage{from, m.(payload).Number}]
}

func (s *sender) Fire(env *protocol.Env, _ protocol.Timer) {
	if env.Now() >= protocol.Time(flowUntil) {
		return
	}
	s.sent++
	s.flowTally.sent++
	env.Route(env.Self()+1, payload{Number: s.sent})
	env.SetTimer(0, flowEvery)
}

func (s *sender) Snapshot(b []byte) []byte { return b }

func (t *flowTally) Wants() trace.Set { return trace.Of(trace.Send) }

// Record counts what AODV and OLSR send, each hop: by name of kind, because the messages
// belong to overlay.
func (t *flowTally) Record(r *trace.Record) {
	origin, m := r.Node, r.Content
	if c, passed := m.(protocol.Carrier); passed {
		origin, m = c.Carried()
	}
	if p, is := m.(payload); is {
		t.transmissions[passage{origin, p.Number}]++
		return
	}
	switch kindNames[r.Message] {
	case "rreq":
		t.rreq++
	case "rrep":
		t.rrep++
	case "rerr":
		t.rerr++
	case "route-hello":
		t.hello++
	case "olsr-hello":
		t.greetings++
	case "tc":
		t.tc++
	}
}

// kindNames are the names of the messages of the traffic and of its routing.
var kindNames = map[protocol.Kind]string{}

// traffic is an algorithm without an election.
func traffic(t *flowTally) protocol.Algorithm {
	return protocol.Algorithm{
		Name: "traffic", About: "Sends parcels, and elects nobody.", Paper: "none", Needs: protocol.NeedsRouting, Timers: 1, Goal: "any",
		Kinds:       []protocol.MessageKind{{Message: payload{}, Name: "payload", Class: protocol.ClassElection, About: "64 bytes"}},
		SettleBound: func(protocol.Scale, protocol.Config) time.Duration { return time.Second },
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return &sender{flowTally: t} }, nil
		},
	}
}

// Comparisons of routes are made once, for the page and for their own test.
var carried, proactively written

// A written comparison is made once.
type written struct {
	once sync.Once
	text string
}

func (w *written) by(t *testing.T, write func(*testing.T) string) string {
	t.Helper()
	w.once.Do(func() { w.text = write(t) })
	return w.text
}

// tallies are of the runs that carry has made, by their settings: ours is the same beside each of
// ns-3's repairs.
var tallies = map[string]*flowTally{}

// carry runs the traffic in a scenario, once for each setting.
func carry(t *testing.T, file, seed string, more ...scenarios.Override) *flowTally {
	t.Helper()
	settings := fmt.Sprint(file, seed, more)
	if tallies[settings] == nil {
		tallies[settings] = carryOnce(t, file, seed, more)
	}
	return tallies[settings]
}

func carryOnce(t *testing.T, file, seed string, more []scenarios.Override) *flowTally {
	t.Helper()
	out := &flowTally{transmissions: map[passage]int{}}
	s, err := scenarios.Load(file, scenarios.Options{More: []protocol.Algorithm{traffic(out)}, Algorithms: []string{"traffic"}, Set: more})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range s.Kinds(s.Algorithms[0]) {
		kindNames[k.Kind()] = k.Name
	}
	c, err := s.Config(s.Algorithms[0], uint64(number(t, seed)), out)
	if err != nil {
		t.Fatal(err)
	}
	e, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out
}
