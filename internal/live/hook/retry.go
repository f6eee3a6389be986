package hook

import (
	"context"
	"slices"
	"time"

	"bellwether/internal/live/agent"
)

// A leader whose command of leader-gained fails leads, and its service does not run. So the command is tried
// again, as often as tries says in all, with a wait of retryAfter that doubles: a port that is not free yet
// and a disk that is not mounted yet are ready within seconds. A service whose leader-lost fails runs on
// beside that of the leader: its command is tried again likewise.
const (
	tries      = 3
	retryAfter = time.Second
)

// runAgain tries the command of an event again that has failed, while no newer event of the leadership has
// come. If all tries fail it tells that.
func (r *Runner) runAgain(ctx context.Context, c *counters, of sequel) {
	wait := retryAfter
	for range tries - 1 {
		if of.outdated(ctx, wait) || !r.run(ctx, c, of.Event) {
			return
		}
		wait *= 2
	}
	if of.outdated(ctx, 0) {
		return
	}
	if of.Kind == agent.LeaderLost {
		r.o.Logger.Error("the hook of leader-lost failed again and again: what the hook of leader-gained started may run here beside the leader's", "epoch", of.Epoch, "tries", tries)
		return
	}
	r.o.Logger.Error("the hook of leader-gained failed again and again: this node leads, and what its hook starts may not run", "epoch", of.Epoch, "tries", tries)
	if r.o.GaveUp != nil {
		r.o.GaveUp(of.Event)
	}
}

// A sequel is an event with the log that says what came after it.
type sequel struct {
	agent.Event
	log *agent.Log
}

// outdated waits, and reports whether ctx has ended or a newer event of the leadership has come: then it
// returns at once.
func (s sequel) outdated(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		events, more, _ := s.log.After(s.Number)
		if ctx.Err() != nil || slices.ContainsFunc(events, func(e agent.Event) bool { return supersedes(e, s.Event) }) {
			return true
		}
		if s.log.Ended() {
			more = nil
		}
		select {
		case <-ctx.Done():
		case <-more:
		case <-timer.C:
			return false
		}
	}
}
