package agent

import (
	"maps"
	"time"
)

// refusals remember when each counter of what the membership refused grew last: the counters only grow, so a fault
// that was mended shows in them for ever.
type refusals struct {
	counts map[string]int64
	last   map[string]time.Time
}

// look takes the counters, and returns when each grew last, as far as looks show it.
func (r *refusals) look(counts map[string]int64, now time.Time) map[string]time.Time {
	if r.last == nil {
		r.last = map[string]time.Time{}
	}
	for reason, n := range counts {
		if n > r.counts[reason] {
			r.last[reason] = now
		}
	}
	r.counts = maps.Clone(counts)
	return maps.Clone(r.last)
}
