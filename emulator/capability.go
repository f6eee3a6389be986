package emulator

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// capability is what node i offers.
func (w *World) capability(i int) protocol.Capability {
	return protocol.Capability{Value: w.nodes[i].value, ID: id(i)}
}

// fixed says whether capabilities never change by themselves.
func (w *World) fixed() bool {
	c := &w.cfg.Capability
	return len(c.Values) > 0 || (c.Battery == 0 || !w.power.on) && c.Connectivity == 0
}

// measureCapabilities sets what every node offers at the start.
func (w *World) measureCapabilities() {
	for i := range w.nodes {
		if !w.observesHello() && !w.fixed() {
			w.current = i
			w.nodes[i].degree = float64(len(w.Neighbours()))
		}
		w.nodes[i].value = w.offer(i)
	}
	if !w.fixed() {
		w.schedule(w.now+int64(capableEvery), capableEvent, 0)
	}
}

// offer computes what node i can offer now.
func (w *World) offer(i int) int64 {
	n := &w.nodes[i]
	c := &w.cfg.Capability
	switch {
	case n.resigned:
		return 0
	case len(c.Values) > 0:
		return c.Values[i]
	}
	charge := 1.0
	if w.power.on {
		charge = w.power.left(w, i) / w.power.largest
	}
	return protocol.Offer(
		protocol.Asset{Weight: c.Battery, Share: charge},
		protocol.Asset{Weight: c.Connectivity, Share: protocol.Connectivity(n.degree)},
	)
}

// onCapable brings the degree and capability of every running node up to date.
func (w *World) onCapable() {
	w.schedule(w.now+int64(capableEvery), capableEvent, 0)
	for i := range w.nodes {
		n := &w.nodes[i]
		if n.status != live {
			continue
		}
		if w.cfg.Capability.Connectivity != 0 {
			n.degree = protocol.Smooth(n.degree, float64(w.degreeNow(i)))
		}
		w.updateCapability(i)
	}
}

// updateCapability tells node i if what it offers has changed.
func (w *World) updateCapability(i int) {
	n := &w.nodes[i]
	value := w.offer(i)
	if value == n.value {
		return
	}
	n.value = value
	w.noteCapability(i)
	w.tellCapability(i)
}

func (w *World) tellCapability(i int) {
	if w.nodes[i].paused {
		w.hold(i, func() { w.tellCapability(i) })
		return
	}
	w.enter(i)
	protocol.CapabilityChanged(w.nodes[i].machine, &w.env)
	w.carryOut(i)
}

func (w *World) noteCapability(i int) {
	w.note(trace.Record{Kind: trace.Capability, Node: id(i), Value: w.nodes[i].value})
}
