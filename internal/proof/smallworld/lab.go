// Package smallworld drives machines in a small world of virtual time, for the
// tests of overlay and of the algorithms: the system of package internal/sim/async with a
// clock and a network. The network has latency, loss and, unless frames are kept in
// order, jitter that breaks their order; routes are the shortest paths. A frame arrives
// only if its link exists for the whole transfer (VKT04 §III, assumption 5), and if its
// receiver does not boot in the meantime. Frames to one neighbour are repeated, without a
// record; broadcasts are not. It counts the messages.
//
// It assumes tens of nodes and keeps all messages and events. It does not emulate radio,
// energy or movement, and is not fast.
package smallworld

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
)

// Options of a Lab.
type Options struct {
	Nodes   int // default: the number of Values
	Seed    uint64
	Make    func() protocol.Machine
	Kinds   []protocol.MessageKind // to count by class
	Values  []int64                // capability of node i+1; nil: its ID
	Latency time.Duration          // of one hop; default 1ms
	Jitter  time.Duration          // on top of it, uniform; breaks the order of messages
	Ordered bool                   // messages of one link arrive in the order of sending
	Loss    float64                // probability that one transmission of a frame is lost at one receiver
	Tries   int                    // transmissions of a frame to one neighbour; default 8: the retry limit of 802.11 is 7
	Twice   float64                // probability that a frame is heard twice at one receiver
	Wire    bool                   // carry each message as bytes
	Goal    protocol.Goal          // whom components must name; default the best
	Quorum  int                    // live members that a component needs to name anybody
	// UpAfter and DownAfter are the times after which the ends of a link notice that it
	// came or went.
	UpAfter, DownAfter time.Duration
}

// Said is a logical message as its sender gave it to the driver.
type Said struct {
	At       protocol.Time
	Op       protocol.Op
	From, To protocol.ID
	Message  protocol.Message
}

// Event is a report of a machine: OpElecting, OpElected, OpSuspect, ….
type Event struct {
	At   protocol.Time
	Node protocol.ID
	protocol.Effect
}

// Lab is n nodes with IDs 1 … n, unlinked and down at first.
type Lab struct {
	*async.System
	Options
	Said   []Said
	Events []Event
	// Effect, if set, is called before each effect is carried out; if it returns false
	// the node crashes there.
	Effect func(id protocol.ID, e protocol.Effect) bool
	// Sent, if set, sees each frame as it goes on the air, to Nobody for a broadcast.
	Sent func(from, to protocol.ID, m protocol.Message)
	// Drop, if set, says whether a frame, or a routed message, is lost on its way to one receiver.
	Drop func(from, to protocol.ID, m protocol.Message) bool

	codec *protocol.Codec
	rand  *rand.Rand
	last  map[async.Pair]protocol.Time // latest arrival under way, for the order of frames
	queue events
	seq   uint64
}

// New makes a Lab; no node runs yet.
func New(o Options) *Lab {
	o.Latency = cmp.Or(o.Latency, time.Millisecond)
	o.Tries = cmp.Or(o.Tries, 8)
	o.Nodes = cmp.Or(o.Nodes, len(o.Values))
	values := o.Values
	for id := 1; o.Values == nil && id <= o.Nodes; id++ {
		values = append(values, int64(id))
	}
	w := &Lab{Options: o, rand: rand.New(rand.NewPCG(o.Seed, 0)), last: map[async.Pair]protocol.Time{}}
	codec, err := protocol.NewCodec(o.Kinds...)
	if err != nil {
		panic(err)
	}
	w.codec = codec
	w.System = async.New(async.Options{Values: values[:o.Nodes], Seed: o.Seed, Make: o.Make, Network: w.say})
	w.Hooks = async.Hooks{Effect: w.effect, Armed: w.arm, Noticed: w.notice, Broken: func(b *protocol.Breach) { panic(b) }}
	return w
}

// Complete links every two nodes.
func (w *Lab) Complete() *Lab {
	for _, a := range w.Members() {
		for _, b := range w.Members()[a:] {
			w.Link(a, b)
		}
	}
	return w
}

// Line links each node with the next.
func (w *Lab) Line() *Lab {
	for _, a := range w.Members()[1:] {
		w.Link(a-1, a)
	}
	return w
}

// Link lets nodes hear each other, in pairs.
func (w *Lab) Link(ends ...protocol.ID) { w.System.Link(pairs(ends)...) }

// Cut removes links.
func (w *Lab) Cut(ends ...protocol.ID) { w.System.Cut(pairs(ends)...) }

func pairs(ends []protocol.ID) (out []async.Pair) {
	for i := 0; i < len(ends); i += 2 {
		out = append(out, async.Pair{A: ends[i], B: ends[i+1]})
	}
	return out
}

// Boot starts the given nodes, all if none are given, one by one, with what they saved.
func (w *Lab) Boot(ids ...protocol.ID) {
	if len(ids) == 0 {
		ids = w.Members()
	}
	for _, id := range ids {
		w.System.Boot(id)
	}
}

// Crash stops a node, if it runs.
func (w *Lab) Crash(id protocol.ID) {
	if id != protocol.Nobody {
		w.System.Crash(id)
	}
}

// Restart boots a crashed node into the running system: it elects.
func (w *Lab) Restart(id protocol.ID) {
	if !w.Up(id) {
		w.Boot(id)
		w.Elect(id)
	}
}

// Elect starts an election at each of the nodes.
func (w *Lab) Elect(ids ...protocol.ID) {
	for _, id := range ids {
		w.System.Elect(id)
	}
}

// Inject hands a message to a node as if from had sent it.
func (w *Lab) Inject(to, from protocol.ID, m protocol.Message) { w.Receive(to, from, m) }

// Forgive deletes the messages and reports so far: counts start again.
func (w *Lab) Forgive() { w.Said, w.Events = nil, nil }

// Settle starts every running node in a system that leader leads.
func (w *Lab) Settle(leader protocol.ID) {
	for _, id := range w.Members() {
		w.System.Settle(id, leader)
	}
}

// effect keeps what machines report.
func (w *Lab) effect(id protocol.ID, e protocol.Effect) bool {
	if w.Effect != nil && !w.Effect(id, e) {
		return false
	}
	if e.Op >= protocol.OpElecting {
		w.Events = append(w.Events, Event{w.Now, id, e})
	}
	return true
}

// Count is the number of messages of the named kind that were sent. An envelope counts as
// the message in it when its origin sends it.
func (w *Lab) Count(name string) int {
	return w.count(func(k *protocol.MessageKind) bool { return k.Name == name })
}

// CountClass is the number of messages of a class that were sent.
func (w *Lab) CountClass(c protocol.Class) int {
	return w.count(func(k *protocol.MessageKind) bool { return k.Class == c })
}

func (w *Lab) count(is func(k *protocol.MessageKind) bool) int {
	total := 0
	for _, s := range w.Said {
		m := s.Message
		for {
			c, ok := m.(protocol.Carrier)
			if !ok {
				break
			}
			origin, inner := c.Carried()
			if origin != s.From {
				break
			}
			m = inner
		}
		k := w.codec.Describe(m.Kind())
		if k == nil {
			panic(fmt.Sprintf("overlaytest: message %T has no kind", m))
		}
		if is(k) {
			total++
		}
	}
	return total
}
