// Package hello finds the neighbours of a node by messages that are broadcast at intervals. It
// assumes that links work in both directions. It never asks the driver who is near. Times are in
// milliseconds modulo 2^32 in its table. See [Hello] for cost.
package hello

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Options are the options of a Hello. Zero fields get the defaults of a
// scenario.
type Options struct {
	Interval time.Duration // between two hellos, before jitter; default 1s
	Timeout  time.Duration // silence after which a neighbour is dropped; default 3 intervals, at least 1
	Window   int           // hellos of each neighbour that Quality counts, up to 31; default 0: it is not measured
}

// helloSpread is the share of an interval by which each may be shorter or longer, as a
// divisor: ±10 %, so that nodes that booted together do not stay in step and collide for
// ever.
const helloSpread = 10

func (o Options) WithDefaults() *Options {
	o.Interval = cmp.Or(max(o.Interval, 0), time.Second)
	o.Timeout = max(cmp.Or(o.Timeout, 3*o.Interval), o.Interval)
	o.Window = min(max(o.Window, 0), maxWindow)
	return &o
}

// Hello finds the neighbours of a node: it broadcasts a [Greeting] about once an interval,
// and a node is a neighbour until the time-out after its last greeting. The machine within
// gets this table as Neighbours. Changes are reported to it and to the trace. A hello
// assumes that links work in both directions, and does not check it.
//
// A greeting carries a number drawn at boot. A neighbour that rebooted between two hellos
// is reported down and then up, because it has forgotten earlier messages.
//
// A node listens for one interval after Start before it passes an Elect on: with an empty
// table it would win an election alone. Several Elects during that time become one.
// Everything else passes at once.
//
// With a Window it records which of the last hellos of each neighbour arrived: see
// [Hello.Quality].
//
// Before each hello the machine within may give a message that rides on it: see [protocol.Env.Ride].
//
// Cost: one broadcast of 5 bytes, and of what rides, per node and interval; one binary search for each
// greeting heard; 12 bytes of memory per neighbour, 16 with a Window.
type Hello struct {
	near table
	layer.Layer
	*Options
	record    *record       // nil without a Window
	under     protocol.View // the view below, during a call
	now       protocol.Time // of that call
	greeting  protocol.Message
	next      protocol.Time // when the next greeting is due
	listening protocol.Time // until when Elect waits; 0 when it does not
	boot      uint32        // this life's number
	drawn     uint32        // delays drawn in it
	wanted    bool          // an Elect waits
	observed  bool          // the machine within is told of each hello
	regular   bool          // each delay after the first is the middle one: see [Hello.Regular]
}

// New wraps inner; t is the first timer free.
func New(inner protocol.Machine, t protocol.Timer, o *Options) *Hello {
	h := &Hello{Layer: layer.Layer{Inner: inner, Timer: t}, Options: o}
	if o.Window > 0 {
		h.record = &record{window: o.Window}
	}
	h.Guard, h.observed = h, observes(inner)
	return h
}

// observes reports whether the algorithm's machine within a stack observes hellos. The layers between
// pass every hello on, which is not free: most algorithms do not observe.
func observes(m protocol.Machine) bool {
	for {
		w, is := m.(interface{ Unwrap() protocol.Machine })
		if !is {
			break
		}
		m = w.Unwrap()
	}
	_, is := m.(protocol.HelloObserver)
	return is
}

// Neighbours are the nodes heard within the time-out. A hello is the view of the machine
// within.
func (h *Hello) Neighbours() []protocol.ID { return h.near.ids() }

// Members returns the members of the view below.
func (h *Hello) Members() []protocol.ID { return h.under.Members() }

// HelloInterval is the time between two hellos, before jitter.
func (h *Hello) HelloInterval() time.Duration { return h.Interval }

// Hellos returns what is known of a neighbour during a call.
func (h *Hello) Hellos(id protocol.ID) (protocol.Hellos, bool) {
	at, known := h.near.find(id)
	if !known {
		return protocol.Hellos{}, false
	}
	out := protocol.Hellos{Age: h.silence(h.now, at)}
	if h.record != nil {
		out.Heard, out.Due = h.counted(h.now, at)
	}
	return out, true
}

// Degree is the number of neighbours.
func (h *Hello) Degree() int { return int(h.near.size) }

