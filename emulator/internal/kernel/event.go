package kernel

// Event says which handler an event calls: see [Kernel.On].
type Event uint8

// timerEvent is the time-out of a machine: a is the node, b the timer.
const timerEvent Event = 0

// On gives the events that call a handler, with a number that the handler's owner
// chooses: a node, or an index of its own. Parts ask for theirs before the run.
func (k *Kernel) On(handler func(a uint32)) Event {
	k.handlers = append(k.handlers, handler)
	return Event(len(k.handlers) - 1)
}

// At plans an event. Of one instant, what was planned first happens first.
func (k *Kernel) At(at int64, what Event, a uint32) {
	k.queue.push(event{at: at, seq: k.nextSeq(), a: a, kind: what})
	k.counters.QueuePeak = max(k.counters.QueuePeak, k.queue.size())
}

// AtFirst plans an event that happens before all else of its instant, and shifts the
// order of nothing else.
func (k *Kernel) AtFirst(at int64, what Event) {
	k.queue.push(event{at: at, kind: what})
}

func (k *Kernel) nextSeq() uint64 {
	k.seq++
	return k.seq
}
