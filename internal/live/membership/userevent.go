package membership

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"bellwether/protocol"
)

// Bounds of user events. Each is in one packet of gossip, with room for others.
const (
	eventNameLimit = 64  // bytes
	payloadLimit   = 512 // bytes: serf's bound of a whole event
	recentEvents   = 32  // that an agent tells members that missed them
	// eventWindow is how far an event's clock may lie behind the newest: serf's buffer of
	// recent events. Older events count as delivered.
	eventWindow = 512
	// eventJump bounds how far one event moves the clock ahead, so that no member can use the
	// clock up.
	eventJump = 1 << 32
	// Events are for people and scripts. More than this are dropped, so that a flood of them
	// does not drive events of the leadership out of the agent's log, from which hooks that
	// are slow read a minute later.
	eventBurst = 64
	eventRate  = 8 // a second
)

const eventSize = headerSize + 8 + 1 + 1 + eventNameLimit + payloadLimit + signatureBytes

// A UserEvent is what a user told all members. Clock is a Lamport clock: an event that was told
// after another was delivered has the greater one. Two may have the same.
type UserEvent struct {
	Name    string
	Payload string // UTF-8
	Clock   uint64
	Each    bool // hooks run for each, even if a newer one of that name waits
	ID      protocol.ID
	life    uint32
	// signature of the member that told it, with identities; it follows what append writes.
	signature string
}

// append writes the clock, flags, the name led by its length, and the payload.
func (e UserEvent) append(b []byte) []byte {
	b = header{kindEvent, e.ID, e.life}.append(b)
	b = binary.BigEndian.AppendUint64(b, e.Clock)
	var flags byte
	if e.Each {
		flags = 1
	}
	b = append(b, flags, byte(len(e.Name)))
	return append(append(b, e.Name...), e.Payload...)
}

// decodeEvent accepts any bytes: it returns an event or an error.
func decodeEvent(h header, b []byte) (UserEvent, error) {
	if len(b) < 10 || b[8] > 1 {
		return UserEvent{}, fmt.Errorf("%w: event of %d bytes", errMessage, len(b))
	}
	e := UserEvent{ID: h.id, life: h.incarnation, Clock: binary.BigEndian.Uint64(b), Each: b[8] == 1}
	name, rest, ok := cutString(b[9:])
	if !ok {
		return UserEvent{}, fmt.Errorf("%w: event", errMessage)
	}
	e.Name, e.Payload = name, string(rest)
	return e, e.check()
}

// check refuses what no agent tells. A payload may have any characters: hooks get it on
// standard input only.
func (e UserEvent) check() error {
	if err := CheckName(e.Name); err != nil {
		return fmt.Errorf("the name of the event %w", err)
	}
	switch {
	case len(e.Name) > eventNameLimit:
		return fmt.Errorf("the name of the event has %d bytes, at most %d are allowed", len(e.Name), eventNameLimit)
	case len(e.Payload) > payloadLimit:
		return fmt.Errorf("the payload has %d bytes, at most %d are allowed", len(e.Payload), payloadLimit)
	case !utf8.ValidString(e.Payload):
		return fmt.Errorf("the payload is not UTF-8")
	}
	return nil
}

func (e UserEvent) same(o UserEvent) bool {
	return e.Clock == o.Clock && e.ID == o.ID && e.life == o.life
}

// events are the user events that this agent has seen.
type events struct {
	given chan UserEvent

	mu     sync.Mutex
	clock  uint64
	recent []UserEvent // by clock, within the window
	floor  uint64      // events up to this clock count as delivered
	room   float64     // events that may still come now
	since  time.Time   // of room
	merged bool        // a whole state was exchanged
}

func newEvents() events {
	return events{given: make(chan UserEvent, eventBurst), room: eventBurst}
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

// Tell tells all members, this one included, of an event; each gets it once, soon or after the
// next exchange of the whole state. Only name, payload and Each of u are used.
func (g *Gossip) Tell(u UserEvent) error {
	if g.run.Load() == nil {
		return ErrLeft
	}
	if err := u.check(); err != nil {
		return err
	}
	if err := g.needs(2); err != nil {
		return err
	}
	m := g.ownMeta()
	u.ID, u.life = m.ID, m.Incarnation
	for {
		u = g.events.next(u)
		u.signature = g.ids.signEvent(u)
		isNew, dropped := g.events.note(u, time.Now())
		switch {
		case dropped:
			return fmt.Errorf("too many events: at most %d at once, and %d a second", eventBurst, eventRate)
		case isNew:
			g.deliver(u)
			return nil
		}
	}
}

// UserEvents gives the events that users told, each once.
func (g *Gossip) UserEvents() <-chan UserEvent { return g.events.given }

func (g *Gossip) deliver(u UserEvent) {
	g.spread(fmt.Sprintf("event %d %d %d", u.Clock, u.ID, u.life), append(u.append(nil), u.signature...))
	select {
	case g.events.given <- u:
	default:
		g.tally.count(func(c *Counters) { c.Crowded++ })
	}
}

// onEvent delivers and forwards an event that is new. Those of a fresh agent are from before
// its start: it only learns the clock of them.
func (c callbacks) onEvent(h header, b []byte, fresh bool) {
	n := len(b) - c.ids.signatureBytes()
	if n < 0 {
		c.tally.count(malformed)
		return
	}
	u, err := decodeEvent(h, b[:n])
	if err != nil {
		c.tally.count(malformed)
		return
	}
	u.signature = string(b[n:])
	if known, signed := c.ids.told(u); !known {
		c.tally.count(func(t *Counters) { t.Strangers++ })
		return
	} else if !signed {
		c.impostor(fmt.Sprintf("somebody tells the event %q for %q", u.Name, c.view.named(u.ID)))
		return
	}
	isNew, dropped := c.events.note(u, time.Now())
	switch {
	case dropped:
		c.tally.count(func(t *Counters) { t.Crowded++ })
	case isNew && !fresh:
		c.deliver(u)
	}
}
