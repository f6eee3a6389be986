package kernel

// Event says which handler an event calls: see [Kernel.On].
type Event uint8

// timerEvent is the time-out of a machine: a is the node, b the timer.
const timerEvent Event = 0

// On returns the event that calls a handler with a number, which the handler's owner
// chooses: a node, or an index. Parts call On before the run.
func (k *Kernel) On(handler func(a uint32)) Event {
	k.handlers = append(k.handlers, handler)
	return Event(len(k.handlers) - 1)
}

// At plans an event. Events of one instant happen in the order in which they were
// planned.
func (k *Kernel) At(at int64, kind Event, a uint32) {
	k.queue.push(event{at: at, seq: k.nextSeq(), a: a, is: what{kind: kind}})
	k.counters.QueuePeak = max(k.counters.QueuePeak, k.queue.size())
}

// AtFirst plans an event that happens before all others of its instant, and does not
// change the order of others.
func (k *Kernel) AtFirst(at int64, kind Event) {
	k.queue.push(event{at: at, is: what{kind: kind}})
}

func (k *Kernel) nextSeq() uint64 {
	k.seq++
	return k.seq
}
