package text

import "time"

// An Order judges the times of a table whose rows are sorted, by what they are of: a node, a pair, a
// link. A clock that begins again falls far, and then rises as before; sorting puts its hours into one
// another.
type Order[K comparable] struct {
	latest map[K]time.Duration // never ranged over
	falls  []time.Duration     // how far, each
	rises  int

	first, last time.Duration // of all rows
	from, to    time.Duration // the farthest fall
	why         string        // what a fall of local times says
}

// fallLimit bounds the falls that are kept.
const fallLimit = 1 << 20

// Note judges a row, and reports whether it is earlier than the row before of the same.
func (o *Order[K]) Note(c *Clock, of K, at time.Duration) (fell bool) {
	if o.latest == nil {
		o.latest, o.first, o.last = map[K]time.Duration{}, at, at
	}
	o.first, o.last = min(o.first, at), max(o.last, at)
	before, seen := o.latest[of]
	o.latest[of] = at
	switch {
	case !seen || at == before:
		return false
	case at > before:
		o.rises++
		return false
	}
	if before-at > o.from-o.to {
		o.from, o.to = before, at
	}
	if o.why == "" {
		o.why = c.Fall(before, at)
	}
	if len(o.falls) < fallLimit {
		o.falls = append(o.falls, before-at)
	}
	return true
}

// Last is the time of the latest row of the same.
func (o *Order[K]) Last(of K) (at time.Duration, seen bool) {
	at, seen = o.latest[of]
	return at, seen
}

// Falls is how many rows are earlier than the row before of the same.
func (o *Order[K]) Falls() int { return len(o.falls) }

// Tell remarks on sorted rows if the clock perhaps began again: most falls are by more than half of all
// time, and times rise between them.
func (o *Order[K]) Tell(in File, c *Clock) {
	from, to := c.shown(o.from), c.shown(o.to)
	far := 0
	for _, fall := range o.falls {
		if 2*fall > o.last-o.first {
			far++
		}
	}
	switch {
	case len(o.falls) == 0:
	case o.why != "":
		in.Remark("rows were sorted, though times fall, from %s to %s the farthest: %s", from, to, o.why)
	case o.rises > 0 && 2*far >= len(o.falls):
		in.Remark("rows were sorted, though times fall far, %d times, from %s to %s the farthest: %s", len(o.falls), from, to, Restarted)
	}
}

// Restarted says what to do with a clock that began again.
const Restarted = "if a clock began again there, as at midnight, with a week or a run, write dates, or times that go on"

// shown is an instant in a message.
func (c *Clock) shown(at time.Duration) string {
	if c.Dates() {
		return time.Unix(0, int64(at)).UTC().Format(time.RFC3339Nano)
	}
	return at.String()
}
