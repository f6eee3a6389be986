// Package overlaytest drives machines through an Env in a small world of its
// own, for the tests of overlay and of the algorithms: virtual time, a graph of
// links that tests make and cut, routing along shortest paths, counts of what
// was said. It assumes tens of nodes and keeps everything it saw. It is no
// emulator: it knows nothing of radio, energy or movement.
//
// Like any driver it carries effects out in order, saves before later sends,
// and tells a machine of no other node.
package overlaytest

import (
	"cmp"
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// Options of a World.
type Options struct {
	Nodes   int
	Seed    uint64
	Make    func() protocol.Machine
	Kinds   []protocol.MessageKind // to count by class
	Values  []int64                // capability of node i+1; nil: its ID
	Latency time.Duration          // of one hop; default 1ms
	Jitter  time.Duration          // on top of it, uniform; breaks the order of messages
	Loss    float64                // probability that one frame is lost
	Goal    protocol.Goal          // whom components must name; default the best
	Quorum  int                    // live members that a component needs to name anybody
	Tries   int                    // transmissions of a frame to one neighbour; default 8: the retry limit of 802.11 is 7
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

// World is n nodes with IDs 1 … n, unlinked and down at first.
type World struct {
	Options
	Now    protocol.Time
	Said   []Said
	Events []Event
	// Effect, if set, is asked before each effect is carried out; false crashes
	// the node between the effects.
	Effect func(id protocol.ID, e protocol.Effect) bool

	codec   *protocol.Codec
	rand    *rand.Rand
	nodes   []*node // by ID; nodes[0] is nobody
	links   [][]bool
	members []protocol.ID
	queue   events
	seq     uint64
}

type node struct {
	id      protocol.ID
	up      bool
	life    int // counts boots: what was for a former life is dropped
	stored  int // boots since it lost what it saved, or the first
	machine protocol.Machine
	env     protocol.Env
	rand    *rand.Rand
	value   int64
	saved   []byte
	armed   [256]uint64 // sequence number of the event that a timer waits for
	leader  protocol.ID
	busy    bool // in an election
}

type event struct {
	at   protocol.Time
	seq  uint64
	call func()
}

type events []event

func (q events) Len() int { return len(q) }
func (q events) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].seq < q[j].seq
}
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)   { *q = append(*q, x.(event)) }
func (q *events) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// New makes a world; nobody runs yet.
func New(o Options) *World {
	o.Latency = cmp.Or(o.Latency, time.Millisecond)
	o.Tries = cmp.Or(o.Tries, 8)
	w := &World{Options: o, rand: rand.New(rand.NewPCG(o.Seed, 0)), nodes: []*node{{}}}
	codec, err := protocol.NewCodec(o.Kinds...)
	if err != nil {
		panic(err)
	}
	w.codec = codec
	w.links = make([][]bool, o.Nodes+1)
	for i := range w.links {
		w.links[i] = make([]bool, o.Nodes+1)
	}
	for id := protocol.ID(1); int(id) <= o.Nodes; id++ {
		n := &node{id: id, value: int64(id), rand: rand.New(rand.NewPCG(o.Seed, uint64(id)))}
		if o.Values != nil {
			n.value = o.Values[id-1]
		}
		w.nodes = append(w.nodes, n)
		w.members = append(w.members, id)
	}
	return w
}

// Complete links every two nodes.
func (w *World) Complete() *World {
	for _, a := range w.members {
		for _, b := range w.members {
			if a < b {
				w.Link(a, b)
			}
		}
	}
	return w
}

// Line links each node with the next.
func (w *World) Line() *World {
	for _, a := range w.members[1:] {
		w.Link(a-1, a)
	}
	return w
}

// Linked says whether two nodes hear each other.
func (w *World) Linked(a, b protocol.ID) bool { return w.links[a][b] }

// Link lets two nodes hear each other.
func (w *World) Link(a, b protocol.ID) { w.set(a, b, true) }

// Cut ends that.
func (w *World) Cut(a, b protocol.ID) { w.set(a, b, false) }

func (w *World) set(a, b protocol.ID, linked bool) {
	if a == b || w.links[a][b] == linked {
		return
	}
	w.links[a][b], w.links[b][a] = linked, linked
	if w.nodes[a].up && w.nodes[b].up {
		w.tell(a, b, linked)
		w.tell(b, a, linked)
	}
}

func (w *World) tell(a, b protocol.ID, linked bool) {
	w.handle(w.nodes[a], func(n *node) {
		switch {
		case !overlay.Observer(n.machine):
		case linked:
			protocol.NeighbourUp(n.machine, &n.env, b)
		default:
			protocol.NeighbourDown(n.machine, &n.env, b)
		}
	})
}

// Boot starts the given nodes, all if none are given, with what they saved.
func (w *World) Boot(ids ...protocol.ID) {
	if len(ids) == 0 {
		ids = w.members
	}
	for _, id := range ids {
		n := w.nodes[id]
		if n.up {
			continue
		}
		n.up, n.machine, n.leader, n.busy = true, w.Make(), protocol.Nobody, false
		n.life++
		n.stored++
		w.handle(n, func(n *node) { n.machine.Start(&n.env, n.saved) })
		for _, other := range w.members {
			if w.links[id][other] && w.nodes[other].up {
				w.tell(other, id, true)
				w.tell(id, other, true)
			}
		}
	}
}

