package causes

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

const s = protocol.Time(1e9)

// planted is a run in which nodes 1, 2 and 3 boot at 0 and offer 5, 7 and 9.
type planted struct {
	m     *meter
	frame uint64
}

func plant(o options) *planted {
	p := &planted{m: newMeter(o)}
	for id := protocol.ID(1); id <= 3; id++ {
		p.boot(0, id)
		p.tell(trace.Record{Kind: trace.Capability, Node: id, Value: 3 + 2*int64(id)})
	}
	return p
}

func (p *planted) tell(r trace.Record) { p.m.Record(&r) }

func (p *planted) boot(at protocol.Time, id protocol.ID) {
	p.tell(trace.Record{At: at, Kind: trace.Boot, Node: id, Value: 1})
}

func (p *planted) crash(at protocol.Time, id protocol.ID) {
	p.tell(trace.Record{At: at, Kind: trace.Crash, Node: id})
}

func (p *planted) offer(at protocol.Time, id protocol.ID, value int64) {
	p.tell(trace.Record{At: at, Kind: trace.Capability, Node: id, Value: value})
}

// elect sets the leader of nodes.
func (p *planted) elect(at protocol.Time, leader protocol.ID, nodes ...protocol.ID) {
	for _, id := range nodes {
		p.tell(trace.Record{At: at, Kind: trace.Elected, Node: id, Peer: leader})
	}
}

func (p *planted) electing(at protocol.Time, id protocol.ID) {
	p.tell(trace.Record{At: at, Kind: trace.Electing, Node: id})
}

func (p *planted) timeout(at, waited protocol.Time, id protocol.ID) {
	p.tell(trace.Record{At: at, Kind: trace.Timer, Node: id, Frame: uint64(waited)})
}

// send adds a message that a node sends, and returns its frame.
func (p *planted) send(at protocol.Time, from protocol.ID) uint64 {
	p.frame++
	p.tell(trace.Record{At: at, Kind: trace.Send, Node: from, Frame: p.frame})
	return p.frame
}

func (p *planted) arrive(at protocol.Time, frame uint64, from, to protocol.ID) {
	p.tell(trace.Record{At: at, Kind: trace.Receive, Node: to, Peer: from, Frame: frame})
}

// sample takes a sample of components.
func (p *planted) sample(at protocol.Time, components ...[]protocol.ID) {
	for _, c := range components {
		for _, id := range c {
			p.tell(trace.Record{At: at, Kind: trace.Component, Node: id, Peer: c[0]})
		}
	}
	p.tell(trace.Record{At: at, Kind: trace.Sample})
}

type ids = []protocol.ID

var all, pair, alone = ids{1, 2, 3}, ids{1, 2}, ids{3}

