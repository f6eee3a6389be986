package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// watch looks now and then for what an operator should hear of. Each finding is one event and
// one line of the log, when it begins.
type watch struct {
	several alarm // two members lead, for longer than a handover takes
	dead    alarm // the leader has failed, for longer than it takes to miss it
	differs map[protocol.ID]membership.Terms
	wall    time.Duration // the wall clock's time since the agent's start, at the last look
	since   time.Duration // the monotonic clock's
}

// An alarm is told once for each time that something lasts for a bound.
type alarm struct {
	since protocol.Time
	on    bool // it is true
	told  bool
}

// lasts reports whether to tell now of what is true, or not.
func (a *alarm) lasts(is bool, now protocol.Time, bound time.Duration) bool {
	switch {
	case !is:
		*a = alarm{}
	case !a.on:
		*a = alarm{since: now, on: true}
	case !a.told && now >= a.since.Add(bound):
		a.told = true
		return true
	}
	return false
}

// jumped is the least step of the wall clock between two looks that is told. NTP slews a clock by
// 0.5 ms a second at most (ntpd(8)), so a second between two looks, which are seconds apart, is none.
const jumped = time.Second

// jump returns by how much the wall clock moved more than the monotonic clock since the last
// call, if that is a step. Each is the time since the agent's start.
func (w *watch) jump(wall, since time.Duration) (by time.Duration, is bool) {
	by = wall - w.wall - (since - w.since)
	w.wall, w.since = wall, since
	return by, by.Abs() >= jumped
}

// look looks, and sets the timer for the next look.
func (l *loop) look() {
	now := l.now()
	l.timers.set(timerWatch, now.Add(l.o.Detection.Interval))
	settled := l.o.Detection.Timeout() + l.o.Timing.Hello.Timeout
	if by, is := l.watch.jump(time.Now().Round(0).Sub(l.started.Round(0)), time.Since(l.started)); is {
		l.counted.ClockJumps++
		l.tell(Event{Kind: ClockJumped, Why: "by " + by.Round(time.Millisecond).String() + ": it was set, or the computer slept"})
	}
	leaders := l.leaders()
	if l.watch.several.lasts(len(leaders) > 1, now, settled) {
		var names []string
		for _, n := range leaders {
			names = append(names, n.Name)
		}
		l.tell(Event{Kind: TwoLeaders, Members: names})
	}
	if l.watch.dead.lasts(l.followsDead(), now, 2*settled) {
		l.tell(Event{Kind: LeaderFailed, Members: []string{l.leaderName()}})
	}
	l.tellTerms()
}

// leaders are the members that lead, as the gossip shows. With a mask there is none to tell:
// parts of a network of radios have a leader each.
func (l *loop) leaders() (all []Node) {
	if l.o.Mask != nil {
		return nil
	}
	for _, id := range l.roster.alive {
		m := l.roster.byID[id].Meta
		if id == l.self.ID && l.lead.leader == id || id != l.self.ID && m.Leader == id && !m.Silent && m.Stack == l.stack {
			all = append(all, *l.node(id))
		}
	}
	return all
}

// followsDead reports whether the gossip shows the leader as failed or left, or not at all.
func (l *loop) followsDead() bool {
	return l.lead.leader != protocol.Nobody && !slices.Contains(l.roster.alive, l.lead.leader)
}

// tellTerms tells of members whose settings differ from this node's, once for each difference.
func (l *loop) tellTerms() {
	own, found := l.o.terms(), map[protocol.ID]membership.Terms{}
	var names, why []string
	for _, id := range l.roster.alive {
		m, other := l.roster.byID[id]
		if !other || m.Meta.Stack != l.stack {
			continue // algorithm-differs tells of it
		}
		d := differences(m.Meta.Terms, own)
		if d == "" {
			continue
		}
		found[id] = m.Meta.Terms
		if l.watch.differs[id] != m.Meta.Terms {
			names, why = append(names, m.Name), append(why, m.Name+" has "+d)
		}
	}
	l.watch.differs = found
	if len(names) > 0 {
		l.tell(Event{Kind: SettingsDiffer, Members: names, Why: strings.Join(why, "; ")})
	}
}

// differences says in which settings a member's terms differ from this node's; "" if in none, or
// if its terms are unknown.
func differences(theirs, own membership.Terms) string {
	if theirs == own || theirs == (membership.Terms{}) {
		return ""
	}
	var all []string
	differ := func(name string, their, our any) {
		if their != our {
			all = append(all, fmt.Sprintf("%s %v, not %v", name, their, our))
		}
	}
	differ("interval", theirs.Interval, own.Interval)
	differ("misses", theirs.Misses, own.Misses)
	differ("expect", theirs.Expect, own.Expect)
	differ("lease", theirs.Lease, own.Lease)
	differ("no_preempt", theirs.Life, own.Life)
	differ("minimum_term", theirs.Least, own.Least)
	differ("preempt_delay", theirs.Notice, own.Notice)
	return strings.Join(all, ", ")
}

// Report tells of something that was seen beside the agent, such as a hook that began late.
func (a *Agent) Report(ctx context.Context, kind EventKind, why string) error {
	return a.call(ctx, func(l *loop) { l.tell(Event{Kind: kind, Why: why}) })
}
