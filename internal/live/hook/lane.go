package hook

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"bellwether/internal/live/agent"
)

// A Lane is a queue of events whose commands run one after the other. Commands of different
// lanes run at the same time, so that a slow command delays its own lane alone.
type Lane string

// The lanes.
const (
	Leadership Lane = "leadership" // leader-gained, leader-lost, leader-changed
	Membership Lane = "membership" // all others: merged, member-joined, algorithm-differs, packets-replayed, name-contested, …
	Storage    Lane = "storage"    // storage-failed, storage-healed
	Users      Lane = "users"      // user-event
)

// Lanes are all of them.
func Lanes() []Lane { return []Lane{Leadership, Membership, Storage, Users} }

// laneOf is the lane of an event.
func laneOf(kind agent.EventKind) Lane {
	switch kind {
	case agent.LeaderGained, agent.LeaderLost, agent.LeaderChanged:
		return Leadership
	case agent.StorageFailed, agent.StorageHealed:
		return Storage
	case agent.UserTold:
		return Users
	}
	return Membership
}

// Counts of a lane, since the start.
type Counts struct {
	Lane         Lane
	Ran, Failed  uint64
	Skipped      uint64        // events that the log dropped before the lane read them
	Late, Latest time.Duration // from an event to the start of its command: the sum, and the greatest
}

// counters are Counts that grow.
type counters struct {
	ran, failed, skipped atomic.Uint64
	late, latest         atomic.Int64 // ns
}

func (c *counters) began(late time.Duration) {
	c.ran.Add(1)
	c.late.Add(int64(late))
	c.latest.Store(max(c.latest.Load(), int64(late))) // one goroutine writes: that of the lane
}

func (c *counters) counts(l Lane) Counts {
	return Counts{l, c.ran.Load(), c.failed.Load(), c.skipped.Load(), time.Duration(c.late.Load()), time.Duration(c.latest.Load())}
}

// follow runs the commands of a lane until ctx ends or the log ends.
func (r *Runner) follow(ctx context.Context, lane Lane, log *agent.Log) {
	c := r.counted[lane]
	seen := r.begun
	for {
		events, more, done := log.After(seen)
		if done {
			return
		}
		if len(events) == 0 {
			select {
			case <-more:
			case <-ctx.Done():
				return
			}
			continue
		}
		if missed := events[len(events)-1].Number - seen - uint64(len(events)); missed > 0 {
			c.skipped.Add(missed)
			r.o.Logger.Warn("hooks were too slow: events were skipped", "lane", lane, "events", missed)
		}
		seen = events[len(events)-1].Number
		for _, e := range waiting(lane, events) {
			if ctx.Err() != nil {
				return
			}
			if r.run(ctx, c, e) && (e.Kind == agent.LeaderGained || e.Kind == agent.LeaderLost) {
				r.runAgain(ctx, c, sequel{e, log})
			}
		}
	}
}

// waiting returns the events of a lane whose commands are still to run: of those that report a
// state, and of user events of a name, the newest; of each other kind the last, with the members
// of all.
func waiting(lane Lane, events []agent.Event) []agent.Event {
	events = slices.DeleteFunc(slices.Clone(events), func(e agent.Event) bool { return laneOf(e.Kind) != lane })
	if lane == Users { // gossip brings them in any order
		slices.SortStableFunc(events, func(a, b agent.Event) int { return cmp.Compare(a.User.Clock, b.User.Clock) })
	}
	var out []agent.Event
	for i, e := range events {
		rest := events[i+1:]
		if slices.ContainsFunc(rest, func(later agent.Event) bool { return supersedes(later, e) }) {
			continue
		}
		e.Members = membersOf(e.Kind, events[:i+1])
		out = append(out, e)
	}
	return out
}

// supersedes reports whether a later event replaces an earlier one that still waits.
// leader-gained and leader-lost report one state, storage-failed and storage-healed another.
// A user event is replaced by a newer one of its name, by their clocks, unless it is for each.
func supersedes(later, earlier agent.Event) bool {
	switch earlier.Kind {
	case agent.LeaderGained, agent.LeaderLost:
		return later.Kind == agent.LeaderGained || later.Kind == agent.LeaderLost
	case agent.StorageFailed, agent.StorageHealed:
		return later.Kind == agent.StorageFailed || later.Kind == agent.StorageHealed
	case agent.UserTold:
		l, e := later.User, earlier.User
		return later.Kind == agent.UserTold && !e.Each && !l.Each && l.Name == e.Name && l.Clock >= e.Clock
	}
	return later.Kind == earlier.Kind
}

// membersOf are the members that the events of a kind are about, each once, in order.
func membersOf(kind agent.EventKind, events []agent.Event) (members []string) {
	for _, e := range events {
		if e.Kind != kind {
			continue
		}
		for _, name := range e.Members {
			if !slices.Contains(members, name) {
				members = append(members, name)
			}
		}
	}
	return members
}
