package emulator

import (
	"time"

	"bellwether/emulator/internal/kernel"
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
	if w.cfg.SampleEvery > 0 && (w.Wants(trace.Component) || w.Wants(trace.Sample) ||
		w.Wants(trace.Energy)) {
		w.At(w.Kernel.Now(), w.on.sample, 0)
	}
}

// onSample records the component of every running node, then their energy.
func (w *World) onSample() {
	w.At(w.Kernel.Now()+int64(w.cfg.SampleEvery), w.on.sample, 0)
	if w.Wants(trace.Component) || w.Wants(trace.Sample) {
		w.truth.find(w)
		count := int64(0)
		for _, i := range w.ByID {
			if w.Live(i) {
				count++
				w.Note(trace.Record{Kind: trace.Component, Node: w.ID(i), Peer: w.ID((w.truth.of(i)))})
			}
		}
		w.Note(trace.Record{Kind: trace.Sample, Value: count})
	}
	w.batteries.Record()
}

// of gives the lowest member of node i's component, by index.
func (t *truth) of(i kernel.Slot) int32 {
	for t.root[i] != i {
		t.root[i] = t.root[t.root[i]]
		i = t.root[i]
	}
	return i
}

func (t *truth) join(i, j int32) {
	a, b := t.of(i), t.of(j)
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
	for _, i := range w.ByID {
		if w.links.followed {
			w.heard = append(w.heard[:0], w.links.of[i]...)
		} else {
			w.heard = w.appendHeard(w.heard[:0], i)
		}
		for _, peer := range w.heard {
			j := w.Slot(peer)
			if j > i && !w.apart(i, j) {
				t.join(i, j)
			}
		}
	}
}

// findByPlace joins nodes that are in range of each other, from positions alone.
func (t *truth) findByPlace(w *World) {
	f := &w.field
	f.stale = true
	w.snapshot()
	for _, i := range w.ByID {
		if f.ears[i] < 0 {
			continue
		}
		p := f.points[i]
		f.near = f.index.Near(p, f.rangeM, f.near[:0])
		for _, j := range f.near {
			if j > i && t.root[i] != t.root[j] && !w.apart(i, j) && w.cfg.Disk.Hears(radio.DistanceSquared(p, f.points[j])) {
				t.join(i, j)
			}
		}
	}
}

// best is the best running member of the largest true component; of components
// equally large, the one with the lowest member. Nobody in a dead world.
func (w *World) best() protocol.ID {
	w.truth.find(w)
	size := make([]int, len(w.nodes))
	best := make([]protocol.Capability, len(w.nodes))
	largest := -1
	for _, i := range w.ByID {
		if !w.Live(i) {
			continue
		}
		r := int(w.truth.of(i))
		size[r]++
		best[r] = best[r].Better(protocol.Capability{Value: w.Value(i), ID: w.ID(i)})
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
