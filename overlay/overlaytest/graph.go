package overlaytest

import (
	"math"
	"time"

	"bellwether/protocol"
)

type view struct {
	w  *World
	id protocol.ID
}

func (v *view) Neighbours() []protocol.ID { return v.w.neighbours(v.id) }
func (v *view) Members() []protocol.ID    { return v.w.members }

func (w *World) neighbours(id protocol.ID) []protocol.ID {
	var out []protocol.ID
	for _, other := range w.members {
		if w.links[id][other] && w.nodes[other].up {
			out = append(out, other)
		}
	}
	return out
}

func (w *World) transmit(n *node, e protocol.Effect) {
	delay := time.Duration(0)
	if e.Within > 0 {
		delay = time.Duration(w.rand.Int64N(int64(e.Within) + 1))
	}
	switch e.Op {
	case protocol.OpBroadcast:
		w.push(w.Now.Add(delay), func() {
			for _, to := range w.neighbours(n.id) {
				if w.rand.Float64() >= w.Loss {
					w.deliver(n.id, to, e.Message, w.hop(1))
				}
			}
		})
	case protocol.OpSend:
		w.push(w.Now.Add(delay), func() {
			if w.links[n.id][e.To] && !w.lost(1) {
				w.deliver(n.id, e.To, e.Message, w.hop(1))
			}
		})
	case protocol.OpRoute:
		if hops, ok := w.Distance(n.id, e.To); ok && !w.lost(hops) {
			w.deliver(n.id, e.To, e.Message, w.hop(hops))
		}
	}
}

func (w *World) lost(hops int) bool {
	return w.rand.Float64() >= math.Pow(1-math.Pow(w.Loss, float64(w.Tries)), float64(hops))
}

func (w *World) hop(hops int) time.Duration {
	d := time.Duration(hops) * w.Latency
	if w.Jitter > 0 {
		d += time.Duration(w.rand.Int64N(int64(w.Jitter) * int64(max(hops, 1))))
	}
	return d
}

func (w *World) deliver(from, to protocol.ID, m protocol.Message, after time.Duration) {
	n := w.nodes[to]
	life := n.life
	w.push(w.Now.Add(after), func() {
		if n.life == life {
			w.handle(n, func(n *node) { n.machine.Receive(&n.env, from, m) })
		}
	})
}

// Distance is the number of hops between two running nodes; false without a path.
func (w *World) Distance(from, to protocol.ID) (hops int, ok bool) {
	seen := make([]bool, len(w.nodes))
	ring := []protocol.ID{from}
	seen[from] = true
	for ; len(ring) > 0; hops++ {
		var next []protocol.ID
		for _, id := range ring {
			if id == to {
				return hops, true
			}
			for _, other := range w.neighbours(id) {
				if !seen[other] {
					seen[other] = true
					next = append(next, other)
				}
			}
		}
		ring = next
	}
	return 0, false
}

// Components are the running nodes that reach one another, each sorted, by their
// lowest member.
func (w *World) Components() [][]protocol.ID {
	var out [][]protocol.ID
	seen := make([]bool, len(w.nodes))
	for _, id := range w.members {
		if seen[id] || !w.nodes[id].up {
			continue
		}
		var c []protocol.ID
		for _, other := range w.members {
			if _, reached := w.Distance(id, other); reached && w.nodes[other].up {
				seen[other] = true
				c = append(c, other)
			}
		}
		out = append(out, c)
	}
	return out
}
