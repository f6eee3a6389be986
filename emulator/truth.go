package emulator

import (
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// truth knows the components of the true graph at an instant.
type truth struct {
	root []int32 // union-find; the root of a component is its lowest member
}

func (t *truth) init(w *World) { t.root = make([]int32, len(w.nodes)) }

// begin takes the first sample at time 0 and so on.
func (t *truth) begin(w *World) {
	if w.cfg.SampleEvery > 0 && (w.wants.Has(trace.Component) || w.wants.Has(trace.Sample) ||
		w.wants.Has(trace.Energy)) {
		w.schedule(w.now, sampleEvent, 0)
	}
}

// onSample records the component of every running node, then their energy.
func (w *World) onSample() {
	w.schedule(w.now+int64(w.cfg.SampleEvery), sampleEvent, 0)
	if w.wants.Has(trace.Component) || w.wants.Has(trace.Sample) {
		w.truth.find(w)
		count := int64(0)
		for i := range w.nodes {
			if w.nodes[i].status == live {
				count++
				w.note(trace.Record{Kind: trace.Component, Node: id(i), Peer: id(int(w.truth.of(i)))})
			}
		}
		w.note(trace.Record{Kind: trace.Sample, Value: count})
	}
	w.recordEnergy()
}

// of gives the lowest member of node i's component, by index.
func (t *truth) of(i int) int32 {
	for t.root[i] != int32(i) {
		t.root[i] = t.root[t.root[i]]
		i = int(t.root[i])
	}
	return int32(i)
}

func (t *truth) join(i, j int32) {
	a, b := t.of(int(i)), t.of(int(j))
	t.root[max(a, b)] = min(a, b)
}

// find computes the components of the running nodes that hear each other now.
func (t *truth) find(w *World) {
	for i := range t.root {
		t.root[i] = int32(i)
	}
	switch {
	case w.field.channel != nil:
		t.findOverChannel(w)
		return
	case !w.field.placeless && !w.links.followed:
		t.findByPlace(w)
		return
	}
	for i := range w.nodes {
		if w.links.followed {
			w.heard = append(w.heard[:0], w.links.of[i]...)
		} else {
			w.heard = w.appendHeard(w.heard[:0], i)
		}
		for _, peer := range w.heard {
			j := int(peer) - 1
			if j > i && !w.apart(i, j) {
				t.join(int32(i), int32(j))
			}
		}
	}
}

// findByPlace joins nodes that are in range of each other, from positions alone.
func (t *truth) findByPlace(w *World) {
	f := &w.field
	f.stale = true
	w.snapshot()
	for i := range w.nodes {
		if f.ears[i] < 0 {
			continue
		}
		p := f.points[i]
		f.near = f.index.Near(p, f.rangeM, f.near[:0])
		for _, j := range f.near {
			if int(j) > i && t.root[i] != t.root[j] && !w.apart(i, int(j)) && w.cfg.Disk.Hears(radio.DistanceSquared(p, f.points[j])) {
				t.join(int32(i), j)
			}
		}
	}
}

// recordEnergy records what every class of messages and every node has spent.
func (w *World) recordEnergy() {
	if w.power.on && w.wants.Has(trace.Spent) {
		for class, joules := range w.power.byClass {
			w.note(trace.Record{Kind: trace.Spent, Class: protocol.Class(class), X: joules})
		}
	}
	if !w.power.on || !w.wants.Has(trace.Energy) {
		return
	}
	for i := range w.nodes {
		w.note(w.power.account(w, i))
	}
}

// best is the best running member of the largest true component; of components
// equally large, the one with the lowest member. Nobody in a dead world.
func (w *World) best() protocol.ID {
	w.truth.find(w)
	size := make([]int, len(w.nodes))
	best := make([]protocol.Capability, len(w.nodes))
	largest := -1
	for i := range w.nodes {
		if w.nodes[i].status != live {
			continue
		}
		r := int(w.truth.of(i))
		size[r]++
		best[r] = best[r].Better(protocol.Capability{Value: w.nodes[i].value, ID: id(i)})
	}
	for r := range size {
		if size[r] > 0 && (largest < 0 || size[r] > size[largest]) {
			largest = r
		}
	}
	if largest < 0 {
		return protocol.Nobody
	}
	return best[largest].ID
}

// capableEvery is how often capabilities are brought up to date: a tenth of the
// time over which the degree is smoothed.
const capableEvery = time.Second