// Quality is the share of the last hellos of all neighbours that were received: for each
// neighbour as many as the Window has, or as were due since it was found; 0 without
// neighbours, and without a Window. One that was dropped and is back after less than a
// Window was found when it was before. It measures how well the node hears others, not how
// well others hear it. It is as old as the last hello due. A dropped neighbour no longer
// counts. If neighbours are named, it is of these alone.
func (h *Hello) Quality(now protocol.Time, named ...protocol.ID) float64 {
	if h.record == nil {
		return 0
	}
	heard, due := 0, 0
	for i := range h.record.pasts {
		if len(named) > 0 && !slices.Contains(named, h.near.ids()[i]) {
			continue
		}
		of, all := h.counted(now, i)
		heard, due = heard+of, due+all
	}
	return float64(heard) / float64(max(due, 1))
}

// counted returns how many hellos of the neighbour at i were received, and how many were due.
func (h *Hello) counted(now protocol.Time, i int) (heard, due int) {
	return h.record.pasts[i].missed(missing(h.silence(now, i), h.Interval), h.Window).count()
}

// Start boots the machine within and begins to send greetings. The first comes at a random
// time in the first interval. So nodes that boot together spread out, and their greetings
// still arrive while the others listen.
func (h *Hello) Start(env *protocol.Env, saved []byte) {
	h.boot = env.Rand().Uint32()
	h.greeting = Greeting{Boot: h.boot}
	h.next = env.Now().Add(h.draw(h.Interval - h.Interval/helloSpread))
	h.listening = env.Now().Add(h.Interval)
	h.Layer.Start(env, saved)
	h.arm(env)
}

// Receive handles greetings, and passes what rides on them and everything else on.
func (h *Hello) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	if g, ok := m.(Greeting); ok {
		h.onGreeting(env, from, g)
		return
	}
	if l, ok := m.(Laden); ok {
		h.onGreeting(env, from, Greeting{Boot: l.Boot})
		m = l.Inner
	}
	h.under, h.now = env.Driver().Look(h), env.Now() // enter and leave, inlined: every delivery passes here
	h.Inner.Receive(env, from, m)
	env.Driver().Look(h.under)
	h.under = nil
}

// Fire drops silent neighbours, sends a greeting, and passes a waiting Elect on.
func (h *Hello) Fire(env *protocol.Env, t protocol.Timer) {
	if t == h.Timer {
		h.tick(env)
	} else {
		h.Layer.Fire(env, t)
	}
}

// Elect starts an election within, once the node has listened for an interval.
func (h *Hello) Elect(env *protocol.Env) {
	if h.listening != 0 {
		h.wanted = true
		return
	}
	h.Layer.Elect(env)
}

// NeighbourUp does nothing: a hello decides by greetings alone.
func (h *Hello) NeighbourUp(*protocol.Env, protocol.ID) {}

// NeighbourDown does nothing: a hello decides by greetings alone.
func (h *Hello) NeighbourDown(*protocol.Env, protocol.ID) {}

// Regular makes all intervals of the next life equal: only the first delay, the phase, is
// drawn. Then the states of nodes that only send hellos can repeat, which the explorer
// needs.
func (h *Hello) Regular() {
	h.regular = true
	h.Layer.Regular()
}

// Copy returns a hello service around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (h *Hello) Copy() protocol.Machine {
	c := *h
	if !c.Copied() {
		return nil
	}
	c.near.words = slices.Clone(h.near.words)
	if h.record != nil {
		c.record = h.record.clone()
	}
	c.Guard = &c
	return &c
}

// Shift moves the instants of the table, the deadlines, and the machine within.
func (h *Hello) Shift(now protocol.Time, d time.Duration) {
	for i := range int(h.near.size) {
		h.near.hear(i, h.near.last(i).ms+uint32(d.Milliseconds()))
	}
	if h.record != nil {
		for i := range h.record.gone {
			h.record.gone[i].ms += uint32(d.Milliseconds())
		}
	}
	h.next, h.listening = h.next.Shift(d), h.listening.Shift(d)
	h.Layer.Shift(now, d)
}

// Snapshot appends the table, the deadlines and the state within.
func (h *Hello) Snapshot(b []byte) []byte {
	b = protocol.Marshal(b, h.greeting)
	b = binary.BigEndian.AppendUint32(b, uint32(h.near.size))
	for i, id := range h.near.ids() {
		b = protocol.AppendID(b, id)
		b = binary.BigEndian.AppendUint32(b, h.near.last(i).ms)
		b = binary.BigEndian.AppendUint32(b, h.near.last(i).life)
	}
	if h.record != nil {
		b = h.record.snapshot(b)
	}
	b = protocol.AppendTime(b, h.next)
	b = protocol.AppendTime(b, h.listening)
	b = binary.BigEndian.AppendUint32(b, h.drawn)
	return h.Inner.Snapshot(append(b, protocol.Bit(h.wanted)))
}

