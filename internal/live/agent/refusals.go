package agent

import (
	"maps"
	"slices"
	"time"
)

// refusals remember when each counter of what the membership refused grew last: the counters only grow, so a fault
// that was mended shows in them for ever.
type refusals struct {
	counts map[string]int64
	last   map[string]time.Time
	since  time.Time // the beginning of this minute
	before map[string]int64
}

// afterRestart are refusals of which each restart of a member makes a few: its former conversations end.
var afterRestart = [...]string{"gossip_unproven", "gossip_replayed"}

// fewAfterRestart bounds how many of them in a minute say nothing.
const fewAfterRestart = 8

// few reports whether a counter shows no more than a restart.
func (r *refusals) few(reason string, n int64) bool {
	return slices.Contains(afterRestart[:], reason) && n-r.before[reason] < fewAfterRestart
}

// look takes the counters, and returns when each grew last, as far as looks show it.
func (r *refusals) look(counts map[string]int64, now time.Time) map[string]time.Time {
	if r.last == nil {
		r.last = map[string]time.Time{}
	}
	if now.Sub(r.since) >= time.Minute {
		r.since, r.before = now, r.counts
	}
	for reason, n := range counts {
		switch was := r.last[reason]; {
		case n <= r.counts[reason]:
		case !r.few(reason, n):
			r.last[reason] = now
		default:
			r.last[reason] = was // known, and long ago
		}
	}
	r.counts = maps.Clone(counts)
	return maps.Clone(r.last)
}
