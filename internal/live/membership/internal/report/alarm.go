package report

import (
	"sync"
	"time"

	"bellwether/internal/live/secure"
)

// An AlarmKind is what an [Alarm] is about.
type AlarmKind int

// The kinds.
const (
	Replayed       AlarmKind = iota // packets came that had come before
	VersionRefused                  // an agent speaks no version that we understand
	Contested                       // another agent claims our name or id, and we kept it
	Impostor                        // somebody spoke in the name of another, or does not prove who it is
	alarmKinds
)

// An Alarm is something that an operator must know. It had no effect on this agent.
type Alarm struct {
	Kind AlarmKind
	Why  string // a sentence, for events
}

// An alarm of a kind is given at most once in alarmSpan. Replays are an alarm when
// alarmPackets come again within it. Fewer raise no alarm, because networks double a packet now
// and then.
const (
	alarmSpan    = 10 * time.Second // as often as a fault is logged
	alarmPackets = 8
)

// alarms bounds the alarms.
type alarms struct {
	given chan Alarm

	mu     sync.Mutex
	last   [alarmKinds]time.Time
	since  time.Time // of the replays that are counted
	counts int
}

func newAlarms() alarms { return alarms{given: make(chan Alarm, alarmKinds)} }

// raise gives an alarm, and reports whether it is not too soon after the one before.
func (a *alarms) raise(kind AlarmKind, why string) bool {
	now := time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.last[kind].IsZero() && now.Sub(a.last[kind]) < alarmSpan {
		return false
	}
	a.last[kind] = now
	select {
	case a.given <- Alarm{kind, why}:
	default: // nobody takes them
	}
	return true
}

// replayed counts a refused packet if it is a replay. It returns how many they are when they
// are enough for an alarm, else 0.
func (a *alarms) replayed(why secure.Reason, now time.Time) int {
	if why != secure.Replayed {
		return 0
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(a.since) > alarmSpan {
		a.since, a.counts = now, 0
	}
	if a.counts++; a.counts == alarmPackets {
		return a.counts
	}
	return 0
}
