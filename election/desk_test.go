package election

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
)

// A desk is one node, 5, that offers 50: a test takes the part of its world.
type desk struct {
	*node
	t          testing.TB
	machine    protocol.Machine
	env        protocol.Env
	facts      protocol.Facts
	neighbours []protocol.ID
}

func (d *desk) Neighbours() []protocol.ID { return d.neighbours }
func (d *desk) Members() []protocol.ID    { return nil }

// sit boots a node with default parameters, 2 s × 3 for the beacons.
func sit(t testing.TB, signalling string, neighbours ...protocol.ID) *desk {
	t.Helper()
	return sitWith(t, map[string]string{"signalling": signalling}, neighbours...)
}

// sitWith boots one with these parameters.
func sitWith(t testing.TB, params map[string]string, neighbours ...protocol.ID) *desk {
	t.Helper()
	budget := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	values, faults := protocol.Resolve(Vasudevan().Params, params, budget)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	maker, err := Vasudevan().New(protocol.Config{Detection: budget, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, machine: maker(), neighbours: neighbours}
	switch m := d.machine.(type) {
	case *tcpNode:
		d.node = &m.node
	case *unicastNode:
		d.node = &m.node
	case *node:
		d.node = m
	case *greetingNode:
		d.node = &m.node
	}
	d.facts = protocol.Facts{
		Self: 5, Now: 1, Capability: protocol.Capability{Value: 50, ID: 5}, View: d, Rand: rand.New(rand.NewPCG(1, 2)),
	}
	d.do(func() { d.machine.Start(&d.env, nil) })
	return d
}

// do runs a handler and returns the messages that the node sent, in order: "ack→3",
// "election⇒".
func (d *desk) do(handler func()) string {
	d.t.Helper()
	d.env.Driver().Enter(d.facts)
	handler()
	var said []string
	for _, e := range d.env.Driver().Effects() {
		switch e.Op {
		case protocol.OpSend:
			said = append(said, fmt.Sprintf("%s→%v", d.word(e.Message), e.To))
		case protocol.OpBroadcast:
			said = append(said, d.word(e.Message)+"⇒")
		}
	}
	return strings.Join(said, " ")
}

// word is a message's kind, with the leader that it names, if any.
func (d *desk) word(m protocol.Message) string {
	all := kinds()
	at := slices.IndexFunc(all, func(k protocol.MessageKind) bool { return k.Kind() == m.Kind() })
	name := protocol.Nobody
	switch m := m.(type) {
	case ack:
		name = m.Best.Capability.ID
	case leader:
		name = m.Claim.Leader.ID
	case exchange:
		name = m.Claim.Leader.ID
	case beacon:
		name = m.Leader.ID
	}
	if name == protocol.Nobody {
		return all[at].Name
	}
	return fmt.Sprintf("%s(%v)", all[at].Name, name)
}

func (d *desk) hears(from protocol.ID, m protocol.Message) string {
	d.t.Helper()
	return d.do(func() { d.machine.Receive(&d.env, from, m) })
}

func (d *desk) fires(t protocol.Timer, after time.Duration) string {
	d.t.Helper()
	d.facts.Now = d.facts.Now.Add(after)
	return d.do(func() { d.machine.Fire(&d.env, t) })
}

func (d *desk) want(said, want string) {
	d.t.Helper()
	if said != want {
		d.t.Errorf("said %q, want %q", said, want)
	}
}

// effect finds the last effect of a kind of the last handler.
func (d *desk) effect(op protocol.Op) (protocol.Effect, bool) {
	effects := d.env.Driver().Effects()
	for i := len(effects) - 1; i >= 0; i-- {
		if effects[i].Op == op {
			return effects[i], true
		}
	}
	return protocol.Effect{}, false
}

func index(num uint32, source protocol.ID) protocol.Computation {
	return protocol.Computation{Num: num, Source: source}
}

// offers is an Ack's or a Leader's content for node id, which offers ten times
// its ID.
func offers(id protocol.ID) candidate {
	return candidate{Capability: protocol.Capability{Value: int64(id) * 10, ID: id}, Stamp: stamp{Term: 1}}
}

func leads(id protocol.ID, beacon uint32) claim {
	return claim{Leader: offers(id).Capability, Stamp: stamp{1, beacon}}
}
