package emulator

// eventKind says what an event does when its time has come.
type eventKind uint8

const (
	timerEvent   eventKind = iota // a: node, b: timer
	arriveEvent                   // a: transmission
	freeEvent                     // a: node whose radio may take its next frame
	legEvent                      // a: node whose leg ends
	crossEvent                    // a: crossing
	refreshEvent                  // a: node whose links may all have changed
	epochEvent                    // links are predicted anew
	sampleEvent                   // truth is sampled
	capableEvent                  // capabilities are brought up to date
	batteryEvent                  // a: node that idling would have emptied by now
	strikeEvent                   // a: fault in the script
	endureEvent                   // a: consequence of a fault that ends
	startEvent                    // scripted elections at time 0
)

// An event is 24 bytes: at 10^5 nodes the queue holds some 3·10^5 of them.
type event struct {
	at   int64 // nanoseconds
	seq  uint64
	a    uint32
	b    uint8
	kind eventKind
}

func (e event) before(f event) bool {
	return e.at < f.at || e.at == f.at && e.seq < f.seq
}

// queue is a 4-ary heap ordered by (time, sequence): of one instant, what was
// scheduled first happens first. Typed and flat, it costs half of
// container/heap (measured, 10^4 pending).
type queue struct {
	heap       []event
	operations uint64
}

func (q *queue) push(e event) {
	q.operations++
	q.heap = append(q.heap, e)
	h := q.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

func (q *queue) empty() bool { return len(q.heap) == 0 }

func (q *queue) pop() event {
	q.operations++
	h := q.heap
	top := h[0]
	last := h[len(h)-1]
	h = h[:len(h)-1]
	q.heap = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		first := 4*i + 1
		if first >= len(h) {
			break
		}
		least := first
		for child := first + 1; child < min(first+4, len(h)); child++ {
			if h[child].before(h[least]) {
				least = child
			}
		}
		if !h[least].before(last) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = last
	return top
}