// For each planted cause the meter counts this cause, with its samples and nanoseconds, and no
// other.
func TestPlantedCausesAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		of             Cause
		goal           protocol.Goal
		stretches      int64
		samples, nanos int64
		play           func(p *planted)
	}{
		"boot": {of: boot, stretches: 3, samples: 3, nanos: 3 * 15e8, play: func(p *planted) {
			p.electing(s/2, 1) // an election of a node that never had a leader is still its boot
			p.sample(1*s, all)
			p.elect(3*s/2, 3, all...)
			p.sample(2*s, all)
		}},
		"the leader crashes": {of: detection, stretches: 2, samples: 4, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.crash(3*s/2, 3)
			p.sample(2*s, pair)
			p.sample(3*s, pair)
			p.elect(7*s/2, 2, pair...)
			p.sample(4*s, pair)
		}},
		"the leader goes away, and comes back": {of: detection, stretches: 2, samples: 2, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.sample(2*s, pair, alone)
			p.sample(3*s, all)
		}},
		"news of a dead leader": {of: stale, stretches: 1, samples: 1, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.crash(3*s/2, 3)
			p.elect(3*s/2, 2, pair...)
			p.sample(2*s, pair)
			p.elect(5*s/2, 3, 1)
			p.sample(3*s, pair)
		}},
		"news of a leader elsewhere": {of: stale, stretches: 1, samples: 1, play: func(p *planted) {
			p.elect(0, 2, pair...)
			p.elect(0, 3, 3)
			p.sample(1*s, pair, alone)
			p.elect(3*s/2, 3, 1)
			p.sample(2*s, pair, alone)
		}},
		"an election waits": {of: waitTime, stretches: 1, samples: 2, nanos: 2e9, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.electing(3*s/2, 1)
			p.sample(2*s, all)
			p.sample(3*s, all)
			p.timeout(7*s/2, 3*s, 1) // set before it entered the election
			p.elect(7*s/2, 3, 1)
			p.sample(4*s, all)
		}},
		"an election waits for an answer": {of: onAir, stretches: 1, samples: 2, nanos: 2e9, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.electing(3*s/2, 1)
			asks := p.send(3*s/2, 1)
			p.sample(2*s, all)
			p.arrive(5*s/2, asks, 1, 2)
			tells := p.send(5*s/2, 2)
			p.sample(3*s, all)
			p.arrive(7*s/2, tells, 2, 1)
			p.elect(7*s/2, 3, 1)
		}},
		"an election ends with a crash": {of: unended, stretches: 1, samples: 1, nanos: 1e9, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.electing(3*s/2, 1)
			p.sample(2*s, all)
			p.crash(5*s/2, 1)
			p.sample(3*s, ids{2, 3})
		}},
		"an election does not end": {of: unended, stretches: 1, samples: 1, nanos: 5e8, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.electing(19*s/2, 1)
			p.sample(96*s/10, all)
		}},
		"a node gives its leader up": {of: idle, stretches: 1, samples: 1, nanos: 1e9, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.elect(3*s/2, protocol.Nobody, 1)
			p.sample(2*s, all)
			p.elect(5*s/2, 3, 1)
		}},
		"components merge": {of: merge, stretches: 2, samples: 4, play: func(p *planted) {
			p.elect(0, 2, pair...)
			p.elect(0, 3, 3)
			p.sample(1*s, pair, alone)
			p.sample(2*s, all)
			p.sample(3*s, all)
			p.elect(7*s/2, 3, pair...)
			p.sample(4*s, all)
		}},
		"a better node boots": {of: arrival, stretches: 2, samples: 2, play: func(p *planted) {
			p.crash(0, 3)
			p.elect(0, 2, pair...)
			p.sample(1*s, pair)
			p.boot(3*s/2, 3)
			p.elect(3*s/2, 3, 3)
			p.sample(2*s, all)
			p.elect(5*s/2, 3, pair...)
			p.sample(3*s, all)
		}},
		"a member offers more": {of: offers, stretches: 3, samples: 3, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.offer(3*s/2, 1, 20)
			p.sample(2*s, all)
			p.elect(5*s/2, 1, all...)
			p.sample(3*s, all)
		}},
		"a node elects wrongly": {of: choice, stretches: 1, samples: 2, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.elect(3*s/2, 2, 1)
			p.sample(2*s, all)
			p.sample(3*s, all)
			p.elect(7*s/2, 3, 1)
		}},
		"any leader will do, and one dissents": {of: choice, goal: protocol.GoalAny, stretches: 3, samples: 3, play: func(p *planted) {
			p.elect(0, 1, all...)
			p.sample(1*s, all)
			p.elect(3*s/2, 2, 2)
			p.sample(2*s, all)
			p.elect(5*s/2, 1, 2)
		}},
		"any leader will do, and two meet": {of: merge, goal: protocol.GoalAny, stretches: 3, samples: 3, play: func(p *planted) {
			p.elect(0, 1, pair...)
			p.elect(0, 3, 3)
			p.sample(1*s, pair, alone)
			p.sample(2*s, all)
			p.elect(5*s/2, 1, 3)
		}},
		"the leader is in no component": {of: detection, stretches: 2, samples: 2, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.sample(2*s, pair)
			p.sample(3*s, all)
		}},
		"an order ends an election": {of: waitTime, stretches: 1, samples: 1, nanos: 1e9, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.timeout(3*s/2, s, 1)
			p.electing(3*s/2, 1)
			p.sample(2*s, all)
			p.elect(5*s/2, 3, 1)
		}},
		"two elections wait": {of: waitTime, stretches: 2, samples: 2, nanos: 2e9, play: func(p *planted) {
			p.elect(0, 3, all...)
			for _, begin := range []protocol.Time{3 * s / 2, 7 * s / 2} {
				p.sample(begin-s/2, all)
				p.electing(begin, 1)
				p.sample(begin+s/2, all)
				p.timeout(begin+s, s, 1)
				p.elect(begin+s, 3, 1)
			}
		}},
		"a node that lost its memory is as stable as the others": {of: choice, goal: protocol.GoalStablest, stretches: 1, samples: 1, play: func(p *planted) {
			p.crash(0, 1)
			p.tell(trace.Record{Kind: trace.Fault, Node: 1, Name: trace.StorageLost})
			p.tell(trace.Record{Kind: trace.Boot, Node: 1, Value: 2})
			p.elect(0, 1, all...)
			p.sample(1*s, all)
			p.elect(3*s/2, 2, 2)
			p.sample(2*s, all)
			p.elect(5*s/2, 1, 2)
		}},
		"a node boots, and takes the wrong leader": {of: arrival, stretches: 1, samples: 1, play: func(p *planted) {
			p.crash(0, 1)
			p.elect(0, 3, 2, 3)
			p.sample(1*s, ids{2, 3})
			p.boot(3*s/2, 1)
			p.elect(3*s/2, 2, 1)
			p.sample(2*s, all)
			p.elect(5*s/2, 3, 1)
		}},
		"a node takes the leader that offered most a moment before": {of: offers, stretches: 1, samples: 1, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.offer(5*s/4, 2, 20)
			p.elect(3*s/2, 2, all...)
			p.offer(7*s/4, 1, 30)
			p.elect(7*s/4, 1, 1, 3)
			p.sample(2*s, all)
			p.elect(5*s/2, 1, 2)
		}},
		"no other cause": {of: choice, play: func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(9*s, all)
			p.crash(95*s/10, 3)
			p.sample(10*s, pair) // at the very end: it stands for no span
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := plant(options{Goal: c.goal})
			c.play(p)
			p.tell(trace.Record{At: 10 * s, Kind: trace.End})
			var want tally
			want.Samples[c.of], want.Nanos[c.of], want.Stretches[c.of] = c.samples, c.nanos, c.stretches
			if c.nanos > 0 {
				want.NanoStretches[c.of] = c.stretches
			}
			got := p.m.total()
			want.Nodes, want.Live = got.Nodes, got.Live
			if got != want {
				t.Errorf("planted %v: %+v, want %+v", c.of, got, want)
			}
		})
	}
}
