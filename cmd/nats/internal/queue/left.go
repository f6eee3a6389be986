package queue

import "time"

// An estimate uses the latest steady answers if they came within steadyFor.
const (
	steady    = 100 // answers
	steadyFor = 10 * time.Second
)

// mostLeft bounds estimates, because a worker may report any time.
const mostLeft = 100 * 365 * 24 * time.Hour

// Left estimates how long the present workers take for a number of tasks; 0: not known.
func (e *engine) Left(n int) time.Duration {
	now := time.Now()
	return e.record.left(n, e.roll.slots(now), now)
}

// left estimates by the mean time of a task, and by how many are done at a time. So times
// without workers and pauses of the coordinator do not distort the estimate, nor do answers that
// arrive together after one. It ignores the transport of tasks and answers. If transport is the
// bottleneck, answers come in a steady stream, and their rate gives a lower bound.
func (r *record) left(n, slots int, now time.Time) time.Duration {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if n <= 0 || slots <= 0 || r.firsts == 0 {
		return 0
	}
	seconds := r.seconds / float64(r.firsts) * float64(n) / float64(slots)
	if last := len(r.latest) - 1; last >= steady {
		span := r.latest[last].Sub(r.latest[last-steady])
		if span <= steadyFor && now.Sub(r.latest[last]) <= steadyFor {
			seconds = max(seconds, span.Seconds()/steady*float64(n))
		}
	}
	return time.Duration(min(seconds, mostLeft.Seconds()) * float64(time.Second))
}
