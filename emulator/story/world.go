package story

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// maxNodes: a page holds no more, and names are found by looking at all.
const maxNodes = 64

// maxSteps bounds the handlers that one directive runs: ten nodes that beacon each
// two seconds hear half as many in an hour; a flood that feeds itself is endless.
const maxSteps = 200_000

// world is nodes, links and messages on their way.
type world struct {
	algorithm protocol.Algorithm
	config    protocol.Config
	boot      func() protocol.Machine
	terms     *overlay.Contract // see overlay.Bare
	kinds     [256]string       // names of messages by kind
	classes   [256]protocol.Class
	timers    int // of each node

	names    []string // of node i+1
	members  []protocol.ID
	nodes    []node
	links    [][]bool // by ID-1
	air      []flight // in the order of sending
	now      protocol.Time
	seq      uint64 // counts timers as they are set
	steps    int    // handlers run by this directive
	hurrying bool   // hurry is at work
	env      protocol.Env
	view     view

	witness
	told   strings.Builder
	quiet  bool
	failed bool
}

type node struct {
	machine  protocol.Machine // nil: down
	value    int64
	saved    []byte
	boots    int64
	source   *rand.PCG
	rand     *rand.Rand
	timers   []timer
	leader   protocol.ID
	electing bool
}

type timer struct {
	set    bool
	at     protocol.Time
	seq    uint64
	urgent bool // set to no delay: fires as soon as its handler has ended
}

// view is what the oracle shows one node.
type view struct {
	w          *world
	self       protocol.ID
	neighbours []protocol.ID
}

// Members are all nodes of the story, dead or alive: nobody tells the roster.
func (v *view) Members() []protocol.ID { return v.w.members }

// Neighbours are the live nodes at the other ends of links.
func (v *view) Neighbours() []protocol.ID {
	v.neighbours = v.w.appendNeighbours(v.neighbours[:0], v.self)
	return v.neighbours
}

func (w *world) at(id protocol.ID) *node { return &w.nodes[id-1] }

func (w *world) up(id protocol.ID) bool { return w.at(id).machine != nil }

func (w *world) linked(a, b protocol.ID) bool { return w.links[a-1][b-1] }

func (w *world) capability(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: w.at(id).value, ID: id}
}

func (w *world) appendNeighbours(to []protocol.ID, of protocol.ID) []protocol.ID {
	for _, id := range w.members {
		if w.linked(of, id) && w.up(id) {
			to = append(to, id)
		}
	}
	return to
}

// handle runs a handler of a node that is up and carries out its effects, then
// the timers that it wants at once.
func (w *world) handle(id protocol.ID, call func(m protocol.Machine, env *protocol.Env)) {
	n := w.at(id)
	if w.steps++; n.machine == nil || w.steps > maxSteps {
		return
	}
	w.view.w, w.view.self = w, id
	w.env.Enter(protocol.Facts{
		Self: id, Now: w.now, Capability: w.capability(id), View: &w.view, Rand: n.rand,
	})
	call(n.machine, &w.env)
	if w.terms.Held(&w.env); w.env.Broken() != nil {
		return // which the directive says
	}
	for _, e := range w.env.Effects() {
		w.carryOut(id, e)
	}
	w.inspect(id)
	w.hurry(id)
}

// hurry fires the timers of a node that were set to no delay. A handler that runs
// meanwhile leaves those it sets to the same loop.
func (w *world) hurry(id protocol.ID) {
	if w.hurrying {
		return
	}
	w.hurrying = true
	urgent := func(t timer) bool { return t.set && t.urgent }
	for w.steps <= maxSteps && w.env.Broken() == nil {
		t := slices.IndexFunc(w.at(id).timers, urgent)
		if t < 0 {
			break
		}
		w.fire(id, protocol.Timer(t))
	}
	w.hurrying = false
}

