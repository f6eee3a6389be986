package agent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// watch looks now and then for what an operator should hear of. Each finding is one event and
// one line of the log, when it begins. It is told what the roster shows, and gives events.
type watch struct {
	several alarm // two members lead, for longer than a handover takes
	dead    alarm // the leader has failed, for longer than it takes to miss it
	differs map[protocol.ID]common
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
// 0.5 ms a second at most (ntpd(8)), so between two looks, which are seconds apart, it never slews by a second.
const jumped = time.Second

// jump returns by how much the wall clock moved more than the monotonic clock since the last
// call, if that is a step. Each is the time since the agent's start.
func (w *watch) jump(wall, since time.Duration) (by time.Duration, is bool) {
	by = wall - w.wall - (since - w.since)
	w.wall, w.since = wall, since
	return by, by.Abs() >= jumped
}

// A scene is what watch looks at.
type scene struct {
	roster  *roster
	rec     *recorder
	clock   *clock
	own     common
	stack   uint32
	leader  protocol.ID // the one that is reported
	leaders []Node
	settled time.Duration // after it, members that were cut off have found each other
	shown   time.Duration // after an election the gossip shows the death of the leader before
}

// look returns the events that begin now.
func (w *watch) look(s scene) (found []Event) {
	now := s.clock.now()
	if by, is := w.jump(s.clock.wall(), s.clock.uptime()); is {
		found = append(found, Event{Kind: ClockJumped, Why: "by " + by.Round(time.Millisecond).String() + ": it was set, or the computer slept"})
	}
	if w.several.lasts(len(s.leaders) > 1, now, max(s.settled, s.shown)) {
		var names []string
		for _, n := range s.leaders {
			names = append(names, n.Name)
		}
		found = append(found, Event{Kind: TwoLeaders, Members: names})
	}
	// The gossip shows the leader as failed or left, or not at all.
	dead := s.leader != protocol.Nobody && !slices.Contains(s.roster.alive, s.leader)
	if w.dead.lasts(dead, now, 2*s.settled) {
		found = append(found, Event{Kind: LeaderFailed, Members: []string{s.rec.named(s.leader)}})
	}
	return append(found, w.terms(s)...)
}

// terms returns an event if members have settings that differ from this node's, once for each
// difference.
func (w *watch) terms(s scene) []Event {
	differs := map[protocol.ID]common{}
	var names, why []string
	for _, id := range s.roster.alive {
		m, other := s.roster.byID[id]
		if !other || m.Meta.Stack != s.stack {
			continue // algorithm-differs tells of it
		}
		theirs := commonOf(m)
		d := differences(theirs, s.own)
		if d == "" {
			continue
		}
		differs[id] = theirs
		if w.differs[id] != theirs {
			names, why = append(names, m.Name), append(why, m.Name+" has "+d)
		}
	}
	w.differs = differs
	if len(names) == 0 {
		return nil
	}
	return []Event{{Kind: SettingsDiffer, Members: names, Why: strings.Join(why, "; ")}}
}

// common is what all members should have in common.
type common struct {
	membership.Terms
	runs      membership.Runs
	operators uint32 // the digest of their keys; 0: unknown
}

// commonOf is that of a member.
func commonOf(m membership.Member) common { return common{m.Meta.Terms, m.Meta.Runs, m.Meta.Operators} }

// common is that of this agent.
func (l *loop) common() common {
	return common{l.o.terms(), l.o.runs(), l.roster.own.Meta.Operators}
}

// differences says in which settings a member of the same algorithm differs from this node; "" if
// in none. What is unknown of the member does not differ.
func differences(theirs, own common) string {
	var all []string
	differ := func(name string, their, our any) {
		if their != our {
			all = append(all, fmt.Sprintf("%s %v, not %v", name, their, our))
		}
	}
	if theirs.runs != "" && theirs.runs.Algorithm() == own.runs.Algorithm() {
		differ("params", theirs.runs.Params(), own.runs.Params())
	}
	if theirs.operators != 0 && own.operators != 0 {
		differ("operators", listNamed(theirs.operators), listNamed(own.operators))
	}
	if theirs.Terms == (membership.Terms{}) {
		return strings.Join(all, ", ")
	}
	differ("interval", theirs.Interval, own.Interval)
	differ("misses", theirs.Misses, own.Misses)
	differ("expect", theirs.Expect, own.Expect)
	differ("admission", theirs.Admits, own.Admits)
	differ("lease", theirs.Lease, own.Lease)
	differ("no_preempt", theirs.Life, own.Life)
	differ("minimum_term", theirs.Least, own.Least)
	differ("preempt_delay", theirs.Notice, own.Notice)
	return strings.Join(all, ", ")
}

// listNamed is a list of operators by its digest.
func listNamed(digest uint32) string {
	if digest == membership.NoOperators {
		return "none"
	}
	return fmt.Sprintf("of list %08x", digest)
}
