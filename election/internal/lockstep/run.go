package lockstep

import (
	"container/heap"
	"fmt"
	"time"

	"bellwether/protocol"
)

type what uint8

const (
	transmit what = iota
	arrive
	timeout
	belief
)

type event struct {
	at      protocol.Time
	seq     uint64
	what    what
	node    protocol.ID // where it happens
	peer    protocol.ID // the other node; Nobody: all that hear
	timer   protocol.Timer
	stamp   uint64 // the link's change, the timer's number or the node's boot it belongs to
	message protocol.Message
}

type queue []event

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].seq < q[j].seq
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(event)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

func (w *World) push(e event) uint64 {
	w.seq++
	e.seq = w.seq
	heap.Push(&w.queue, e)
	return w.seq
}

// Run lets time pass.
func (w *World) Run(d time.Duration) {
	until := w.now.Add(d)
	for len(w.queue) > 0 && w.queue[0].at <= until {
		w.Step()
	}
	w.now = until
}

// Step lets the next event happen, and says whether there was one.
func (w *World) Step() bool {
	if len(w.queue) == 0 {
		return false
	}
	e := heap.Pop(&w.queue).(event)
	w.now = e.at
	n := w.at(e.node)
	switch e.what {
	case transmit:
		w.transmit(e)
	case arrive:
		if at, found := w.find(e.node, e.peer); found && n.links[at].since == e.stamp {
			w.Do(e.node, func(m protocol.Machine, env *protocol.Env) { m.Receive(env, e.peer, e.message) })
		}
	case timeout:
		if n.timers[e.timer] == e.seq {
			n.timers[e.timer] = 0
			w.Do(e.node, func(m protocol.Machine, env *protocol.Env) { m.Fire(env, e.timer) })
		}
	case belief:
		if n.machine != nil && n.boots == e.stamp {
			w.believe(e.node, e.peer)
		}
	}
	return true
}

// Do runs a handler of id, if it is up, and carries out its effects.
func (w *World) Do(id protocol.ID, handler func(m protocol.Machine, env *protocol.Env)) {
	n := w.at(id)
	if n.machine == nil {
		return
	}
	w.view = view{w, id}
	w.env.Enter(protocol.Facts{Self: id, Now: w.now, Capability: w.Capability(id), View: &w.view, Rand: n.rand})
	handler(n.machine, &w.env)
	for i, e := range w.env.Effects() {
		if n.crashAfter == i {
			w.Crash(id)
			return
		}
		if w.Done != nil {
			w.Done(id, e)
		}
		w.carryOut(id, n, e)
	}
	if n.crashAfter >= 0 {
		w.Crash(id)
		return
	}
	if w.After != nil {
		w.After(id)
	}
}

func (w *World) carryOut(id protocol.ID, n *node, e protocol.Effect) {
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast:
		ev := event{at: w.now, what: transmit, node: id, peer: e.To, message: w.carry(e.Message), stamp: n.boots}
		if e.Within == 0 {
			w.transmit(ev)
			return
		}
		ev.at = w.now.Add(time.Duration(w.chance.Int64N(int64(e.Within) + 1)))
		w.push(ev)
	case protocol.OpSetTimer:
		n.timers[e.Timer] = w.push(event{at: w.now.Add(e.Within), what: timeout, node: id, timer: e.Timer})
	case protocol.OpStopTimer:
		n.timers[e.Timer] = 0
	case protocol.OpSave:
		n.saved = e.State
	case protocol.OpRoute:
		panic("lockstep: no routing here")
	}
}

// carry puts m through its wire form, if the world has a codec.
func (w *World) carry(m protocol.Message) protocol.Message {
	if w.Codec == nil {
		return m
	}
	b := protocol.Marshal(nil, m)
	if len(b) != m.WireSize() {
		panic(fmt.Sprintf("lockstep: %T says %d bytes and has %d", m, m.WireSize(), len(b)))
	}
	out, err := w.Codec.Unmarshal(b)
	if err != nil || out != m {
		panic(fmt.Sprintf("lockstep: %#v comes back as %#v, %v", m, out, err))
	}
	return out
}

// transmit puts a frame on the air, unless its sender has crashed meanwhile.
func (w *World) transmit(e event) {
	n := w.at(e.node)
	if n.machine == nil || n.boots != e.stamp {
		return
	}
	if w.Sent != nil {
		w.Sent(e.node, e.peer, e.message)
	}
	for i := range n.links {
		l := &n.links[i]
		tries := 1
		if e.peer != protocol.Nobody {
			if l.to != e.peer {
				continue
			}
			tries += w.Retries
		}
		if !w.passes(tries) || w.Drop != nil && w.Drop(e.node, l.to, e.message) {
			continue
		}
		w.travel(e, l)
		if w.Twice > 0 && w.chance.Float64() < w.Twice {
			w.travel(e, l)
		}
	}
}

// travel takes a frame over one link.
func (w *World) travel(e event, l *link) {
	at := w.now.Add(w.LatencyMin + time.Duration(w.chance.Int64N(int64(w.LatencyMax-w.LatencyMin)+1)))
	if !w.Unordered {
		at = max(at, l.last)
		l.last = at
	}
	w.push(event{at: at, what: arrive, node: l.to, peer: e.node, message: e.message, stamp: l.since})
}

// passes says whether one of some tries of a frame gets through.
func (w *World) passes(tries int) bool {
	for range tries {
		if w.Loss == 0 || w.chance.Float64() >= w.Loss {
			return true
		}
	}
	return false
}