// Crash stops a node, if it runs.
func (w *World) Crash(id protocol.ID) {
	n := w.nodes[id]
	if !n.up {
		return
	}
	n.up = false
	n.armed = [256]uint64{}
	for _, other := range w.members {
		if w.links[id][other] && w.nodes[other].up {
			w.tell(other, id, false)
		}
	}
}

// Restart boots a crashed node into the running system: it elects.
func (w *World) Restart(id protocol.ID) {
	if !w.nodes[id].up {
		w.Boot(id)
		w.Elect(id)
	}
}

// Inject hands a message to a node as if from had sent it.
func (w *World) Inject(to, from protocol.ID, m protocol.Message) {
	w.handle(w.nodes[to], func(n *node) { n.machine.Receive(&n.env, from, m) })
}

// Forgive forgets what was said and reported so far: counts begin anew.
func (w *World) Forgive() { w.Said, w.Events = nil, nil }

// Forget loses what a node saved.
func (w *World) Forget(id protocol.ID) { w.nodes[id].saved, w.nodes[id].stored = nil, 0 }

// Elect starts an election at a node.
func (w *World) Elect(id protocol.ID) {
	w.handle(w.nodes[id], func(n *node) { protocol.Elect(n.machine, &n.env) })
}

// Resign lowers a node's capability to 0 and makes it step down.
func (w *World) Resign(id protocol.ID) {
	w.nodes[id].value = 0
	w.handle(w.nodes[id], func(n *node) { protocol.Resign(n.machine, &n.env) })
}

// SetValue changes a node's capability.
func (w *World) SetValue(id protocol.ID, value int64) {
	w.nodes[id].value = value
	w.handle(w.nodes[id], func(n *node) { protocol.CapabilityChanged(n.machine, &n.env) })
}

// Settle begins, at every node that runs, in a system led by leader.
func (w *World) Settle(leader protocol.ID) {
	c := w.Capability(leader)
	for _, id := range w.members {
		w.handle(w.nodes[id], func(n *node) { protocol.Settle(n.machine, &n.env, c) })
	}
}

// At calls f at an instant.
func (w *World) At(t protocol.Time, f func()) { w.push(t, f) }

// Run lets time pass.
func (w *World) Run(d time.Duration) {
	end := w.Now.Add(d)
	for len(w.queue) > 0 && w.queue[0].at <= end {
		e := heap.Pop(&w.queue).(event)
		w.Now = e.at
		e.call()
	}
	w.Now = end
}

// handle calls a handler of a node that is up and carries its effects out.
func (w *World) handle(n *node, call func(n *node)) {
	if !n.up {
		return
	}
	n.env.Enter(protocol.Facts{
		Self: n.id, Now: w.Now, Rand: n.rand,
		Capability: protocol.Capability{Value: n.value, ID: n.id},
		View:       &view{w, n.id},
	})
	call(n)
	if b := n.env.Broken(); b != nil {
		panic(b)
	}
	for _, e := range slices.Clone(n.env.Effects()) {
		if w.Effect != nil && !w.Effect(n.id, e) {
			w.Crash(n.id)
			return
		}
		w.carryOut(n, e)
	}
}

func (w *World) carryOut(n *node, e protocol.Effect) {
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		w.Said = append(w.Said, Said{w.Now, e.Op, n.id, e.To, e.Message})
		w.transmit(n, e)
	case protocol.OpSetTimer:
		life := n.life
		n.armed[e.Timer] = w.seq + 1
		mine := w.seq + 1
		w.push(w.Now.Add(e.Within), func() {
			if n.life == life && n.armed[e.Timer] == mine {
				n.armed[e.Timer] = 0
				w.handle(n, func(n *node) { n.machine.Fire(&n.env, e.Timer) })
			}
		})
	case protocol.OpStopTimer:
		n.armed[e.Timer] = 0
	case protocol.OpSave:
		n.saved = e.State
	case protocol.OpElecting:
		n.leader, n.busy = protocol.Nobody, true
		w.Events = append(w.Events, Event{w.Now, n.id, e})
	case protocol.OpElected:
		n.leader, n.busy = e.To, false
		w.Events = append(w.Events, Event{w.Now, n.id, e})
	default:
		w.Events = append(w.Events, Event{w.Now, n.id, e})
	}
}

func (w *World) push(at protocol.Time, call func()) {
	w.seq++
	heap.Push(&w.queue, event{max(at, w.Now), w.seq, call})
}

// Count is the number of messages said of the named kind. Envelopes count for
// what they carry where their origin sends them.
func (w *World) Count(name string) int {
	return w.count(func(k *protocol.MessageKind) bool { return k.Name == name })
}

// CountClass is the number of messages said of a class.
func (w *World) CountClass(c protocol.Class) int {
	return w.count(func(k *protocol.MessageKind) bool { return k.Class == c })
}

func (w *World) count(is func(k *protocol.MessageKind) bool) int {
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
