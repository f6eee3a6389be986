package smallworld

import (
	"math"
	"time"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
)

// say takes what a node sends. A frame with a delay leaves later, if its sender has not
// crashed by then.
func (w *Lab) say(from protocol.ID, e protocol.Effect) {
	w.Said = append(w.Said, Said{w.Now, e.Op, from, e.To, e.Message})
	if w.Wire {
		e.Message = w.carried(e.Message)
	}
	if e.Op == protocol.OpRoute {
		w.route(from, e)
		return
	}
	if e.Within == 0 {
		w.transmit(from, e)
		return
	}
	boots := w.Machines.Boots(from)
	w.At(w.Now.Add(time.Duration(w.rand.Int64N(int64(e.Within)+1))), func() {
		if w.Up(from) && w.Machines.Boots(from) == boots {
			w.transmit(from, e)
		}
	})
}

// carried returns a message after encoding and decoding.
func (w *Lab) carried(m protocol.Message) protocol.Message {
	if broken := w.codec.Check(m); broken != nil {
		panic("overlaytest: " + broken.Error())
	}
	out, _ := w.codec.Unmarshal(protocol.Marshal(nil, m))
	return out
}

// transmit puts a frame on the air.
func (w *Lab) transmit(from protocol.ID, e protocol.Effect) {
	if w.Sent != nil {
		w.Sent(from, e.To, e.Message)
	}
	if e.Op == protocol.OpBroadcast {
		for _, to := range w.Topology.Neighbours(from) {
			if w.rand.Float64() >= w.Loss {
				w.travel(from, to, e.Message)
			}
		}
		return
	}
	if int(e.To) <= w.Nodes && w.Topology.Linked(from, e.To) && !w.lost(1) {
		w.travel(from, e.To, e.Message)
	}
}

// travel takes a frame over one link.
func (w *Lab) travel(from, to protocol.ID, m protocol.Message) {
	if w.Drop != nil && w.Drop(from, to, m) {
		return
	}
	f := frame{way: async.Pair{A: from, B: to}}
	w.later(w.hop(1), f, func() { w.Receive(to, from, m) })
	if w.Twice > 0 && w.rand.Float64() < w.Twice {
		w.later(w.hop(1), f, func() { w.Receive(to, from, m) })
	}
}

// route takes a message over several links.
func (w *Lab) route(from protocol.ID, e protocol.Effect) {
	if w.Drop != nil && w.Drop(from, e.To, e.Message) {
		return
	}
	if hops, ok := w.Distance(from, e.To); ok && !w.lost(hops) {
		f := frame{way: async.Pair{A: from, B: e.To}, routed: true}
		w.later(w.hop(hops), f, func() { w.Receive(e.To, from, e.Message) })
	}
}

func (w *Lab) lost(hops int) bool {
	return w.rand.Float64() >= math.Pow(1-math.Pow(w.Loss, float64(w.Tries)), float64(hops))
}

func (w *Lab) hop(hops int) time.Duration {
	d := time.Duration(hops) * w.Latency
	if w.Jitter > 0 {
		d += time.Duration(w.rand.Int64N(int64(w.Jitter) * int64(max(hops, 1))))
	}
	return d
}

// Distance is the number of hops between two running nodes; false without a path.
func (w *Lab) Distance(from, to protocol.ID) (hops int, ok bool) {
	if int(to) > w.Nodes {
		return 0, false
	}
	hops = w.System.Topology.Distance(from, to)
	return max(hops, 0), hops >= 0
}
