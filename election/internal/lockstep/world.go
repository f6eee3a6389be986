// Package lockstep drives machines in virtual time over an arbitrary graph, for
// quick tests: links with latency, loss and order, faults at any instant, also
// between two effects of one handler. It knows nothing of radio or movement and
// makes no claim of speed; package emulator is the real thing.
//
// A frame is heard only if its link holds for the whole transfer (VKT04 §III,
// assumption 5). Unicast frames are retried, silently; broadcasts are not.
package lockstep

import (
	"math/rand/v2"
	"slices"
	"time"

	"bellwether/protocol"
)

// Options describe a world.
type Options struct {
	Seed   uint64
	Values []int64 // what node i+1 offers; their number is the world's size
	// Machine makes one node's machine, at each boot.
	Machine func() protocol.Machine
	// Latency bounds the uniform delay of a frame.
	LatencyMin, LatencyMax time.Duration
	Loss                   float64 // probability that one try of a frame is lost at one receiver
	Retries                int     // of unicast frames
	Unordered              bool    // frames of one link may overtake each other
	Twice                  float64 // probability that a frame is heard twice at one receiver
	// BeliefUp and BeliefDown are how long the ends of a link need to notice that
	// it came or went.
	BeliefUp, BeliefDown time.Duration
	// Codec, if any, carries each message as bytes.
	Codec *protocol.Codec
}

// A World is a graph of nodes in virtual time. IDs are 1 … n.
type World struct {
	Options
	// Sent sees each frame as it goes on the air, to Nobody for a broadcast.
	Sent func(from, to protocol.ID, m protocol.Message)
	// Drop says whether a frame is lost on its way to one receiver.
	Drop func(from, to protocol.ID, m protocol.Message) bool
	// Done sees each effect before it is carried out.
	Done func(id protocol.ID, e protocol.Effect)
	// After is called when a handler of id has ended and its effects are done.
	After func(id protocol.ID)

	now    protocol.Time
	queue  queue
	seq    uint64
	nodes  []node
	chance *rand.Rand
	env    protocol.Env
	view   view
}

type node struct {
	machine    protocol.Machine // nil: down
	value      int64
	boots      uint64
	saved      []byte
	links      []link        // truth, sorted by the other end
	neighbours []protocol.ID // belief, sorted
	timers     [8]uint64     // sequence number of each timer's event; 0: none
	rand       *rand.Rand
	crashAfter int // effects of the next handler before the crash; -1: none
}

type link struct {
	to    protocol.ID
	since uint64        // number of the change that made it
	last  protocol.Time // latest arrival under way, for the order of frames
}

// New makes a world of nodes that are down and without links.
func New(o Options) *World {
	w := &World{Options: o, nodes: make([]node, len(o.Values)), chance: rand.New(rand.NewPCG(o.Seed, 0))}
	for i := range w.nodes {
		w.nodes[i].value = o.Values[i]
		w.nodes[i].crashAfter = -1
		w.nodes[i].rand = rand.New(rand.NewPCG(o.Seed, uint64(i)+1))
	}
	return w
}

// Now is the world's time.
func (w *World) Now() protocol.Time { return w.now }

// Len is the number of nodes.
func (w *World) Len() int { return len(w.nodes) }

func (w *World) at(id protocol.ID) *node { return &w.nodes[id-1] }

// Machine is the machine of id, nil if it is down.
func (w *World) Machine(id protocol.ID) protocol.Machine { return w.at(id).machine }

// Capability is what id can offer now.
func (w *World) Capability(id protocol.ID) protocol.Capability {
	return protocol.Capability{Value: w.at(id).value, ID: id}
}

// SetValue changes what id can offer.
func (w *World) SetValue(id protocol.ID, value int64) {
	w.at(id).value = value
	w.Do(id, func(m protocol.Machine, env *protocol.Env) { protocol.CapabilityChanged(m, env) })
}

// Boot starts id: a first boot, or a restart with what it saved.
func (w *World) Boot(id protocol.ID) {
	n := w.at(id)
	if n.machine != nil {
		return
	}
	n.machine = w.Options.Machine()
	n.boots++
	n.neighbours = n.neighbours[:0]
	w.Do(id, func(m protocol.Machine, env *protocol.Env) { m.Start(env, n.saved) })
	for _, l := range n.links {
		w.notice(id, l.to)
		w.notice(l.to, id)
	}
}

// BootAll starts every node with its neighbours known to it: no link is news.
func (w *World) BootAll() {
	for i := range w.nodes {
		n := &w.nodes[i]
		n.machine = w.Options.Machine()
		n.boots++
		for _, l := range n.links {
			n.neighbours = append(n.neighbours, l.to)
		}
	}
	for i := range w.nodes {
		w.Do(protocol.ID(i+1), func(m protocol.Machine, env *protocol.Env) { m.Start(env, nil) })
	}
}

// Crash stops id at once.
func (w *World) Crash(id protocol.ID) {
	n := w.at(id)
	if n.machine == nil {
		return
	}
	n.machine = nil
	n.timers = [8]uint64{}
	n.crashAfter = -1
	for _, l := range n.links {
		w.notice(l.to, id)
	}
}

// CrashAfter stops id in its next handler, after that many of its effects.
func (w *World) CrashAfter(id protocol.ID, effects int) { w.at(id).crashAfter = effects }

// Linked says whether there is a link between a and b.
func (w *World) Linked(a, b protocol.ID) bool {
	_, found := w.find(a, b)
	return found
}

