package secure

// The window over the counters of a pair (RFC 6479 §2.1): a ring of words behind the
// highest counter; one of them is being filled. Networks reorder by tens of packets; 2048
// bits are what the first version of WireGuard had.
const (
	wordBits    = 64
	windowWords = 32
	windowSpan  = (windowWords - 1) * wordBits // counters below the highest that are remembered
)

// A window records which counters came. Counters begin at 1. The zero value has none.
type window struct {
	highest uint64
	seen    [windowWords]uint64
}

// fresh reports whether a counter is new: neither seen nor below the window.
func (w *window) fresh(n uint64) bool {
	switch {
	case n == 0:
		return false
	case n > w.highest:
		return true
	case w.highest-n >= windowSpan:
		return false
	}
	return w.seen[n/wordBits%windowWords]&(1<<(n%wordBits)) == 0
}

// mark notes a fresh counter.
func (w *window) mark(n uint64) {
	if n > w.highest {
		from, to := w.highest/wordBits, n/wordBits
		for i := uint64(1); i <= min(to-from, windowWords); i++ {
			w.seen[(from+i)%windowWords] = 0
		}
		w.highest = n
	}
	w.seen[n/wordBits%windowWords] |= 1 << (n % wordBits)
}
