package source

// MaxFrames bounds the frames that a writer remembers: some minutes of a dense world. What a
// frame said that is received later is not known any more.
const MaxFrames = 1 << 16

// A Recent remembers something of each of the newest frames, by their numbers.
type Recent[T any] struct {
	values map[uint64]T
	order  []uint64 // a ring, from next on oldest first, once it is full
	next   int
	most   int
}

// NewRecent remembers at most so many frames.
func NewRecent[T any](most int) *Recent[T] {
	return &Recent[T]{values: map[uint64]T{}, most: most}
}

// Put remembers a value. It returns the value of the frame that it forgets for it, if there is
// one.
func (r *Recent[T]) Put(frame uint64, value T) (forgotten T, full bool) {
	if _, again := r.values[frame]; again {
		r.values[frame] = value
		return forgotten, false
	}
	if len(r.order) < r.most {
		r.order = append(r.order, frame)
	} else {
		oldest := r.order[r.next]
		forgotten, full = r.values[oldest], true
		delete(r.values, oldest)
		r.order[r.next] = frame
		r.next = (r.next + 1) % r.most
	}
	r.values[frame] = value
	return forgotten, full
}

// Of is what is remembered of a frame.
func (r *Recent[T]) Of(frame uint64) (T, bool) {
	v, ok := r.values[frame]
	return v, ok
}
