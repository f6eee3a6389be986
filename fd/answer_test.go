package fd

import (
	"math/rand/v2"
	"testing"

	"bellwether/protocol"
)

// unanswered is a member that has just probed a dead one, and the one that it probes.
func unanswered(seed uint64) (g *lockstep, asks *swim, target, other protocol.ID) {
	g = newLockstep(3, seed, SwimOptions{})
	g.nodes[1], g.nodes[2] = nil, nil
	asks = g.nodes[0]
	g.do(1, asks.Fire) // the period before has no probe
	target = asks.probe.target
	return g, asks, target, 5 - target
}

// A member has answered if it has answered this period's ping: not an earlier one, which it
// may have done before it failed, and not if another member has.
func TestOnlyTheAnswerToThisPingShowsLife(t *testing.T) {
	for _, c := range []struct {
		what    string
		ack     func(s *swim, target, other protocol.ID) swimAck
		suspect bool
	}{
		{"this ping", func(s *swim, target, _ protocol.ID) swimAck { return swimAck{Origin: 1, Target: target, Seq: s.period} }, false},
		{"the last ping", func(s *swim, target, _ protocol.ID) swimAck {
			return swimAck{Origin: 1, Target: target, Seq: s.period - 1}
		}, true},
		{"a ping of another member", func(s *swim, _, other protocol.ID) swimAck {
			return swimAck{Origin: 1, Target: other, Seq: s.period}
		}, true},
	} {
		g, s, target, other := unanswered(1)
		ack := c.ack(s, target, other)
		g.do(1, func(env *protocol.Env) { s.Receive(env, ack.Target, ack) })
		g.do(1, s.Fire) // asks others
		g.do(1, s.Fire) // ends the period
		if got := s.find(target).suspect; got != c.suspect {
			t.Errorf("an answer to %s: suspects %v, want %v", c.what, got, c.suspect)
		}
	}
}

// A member is asked to ping another member: itself and strangers it does not ping.
func TestOnlyOtherMembersArePingedForOthers(t *testing.T) {
	for target, pings := range map[protocol.ID]int{1: 0, 3: 1, 9: 0} {
		g := newLockstep(3, 1, SwimOptions{})
		g.nodes[2] = nil
		s := g.nodes[0]
		for _, id := range []protocol.ID{2, 3} {
			s.know(id)
		}
		g.members = append(g.members, 9) // known to the network, not to the member
		g.nodes = append(g.nodes, make([]*swim, 6)...)
		g.do(1, func(env *protocol.Env) { s.Receive(env, 2, swimPingReq{Target: target, Seq: 5}) })
		if len(g.said) != pings {
			t.Errorf("asked to ping %v it says %v, want %d pings", target, g.said, pings)
		}
	}
}

// An answer shows that a watched member is alive. A detector says nothing about strangers.
func TestAStrangersAnswerShowsNothing(t *testing.T) {
	var env protocol.Env
	env.Driver().Enter(protocol.Facts{Self: 1, View: roster{1, 2}, Rand: rand.New(rand.NewPCG(1, 1))})
	d := New(Options{Self: 1})
	d.Start(&env)
	if alive := d.Receive(&env, 2, Pong{}); alive != 2 {
		t.Errorf("a member's answer shows that %v lives", alive)
	}
	if alive := d.Receive(&env, 3, Pong{}); alive != protocol.Nobody {
		t.Errorf("a stranger's answer shows that %v lives", alive)
	}
}
