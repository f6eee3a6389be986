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

// A part that often takes its events back may keep them itself, each with a number from
// [Kernel.Reserve], and give the kernel only the first of them. They come in the same order as
// if they were in the queue.

// nothing stands beside the queue while no event does.
var nothing = event{at: Never}

// Reserve returns the number of an event that is planned now: its place among those of its
// instant.
func (k *Kernel) Reserve() uint64 { return k.nextSeq() }

// Beside plans an event beside the queue in place of the one that is there, if it comes before
// that one. There is none when a handler of such an event begins.
func (k *Kernel) Beside(at int64, number uint64, kind Event, a uint32) {
	if e := (event{at: at, seq: number, a: a, is: what{kind: kind}}); e.before(k.beside) {
		k.beside = e
	}
}

// Passed reports whether an event with a number would have been handled by now.
func (k *Kernel) Passed(at int64, number uint64) bool {
	return at < k.now || at == k.now && number < k.passing
}

// pop returns the first event, from beside the queue or from it.
func (k *Kernel) pop() event {
	if e := k.beside; e.at != Never && k.queue.follows(e) {
		k.beside = nothing
		return e
	}
	return k.queue.pop()
}

func (k *Kernel) nextSeq() uint64 {
	k.seq++
	return k.seq
}
