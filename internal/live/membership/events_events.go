package membership

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// A spreader gossips a message to all members, and a newer one of the same name instead.
type eventSpreader interface{ spread(name string, b []byte) }

// events are the user events that this agent has seen.
type events struct {
	own    *own
	ids    *identities
	view   *view
	report *report
	to     eventSpreader

	given chan UserEvent

	mu     sync.Mutex
	clock  uint64
	recent []UserEvent // by clock, within the window
	floor  uint64      // events up to this clock count as delivered
	room   float64     // events that may still come now
	since  time.Time   // of room
	merged bool        // a whole state was exchanged
}

// eventOptions are what events are made of.
type eventOptions struct {
	Own        *own
	Identities *identities
	View       *view
	Report     *report
	To         eventSpreader
}

func newEvents(o eventOptions) *events {
	return &events{own: o.Own, ids: o.Identities, view: o.View, report: o.Report, to: o.To, given: make(chan UserEvent, eventBurst), room: eventBurst}
}

// take reports whether one more event is within the rate.
func (e *events) take(now time.Time) bool {
	e.room = min(eventBurst, e.room+eventRate*now.Sub(e.since).Seconds())
	e.since = now
	if e.room < 1 {
		return false
	}
	e.room--
	return true
}

// note remembers an event. It reports whether the event is new, and whether it is dropped
// because too many come.
func (e *events) note(u UserEvent, now time.Time) (isNew, dropped bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case u.Clock > e.clock && u.Clock-e.clock > eventJump:
		return false, true
	case u.Clock <= e.floor, slices.ContainsFunc(e.recent, u.same):
		return false, false
	case !e.take(now):
		return false, true
	}
	e.clock = max(e.clock, u.Clock)
	at, _ := slices.BinarySearchFunc(e.recent, u.Clock+1, func(o UserEvent, clock uint64) int {
		if o.Clock < clock {
			return -1
		}
		return 1
	})
	e.recent = slices.Insert(e.recent, at, u)
	if e.clock > eventWindow {
		e.floor = max(e.floor, e.clock-eventWindow)
	}
	if more := len(e.recent) - eventWindow; more > 0 {
		e.floor = max(e.floor, e.recent[more-1].Clock)
	}
	e.recent = slices.DeleteFunc(e.recent, func(o UserEvent) bool { return o.Clock <= e.floor })
	return true, false
}

// next gives an event the next clock.
func (e *events) next(u UserEvent) UserEvent {
	e.mu.Lock()
	defer e.mu.Unlock()
	u.Clock = e.clock + 1
	return u
}

// remembered are the newest events.
func (e *events) remembered() []UserEvent {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.recent[max(0, len(e.recent)-recentEvents):])
}

// first reports whether no whole state was exchanged before.
func (e *events) first() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	was := e.merged
	e.merged = true
	return !was
}

// tell tells all members, this one included, of an event; each gets it once, soon or after the
// next exchange of the whole state. Only name, payload and Each of u are used.
func (e *events) tell(u UserEvent) error {
	m := e.own.metadata()
	u.ID, u.life = m.ID, m.Incarnation
	for {
		u = e.next(u)
		u.signature = e.ids.signEvent(u)
		isNew, dropped := e.note(u, time.Now())
		switch {
		case dropped:
			return fmt.Errorf("too many events: at most %d at once, and %d a second", eventBurst, eventRate)
		case isNew:
			e.deliver(u)
			return nil
		}
	}
}

// all gives the events that users told, each once.
func (e *events) all() <-chan UserEvent { return e.given }

func (e *events) deliver(u UserEvent) {
	e.to.spread(fmt.Sprintf("event %d %d %d", u.Clock, u.ID, u.life), append(u.append(nil), u.signature...))
	select {
	case e.given <- u:
	default:
		e.report.count(func(c *Counters) { c.Crowded++ })
	}
}

// heard delivers and forwards an event that is new. If fresh, this agent has just started and the
// event is from before: it learns only the clock.
func (e *events) heard(h header, b []byte, fresh bool) {
	n := len(b) - e.ids.signatureBytes()
	if n < 0 {
		e.report.malformed()
		return
	}
	u, err := decodeEvent(h, b[:n])
	if err != nil {
		e.report.malformed()
		return
	}
	u.signature = string(b[n:])
	if known, signed := e.ids.told(u); !known {
		e.report.count(func(t *Counters) { t.Strangers++ })
		return
	} else if !signed {
		e.report.impostor(fmt.Sprintf("somebody tells the event %q for %q", u.Name, e.view.named(u.ID)))
		return
	}
	isNew, dropped := e.note(u, time.Now())
	switch {
	case dropped:
		e.report.count(func(t *Counters) { t.Crowded++ })
	case isNew && !fresh:
		e.deliver(u)
	}
}
