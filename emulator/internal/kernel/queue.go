package kernel

import "math/bits"

// An event has 24 bytes: at 10^5 nodes the queue holds about 3·10^5 of them. With at most four fields the
// compiler moves it in registers; a fifth sends it through memory.
type event struct {
	at  int64 // nanoseconds
	seq uint64
	a   uint32
	is  what
}

// what says which handler an event calls, and of a time-out which timer it is.
type what struct {
	timer uint8
	kind  Event
}

func (e event) before(f event) bool {
	return e.at < f.at || e.at == f.at && e.seq < f.seq
}

// bucketBits makes a bucket 2^20 ns, about a millisecond, which is similar to an airtime:
// so the events of one bucket are few and close in memory.
const bucketBits = 20

// buckets is the number of buckets of the wheel: about a second, the longest that most
// events wait. Later events, mostly time-outs, are examined once a turn.
const buckets = 1024

// queue returns events in the order of (time, sequence): events of one instant come in
// the order in which they were scheduled.
//
// The events of the current bucket are in a heap; events of the next second are in one
// unsorted list per bucket; all later events are in one list. A single heap of all events
// causes many cache misses when every node has a pending time-out: at 10^5 nodes it took twice
// as long per event.
type queue struct {
	near       heap
	bucket     int64 // number of the bucket in the heap
	wheel      [buckets][]event
	full       [buckets / 64]uint64 // a bit for each bucket that has events
	inWheel    int
	far        []event
	emptied    [][]event // storage of former buckets, to be used again
	operations uint64
}

// put appends e to a bucket of the wheel. Buckets reuse each other's storage, so that the
// queue takes the memory of the pending events and not of a thousand peaks.
func (q *queue) put(bucket int64, e event) {
	slot := uint64(bucket) % buckets
	b := &q.wheel[slot]
	if *b == nil && len(q.emptied) > 0 {
		*b = q.emptied[len(q.emptied)-1]
		q.emptied = q.emptied[:len(q.emptied)-1]
	}
	*b = append(*b, e)
	q.full[slot/64] |= 1 << (slot % 64)
	q.inWheel++
}

func (q *queue) size() int { return len(q.near) + q.inWheel + len(q.far) }

func (q *queue) push(e event) {
	q.operations++
	switch ahead := e.at>>bucketBits - q.bucket; {
	case ahead <= 0:
		q.near.push(e)
	case ahead < buckets:
		q.put(q.bucket+ahead, e)
	default:
		q.far = append(q.far, e)
	}
}

// pop removes and returns the first event. The queue must not be empty.
func (q *queue) pop() event {
	q.operations++
	for len(q.near) == 0 {
		q.turn()
	}
	return q.near.pop()
}

// follows reports whether all events of the queue come after e.
func (q *queue) follows(e event) bool {
	for len(q.near) == 0 {
		if e.at>>bucketBits <= q.bucket || q.size() == 0 {
			return true
		}
		q.turn()
	}
	return e.before(q.near[0])
}

// turn goes on to the next bucket that has events, or to the end of the turn, whichever is
// first; it skips an empty wheel. In a world of ten nodes most buckets are empty: looking at
// each took a sixth of a run.
func (q *queue) turn() {
	if q.inWheel == 0 {
		first := q.far[0].at
		for _, e := range q.far {
			first = min(first, e.at)
		}
		q.bucket = max(q.bucket+1, first>>bucketBits)
		q.draw()
	} else if q.bucket = q.next(); q.bucket%buckets == 0 {
		q.draw()
	}
	slot := uint64(q.bucket) % buckets
	b := &q.wheel[slot]
	if len(*b) == 0 {
		return
	}
	q.inWheel -= len(*b)
	if cap(q.near) > 0 {
		q.emptied = append(q.emptied, q.near[:0])
	}
	q.near, *b = heap(*b), nil
	q.full[slot/64] &^= 1 << (slot % 64)
	q.near.build()
}

// next is the number of the next bucket that has events or begins a turn.
func (q *queue) next() int64 {
	for bucket := q.bucket + 1; ; bucket = (bucket | 63) + 1 {
		slot := uint64(bucket) % buckets
		if slot == 0 {
			return bucket
		}
		if rest := q.full[slot/64] >> (slot % 64); rest != 0 {
			return bucket + int64(bits.TrailingZeros64(rest))
		}
	}
}

// draw moves the events that are due within the next turn into the wheel.
func (q *queue) draw() {
	kept := q.far[:0]
	for _, e := range q.far {
		if ahead := e.at>>bucketBits - q.bucket; ahead < buckets {
			q.put(q.bucket+ahead, e)
		} else {
			kept = append(kept, e)
		}
	}
	q.far = kept
}

// heap is a 4-ary heap. It is typed and flat, and costs half of container/heap (measured,
// 10^4 pending).
type heap []event

func (q *heap) push(e event) {
	*q = append(*q, e)
	h := *q
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

func (q *heap) pop() event {
	h := *q
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) > 0 {
		h.sink(0, last)
	}
	return top
}

// build makes a heap of events in any order.
func (q heap) build() {
	for i := (len(q) - 2) / 4; i >= 0 && len(q) > 1; i-- {
		q.sink(i, q[i])
	}
}

// sink puts e at i or below, where it belongs.
func (q heap) sink(i int, e event) {
	for {
		first := 4*i + 1
		if first >= len(q) {
			break
		}
		least := first
		for child := first + 1; child < min(first+4, len(q)); child++ {
			if q[child].before(q[least]) {
				least = child
			}
		}
		if !q[least].before(e) {
			break
		}
		q[i] = q[least]
		i = least
	}
	q[i] = e
}