func (h *Hello) Enter(env *protocol.Env) (mark int) {
	h.under, h.now = env.Driver().Look(h), env.Now()
	return 0
}

func (h *Hello) Leave(env *protocol.Env, _ int) {
	env.Driver().Look(h.under)
	h.under = nil
}

func (h *Hello) onGreeting(env *protocol.Env, from protocol.ID, g Greeting) {
	at, known := h.near.find(from)
	if known && h.near.last(at).life == g.Boot {
		if h.record != nil {
			h.record.hear(at, h.silence(env.Now(), at), h.Interval)
		}
		h.near.hear(at, layer.Millis(env.Now()))
		return
	}
	if known {
		h.drop(env, at)
	}
	came := contact{layer.Millis(env.Now()), g.Boot}
	h.near.insert(at, from, came)
	if h.record != nil {
		h.record.insert(at, lapse{id: from, contact: came}, h.Interval)
	}
	env.Driver().Meet(from)
	h.Layer.NeighbourUp(env, from)
}

func (h *Hello) drop(env *protocol.Env, at int) {
	id := h.near.ids()[at]
	if h.record != nil {
		h.record.remove(at, lapse{id: id, contact: h.near.last(at)})
	}
	h.near.remove(at)
	env.Driver().Part(id)
	h.Layer.NeighbourDown(env, id)
}

// draw gives the next delay, uniform in [0, below). It comes from this life's number, not
// from the node's random stream, which the machine within uses: so nodes send greetings at
// the same times with every algorithm, and all rows of a table see the same neighbours.
// (The mixer is splitmix64's: Steele, Lea, Flood, OOPSLA 2014.)
func (h *Hello) draw(below time.Duration) time.Duration {
	if h.regular && h.drawn > 0 {
		return below / 2
	}
	h.drawn++
	x := (uint64(h.boot)<<32 | uint64(h.drawn)) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	hi, _ := bits.Mul64(x^x>>31, uint64(max(below, 1)))
	return time.Duration(hi)
}

func (h *Hello) tick(env *protocol.Env) {
	for i := 0; i < int(h.near.size); {
		if h.left(env, i) <= 0 {
			h.drop(env, i)
		} else {
			i++
		}
	}
	if env.Now() >= h.next {
		h.greet(env)
		spread := h.Interval / helloSpread
		h.next = env.Now().Add(h.Interval - spread + h.draw(2*spread))
	}
	if h.listening != 0 && env.Now() >= h.listening {
		h.listening = 0
		if h.wanted {
			h.wanted = false
			h.Layer.Elect(env)
		}
	}
	h.arm(env)
}

// greet sends a greeting, with the message that the machine within gives for it, if any.
func (h *Hello) greet(env *protocol.Env) {
	if !h.observed {
		env.Broadcast(h.greeting)
		return
	}
	mark, laden := len(env.Driver().Effects()), false
	h.Layer.HelloDue(env)
	effects := env.Driver().Effects()
	for i := len(effects) - 1; i >= mark; i-- {
		switch e := &effects[i]; {
		case e.Op != protocol.OpRide:
		case laden:
			*e = protocol.Effect{Op: protocol.OpStopTimer, Timer: h.Timer} // a later one took its place; arm sets the timer again
		default:
			*e, laden = protocol.Effect{Op: protocol.OpBroadcast, Message: Laden{h.boot, e.Message}}, true
		}
	}
	if !laden {
		env.Broadcast(h.greeting)
	}
}

// arm sets the timer for the earliest deadline. The deadline of a neighbour heard later is
// after the next greeting, or at most a tenth of an interval before it.
func (h *Hello) arm(env *protocol.Env) {
	due := h.next
	if h.listening != 0 {
		due = min(due, h.listening)
	}
	for i := range int(h.near.size) {
		due = min(due, env.Now().Add(h.left(env, i)))
	}
	env.SetTimer(h.Timer, due.Sub(env.Now()))
}

// left is how much longer the neighbour at i may be silent.
func (h *Hello) left(env *protocol.Env, i int) time.Duration {
	return h.Timeout - h.silence(env.Now(), i)
}

// silence is how long ago the neighbour at i was heard, in whole milliseconds.
func (h *Hello) silence(now protocol.Time, i int) time.Duration {
	return time.Duration(layer.Millis(now)-h.near.last(i).ms) * time.Millisecond
}
