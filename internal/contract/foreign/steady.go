package foreign

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"bellwether/protocol"
)

// steadyCalls is how many calls are made twice: some ten seconds of three nodes.
const steadyCalls = 200

// Steady makes the same calls to two processes of a program, and returns an error if they answer otherwise. A
// program that draws by itself, or reads a clock, would make another run of the same seed each time. What it
// does later, or with other messages, it does not see: bellwether verify makes whole runs again.
func (c Command) Steady(d Declaration) error {
	of, err := d.check()
	if err != nil {
		return err
	}
	config := protocol.Config{Detection: protocol.Detection{Interval: 2 * time.Second, Misses: 3}}
	var wrongs []*protocol.ParamError
	if config.Values, wrongs = protocol.Resolve(d.protocolParams(), nil, config.Detection); len(wrongs) > 0 {
		return wrongs[0]
	}
	var first []exchanged
	for again := range 2 {
		t := trial{host: &host{command: c, name: c.Name, of: of, config: config}}
		t.host.heard = func(line, answer []byte) {
			t.lines = append(t.lines, exchanged{bytes.Clone(line), bytes.Clone(answer)})
		}
		t.play()
		hung := t.host.process != nil && t.host.process.killed.Load()
		_ = t.host.close()
		if hung { // to wait for it again, and in the run, would take three times as long
			return fmt.Errorf("%s (%s): tried with three nodes: %w", c.Name, strings.Join(c.Words, " "), t.env.Driver().Broken())
		}
		if again == 0 {
			first = t.lines
			continue
		}
		for i := range min(len(first), len(t.lines)) {
			if a, b := first[i], t.lines[i]; !bytes.Equal(a.answer, b.answer) {
				return fmt.Errorf("%s (%s): it answers %s by … %s, and by … %s when it is started again: %s",
					c.Name, strings.Join(c.Words, " "), excerpt(a.line), excerpt(a.answer[apart(a.answer, b.answer):]), excerpt(b.answer[apart(a.answer, b.answer):]), drawsItself)
			}
		}
	}
	return nil
}

// apart is where two answers begin to differ, or shortly before.
func apart(a, b []byte) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return max(0, i-20)
}

// exchanged is a line and its answer.
type exchanged struct{ line, answer []byte }

// A trial is three nodes that hear each other, with messages that arrive a millisecond later.
type trial struct {
	host     *host
	lines    []exchanged
	env      protocol.Env
	random   *rand.Rand
	machines []protocol.Machine
	due      []pending
	calls    int
}

// pending is what will be called.
type pending struct {
	at    protocol.Time
	to    int // of machines
	timer protocol.Timer
	from  protocol.ID
	m     protocol.Message // nil: a timer
}

// Neighbours are all, and each is a member.
func (t *trial) Neighbours() []protocol.ID { return []protocol.ID{1, 2, 3} }
func (t *trial) Members() []protocol.ID    { return t.Neighbours() }

// play boots the nodes, lets the first elect, and goes on from there.
func (t *trial) play() {
	t.random = rand.New(rand.NewPCG(1, 2))
	for i := range 3 {
		m := t.host.make()
		t.machines = append(t.machines, m)
		t.call(i, 0, func() { m.Start(&t.env, nil) })
	}
	if s, can := t.machines[0].(protocol.Starter); can {
		t.call(0, 0, func() { s.Elect(&t.env) })
	}
	for len(t.due) > 0 && t.calls < steadyCalls && t.env.Driver().Broken() == nil {
		first := 0
		for i := range t.due {
			if t.due[i].at < t.due[first].at {
				first = i
			}
		}
		p := t.due[first]
		t.due = append(t.due[:first], t.due[first+1:]...)
		t.call(p.to, p.at, func() {
			if p.m == nil {
				t.machines[p.to].Fire(&t.env, p.timer)
			} else {
				t.machines[p.to].Receive(&t.env, p.from, p.m)
			}
		})
	}
}

// call calls a handler of a node, and carries out what it does.
func (t *trial) call(i int, now protocol.Time, handler func()) {
	t.calls++
	self := protocol.ID(i + 1)
	t.env.Driver().Enter(protocol.Facts{Self: self, Now: now, Capability: protocol.Capability{Value: int64(500 + i), ID: self}, View: t, Rand: t.random})
	handler()
	for _, e := range t.env.Driver().Effects() {
		switch e.Op {
		case protocol.OpSetTimer, protocol.OpStopTimer:
			t.stop(i, e.Timer)
			if e.Op == protocol.OpSetTimer {
				t.due = append(t.due, pending{at: now.Add(max(e.Within, time.Microsecond)), to: i, timer: e.Timer})
			}
		case protocol.OpSend, protocol.OpRoute, protocol.OpBroadcast:
			for to := range t.machines {
				if to != i && (e.Op == protocol.OpBroadcast || e.To == protocol.ID(to+1)) {
					t.due = append(t.due, pending{at: now.Add(time.Millisecond), to: to, from: self, m: e.Message})
				}
			}
		}
	}
}

// stop takes a timer back.
func (t *trial) stop(i int, timer protocol.Timer) {
	for k, p := range t.due {
		if p.m == nil && p.to == i && p.timer == timer {
			t.due = append(t.due[:k], t.due[k+1:]...)
			return
		}
	}
}