func (w *World) find(a, b protocol.ID) (int, bool) {
	return slices.BinarySearchFunc(w.at(a).links, b, func(l link, b protocol.ID) int { return int(l.to) - int(b) })
}

// Link makes links, in pairs.
func (w *World) Link(ends ...protocol.ID) {
	for i := 0; i < len(ends); i += 2 {
		w.seq++
		w.half(ends[i], ends[i+1])
		w.half(ends[i+1], ends[i])
		w.notice(ends[i], ends[i+1])
		w.notice(ends[i+1], ends[i])
	}
}

func (w *World) half(a, b protocol.ID) {
	if at, found := w.find(a, b); !found && a != b {
		n := w.at(a)
		n.links = slices.Insert(n.links, at, link{to: b, since: w.seq})
	}
}

// Cut takes links away, in pairs, with the frames on them.
func (w *World) Cut(ends ...protocol.ID) {
	for i := 0; i < len(ends); i += 2 {
		for _, e := range [2][2]protocol.ID{{ends[i], ends[i+1]}, {ends[i+1], ends[i]}} {
			if at, found := w.find(e[0], e[1]); found {
				n := w.at(e[0])
				n.links = slices.Delete(n.links, at, at+1)
				w.notice(e[0], e[1])
			}
		}
	}
}

// notice makes id see, when its neighbour service does, whether it hears other.
func (w *World) notice(id, other protocol.ID) {
	if w.at(id).machine == nil {
		return
	}
	late := w.BeliefDown
	if w.hears(id, other) {
		late = w.BeliefUp
	}
	if late == 0 {
		w.believe(id, other)
		return
	}
	w.push(event{at: w.now.Add(late), what: belief, node: id, peer: other, stamp: w.at(id).boots})
}

// hears says whether id truly has other for a neighbour.
func (w *World) hears(id, other protocol.ID) bool {
	return w.Linked(id, other) && w.at(other).machine != nil
}

func (w *World) believe(id, other protocol.ID) {
	n := w.at(id)
	at, known := slices.BinarySearch(n.neighbours, other)
	heard := w.hears(id, other)
	switch {
	case heard && !known:
		n.neighbours = slices.Insert(n.neighbours, at, other)
		w.Do(id, func(m protocol.Machine, env *protocol.Env) { protocol.NeighbourUp(m, env, other) })
	case !heard && known:
		n.neighbours = slices.Delete(n.neighbours, at, at+1)
		w.Do(id, func(m protocol.Machine, env *protocol.Env) { protocol.NeighbourDown(m, env, other) })
	}
}

// Elect makes id start an election.
func (w *World) Elect(ids ...protocol.ID) {
	for _, id := range ids {
		w.Do(id, func(m protocol.Machine, env *protocol.Env) { protocol.Elect(m, env) })
	}
}

// Resign makes id step down, offering nothing from now on.
func (w *World) Resign(id protocol.ID) {
	w.at(id).value = 0
	w.Do(id, func(m protocol.Machine, env *protocol.Env) { protocol.Resign(m, env) })
}

// Settle makes id begin with a leader, as if elected.
func (w *World) Settle(id, leader protocol.ID) {
	c := w.Capability(leader)
	w.Do(id, func(m protocol.Machine, env *protocol.Env) { protocol.Settle(m, env, c) })
}

// Deliver makes to hear m from a neighbour now.
func (w *World) Deliver(from, to protocol.ID, m protocol.Message) {
	w.Do(to, func(machine protocol.Machine, env *protocol.Env) { machine.Receive(env, from, m) })
}

// Forget takes from a node that is down what it had saved.
func (w *World) Forget(id protocol.ID) {
	if n := w.at(id); n.machine == nil {
		n.saved = nil
	}
}

// Restart boots id again and calls an election, as a driver must.
func (w *World) Restart(id protocol.ID) {
	w.Boot(id)
	w.Elect(id)
}

// Component gives the live nodes that can reach id, sorted, id included.
func (w *World) Component(id protocol.ID) []protocol.ID {
	out, _ := w.reach(id)
	slices.Sort(out)
	return out
}

// Diameter is the number of hops between the two nodes of a component that are
// farthest apart.
func (w *World) Diameter(component []protocol.ID) int {
	longest := 0
	for _, from := range component {
		_, hops := w.reach(from)
		longest = max(longest, hops)
	}
	return longest
}

// reach gives the live nodes that can reach id, the nearest first, and how many hops
// the last is away.
func (w *World) reach(id protocol.ID) (out []protocol.ID, hops int) {
	if w.at(id).machine == nil {
		return nil, 0
	}
	away := make([]int, len(w.nodes)+1) // hops + 1; 0: not reached yet
	away[id] = 1
	out = []protocol.ID{id}
	for i := 0; i < len(out); i++ {
		for _, l := range w.at(out[i]).links {
			if away[l.to] == 0 && w.at(l.to).machine != nil {
				away[l.to] = away[out[i]] + 1
				out = append(out, l.to)
			}
		}
	}
	return out, away[out[len(out)-1]] - 1
}

// Best is the greatest capability among ids.
func (w *World) Best(ids []protocol.ID) protocol.Capability {
	var best protocol.Capability
	for _, id := range ids {
		best = best.Better(w.Capability(id))
	}
	return best
}

type view struct {
	w  *World
	id protocol.ID
}

func (v *view) Neighbours() []protocol.ID { return v.w.at(v.id).neighbours }
func (v *view) Members() []protocol.ID    { return nil }