func (w *world) carryOut(id protocol.ID, e protocol.Effect) {
	n := w.at(id)
	switch e.Op {
	case protocol.OpSend, protocol.OpBroadcast, protocol.OpRoute:
		w.say(id, e)
	case protocol.OpSetTimer:
		w.seq++
		n.timers[e.Timer] = timer{set: true, at: w.now.Add(e.Within), seq: w.seq, urgent: e.Within == 0}
	case protocol.OpStopTimer:
		n.timers[e.Timer] = timer{}
	case protocol.OpSave:
		n.saved = e.State
	case protocol.OpElecting:
		n.leader, n.electing = protocol.Nobody, true
		w.note(trace.Record{Kind: trace.Electing, Node: id, Computation: e.Computation})
		w.believe(id, "enters an election%s", w.under(e.Computation))
	case protocol.OpElected:
		n.leader, n.electing = e.To, false
		w.note(trace.Record{Kind: trace.Elected, Node: id, Peer: e.To, Computation: e.Computation})
		if e.To == protocol.Nobody {
			w.believe(id, "knows no leader")
			return
		}
		w.believe(id, "follows %s%s", w.name(e.To), w.under(e.Computation))
	case protocol.OpSuspect:
		w.note(trace.Record{Kind: trace.Suspect, Node: id, Peer: e.To})
		w.believe(id, "suspects %s", w.name(e.To))
	case protocol.OpTrust:
		w.note(trace.Record{Kind: trace.Trust, Node: id, Peer: e.To})
		w.believe(id, "trusts %s again", w.name(e.To))
	case protocol.OpMeet:
		w.note(trace.Record{Kind: trace.NeighbourUp, Node: id, Peer: e.To})
		w.believe(id, "meets %s", w.name(e.To))
	case protocol.OpPart:
		w.note(trace.Record{Kind: trace.NeighbourDown, Node: id, Peer: e.To})
		w.believe(id, "parts from %s", w.name(e.To))
	}
}

// fire lets a timer of a node go off.
func (w *world) fire(id protocol.ID, t protocol.Timer) {
	w.at(id).timers[t] = timer{}
	w.note(trace.Record{Kind: trace.Timer, Node: id, Value: int64(t)})
	w.remark("%s: timer %d", w.name(id), t)
	w.handle(id, func(m protocol.Machine, env *protocol.Env) { m.Fire(env, t) })
}

// earliest gives the timer that is due first, of one node or of all.
func (w *world) earliest(among []protocol.ID) (id protocol.ID, t protocol.Timer, found bool) {
	var best timer
	for _, of := range among {
		for i, s := range w.at(of).timers {
			if s.set && (!found || s.at < best.at || s.at == best.at && s.seq < best.seq) {
				id, t, best, found = of, protocol.Timer(i), s, true
			}
		}
	}
	return id, t, found
}

// start boots a node with what it saved.
func (w *world) start(id protocol.ID) {
	n := w.at(id)
	n.machine, w.terms = overlay.Bare(w.boot())
	n.leader, n.electing = protocol.Nobody, false
	n.boots++
	w.shown[id-1] = nil
	w.note(trace.Record{Kind: trace.Boot, Node: id, Value: n.boots})
	w.note(trace.Record{Kind: trace.Capability, Node: id, Value: n.value})
	w.handle(id, func(m protocol.Machine, env *protocol.Env) { m.Start(env, n.saved) })
}

// tell lets the oracle say to a node that a neighbour came or went.
func (w *world) tell(id, other protocol.ID) {
	w.handle(id, func(m protocol.Machine, env *protocol.Env) {
		if w.linked(id, other) && w.up(other) {
			protocol.NeighbourUp(m, env, other)
		} else {
			protocol.NeighbourDown(m, env, other)
		}
	})
}

// component gives the live nodes that can reach a live node, sorted.
func (w *world) component(of protocol.ID) []protocol.ID {
	var out []protocol.ID
	for _, id := range w.members {
		if w.up(id) && w.distance(of, id) >= 0 {
			out = append(out, id)
		}
	}
	return out
}

// components gives them all, by their smallest members.
func (w *world) components() [][]protocol.ID {
	var out [][]protocol.ID
	for _, id := range w.members {
		if !w.up(id) {
			continue
		}
		if c := w.component(id); c[0] == id {
			out = append(out, c)
		}
	}
	return out
}

// distance counts the hops from a node, live or not, to another over live ones;
// -1 if there is no way.
func (w *world) distance(from, to protocol.ID) int {
	hops := make([]int, len(w.nodes)+1)
	hops[from] = 1
	for todo := []protocol.ID{from}; len(todo) > 0; todo = todo[1:] {
		if todo[0] == to {
			return hops[to] - 1
		}
		for _, id := range w.appendNeighbours(nil, todo[0]) {
			if hops[id] == 0 {
				hops[id] = hops[todo[0]] + 1
				todo = append(todo, id)
			}
		}
	}
	return -1
}

// scale is the size of the world for settle bounds; hops take no time here.
func (w *world) scale() protocol.Scale {
	s := protocol.Scale{Roster: len(w.nodes), Hop: time.Millisecond}
	for _, c := range w.components() {
		s.Nodes = max(s.Nodes, len(c))
		for _, id := range c {
			s.Diameter = max(s.Diameter, w.distance(c[0], id), w.distance(c[len(c)-1], id))
		}
	}
	s.Diameter = min(2*s.Diameter, max(s.Nodes-1, 0)) // no eccentricity is less than half of it
	return s
}
