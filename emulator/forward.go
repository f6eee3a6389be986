package emulator

// forward sends the routed transmission k, which is at its from, one hop on.
func (w *World) forward(k int32) {
	t := &w.air.pool[k]
	if t.final == t.from {
		w.selfAddressed(k)
		return
	}
	next, ok := w.links.NextHop(t.from, t.final)
	t.to, t.hopeless = next, !ok
	w.hand(k)
}

// relay passes a routed message on from where it has just arrived.
func (w *World) relay(t *transmission) {
	if i := w.Slot(t.to); w.Suspended(i) {
		kept := *t
		w.Hold(i, func() { w.relay(&kept) })
		return
	}
	k := w.air.take()
	n := &w.air.pool[k]
	*n = *t
	n.from = t.to
	n.incarnation = w.Incarnation(w.Slot(n.from))
	n.start = w.Kernel.Now()
	w.forward(k)
}
