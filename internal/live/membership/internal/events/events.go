package events

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
)

// A spreader gossips a message to all members, and a newer one of the same name instead.
type eventSpreader interface{ Spread(name string, b []byte) }

// Events are the user events that this agent has seen.
type Events struct {
	own    *self.Agent
	ids    *signing.Identities
	view   *view.View
	report *report.Report
	to     eventSpreader

	given chan wire.UserEvent

	mu     sync.Mutex
	clock  uint64
	recent []wire.UserEvent // by clock, within the window
	floor  uint64           // events up to this clock count as delivered
	room   float64          // events that may still come now
	since  time.Time        // of room
	merged bool             // a whole state was exchanged
}

// Options are what events are made of.
type Options struct {
	Own        *self.Agent
	Identities *signing.Identities
	View       *view.View
	Report     *report.Report
	To         eventSpreader
}

// New returns one that has nothing to do yet.
func New(o Options) *Events {
	return &Events{own: o.Own, ids: o.Identities, view: o.View, report: o.Report, to: o.To, given: make(chan wire.UserEvent, wire.EventBurst), room: wire.EventBurst}
}

// take reports whether one more event is within the rate.
func (e *Events) take(now time.Time) bool {
	e.room = min(wire.EventBurst, e.room+wire.EventRate*now.Sub(e.since).Seconds())
	e.since = now
	if e.room < 1 {
		return false
	}
	e.room--
	return true
}

// note remembers an event. It reports whether the event is new, and whether it is dropped
// because too many come.
func (e *Events) note(u wire.UserEvent, now time.Time) (isNew, dropped bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case u.Clock > e.clock && u.Clock-e.clock > wire.EventJump:
		return false, true
	case u.Clock <= e.floor, slices.ContainsFunc(e.recent, u.Same):
		return false, false
	case !e.take(now):
		return false, true
	}
	e.clock = max(e.clock, u.Clock)
	at, _ := slices.BinarySearchFunc(e.recent, u.Clock+1, func(o wire.UserEvent, clock uint64) int {
		if o.Clock < clock {
			return -1
		}
		return 1
	})
	e.recent = slices.Insert(e.recent, at, u)
	if e.clock > wire.EventWindow {
		e.floor = max(e.floor, e.clock-wire.EventWindow)
	}
	if more := len(e.recent) - wire.EventWindow; more > 0 {
		e.floor = max(e.floor, e.recent[more-1].Clock)
	}
	e.recent = slices.DeleteFunc(e.recent, func(o wire.UserEvent) bool { return o.Clock <= e.floor })
	return true, false
}

// next gives an event the next clock.
func (e *Events) next(u wire.UserEvent) wire.UserEvent {
	e.mu.Lock()
	defer e.mu.Unlock()
	u.Clock = e.clock + 1
	return u
}

// Remembered are the newest events.
func (e *Events) Remembered() []wire.UserEvent {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.recent[max(0, len(e.recent)-wire.RecentEvents):])
}

// First reports whether no whole state was exchanged before.
func (e *Events) First() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	was := e.merged
	e.merged = true
	return !was
}

// Tell tells all members, this one included, of an event; each gets it once, soon or after the
// next exchange of the whole state. Only name, payload and Each of u are used.
func (e *Events) Tell(u wire.UserEvent) error {
	m := e.own.Metadata()
	u.ID, u.Incarnation = m.ID, m.Incarnation
	for {
		u = e.next(u)
		u.Signature = e.ids.SignEvent(u)
		isNew, dropped := e.note(u, time.Now())
		switch {
		case dropped:
			return fmt.Errorf("too many events: at most %d at once, and %d a second", wire.EventBurst, wire.EventRate)
		case isNew:
			e.deliver(u)
			return nil
		}
	}
}

// All gives the events that users told, each once.
func (e *Events) All() <-chan wire.UserEvent { return e.given }

func (e *Events) deliver(u wire.UserEvent) {
	e.to.Spread(fmt.Sprintf("event %d %d %d", u.Clock, u.ID, u.Incarnation), append(u.Append(nil), u.Signature...))
	select {
	case e.given <- u:
	default:
		e.report.Count(func(c *report.Counters) { c.Crowded++ })
	}
}

// Heard delivers and forwards an event that is new. If fresh, this agent has just started and the
// event is from before: it learns only the clock.
func (e *Events) Heard(h wire.Header, b []byte, fresh bool) {
	n := len(b) - e.ids.SignatureBytes()
	if n < 0 {
		e.report.Malformed()
		return
	}
	u, err := wire.DecodeEvent(h, b[:n])
	if err != nil {
		e.report.Malformed()
		return
	}
	u.Signature = string(b[n:])
	if known, signed := e.ids.Told(u); !known {
		e.report.Count(func(t *report.Counters) { t.Strangers++ })
		return
	} else if !signed {
		e.report.Impostor(fmt.Sprintf("somebody tells the event %q for %q", u.Name, e.view.Named(u.ID)))
		return
	}
	isNew, dropped := e.note(u, time.Now())
	switch {
	case dropped:
		e.report.Count(func(t *report.Counters) { t.Crowded++ })
	case isNew && !fresh:
		e.deliver(u)
	}
}
