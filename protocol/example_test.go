package protocol_test

import (
	"context"
	"fmt"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// boast is a minimal election: a node that hears of an election offers its capability, and
// every node passes on what is better than all it has received. It needs a connected
// network that loses nothing, and no node knows when the election is over.
type boast struct{ best protocol.Capability }

// claim is its only message: "this one leads, as far as I know".
type claim struct{ leader protocol.Capability }

func (claim) Kind() protocol.Kind { return 1 }

// Fields are what is on the wire, in this order.
func (c claim) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&c.leader)
	return protocol.Done(w, c)
}

// Start remembers nothing and starts nothing: a first boot waits to be told.
func (m *boast) Start(*protocol.Env, []byte) {}

// Elect begins with what this node can offer itself.
func (m *boast) Elect(env *protocol.Env) { m.consider(env, env.Capability()) }

// Receive considers what a neighbour has received.
func (m *boast) Receive(env *protocol.Env, _ protocol.ID, msg protocol.Message) {
	if c, ok := msg.(claim); ok {
		m.consider(env, c.leader.Better(env.Capability()))
	}
}

func (m *boast) consider(env *protocol.Env, c protocol.Capability) {
	if c.Exceeds(m.best) {
		m.best = c
		env.Elected(c.ID, protocol.Computation{})
		env.BroadcastWithin(5*time.Millisecond, claim{c})
	}
}

func (m *boast) Fire(*protocol.Env, protocol.Timer) {}
func (m *boast) Snapshot(b []byte) []byte           { return protocol.AppendCapability(b, m.best) }

// Boast describes the algorithm to tables, documentation and drivers.
func Boast() protocol.Algorithm {
	return protocol.Algorithm{
		Name: "boast", About: "Everyone passes on the best claim it has heard.",
		Goal: protocol.GoalBest,
		Kinds: []protocol.MessageKind{{Message: claim{}, Name: "claim", Class: protocol.ClassAnnouncement,
			About: "the best capability heard of"}},
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return new(boast) }, nil
		},
	}
}

// An algorithm is a machine and its description. Here it runs on a line of four nodes; the
// second can offer most.
func Example() {
	world, err := emulator.New(emulator.Config{
		Seed: 1, Nodes: 4, Until: time.Second,
		Algorithm: Boast(), Medium: radio.Line(4), Link: radio.DefaultLink(),
		Capability: emulator.Capability{Values: []int64{10, 40, 20, 30}},
		Start:      emulator.Start{Elect: []protocol.ID{4}},
		Sinks:      []trace.Sink{printer{}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := world.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 4 takes 4 for its leader
	// 3 takes 4 for its leader
	// 2 takes 2 for its leader
	// 1 takes 2 for its leader
	// 3 takes 2 for its leader
	// 4 takes 2 for its leader
}

// printer is a trace sink that prints which node takes which for its leader.
type printer struct{}

func (printer) Wants() trace.Set { return trace.Of(trace.Elected) }
func (printer) Record(r *trace.Record) {
	fmt.Printf("%d takes %d for its leader\n", r.Node, r.Peer)
}
