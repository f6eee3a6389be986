package wire

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"bellwether/protocol"
)

// Bounds of user events. Each is in one packet of gossip, with room for others.
const (
	EventNameLimit = 64  // bytes
	PayloadLimit   = 512 // bytes: serf's bound of a whole event
	RecentEvents   = 32  // that an agent tells members that missed them
	// EventWindow is how far an event's clock may lie behind the newest: serf's buffer of
	// recent events. Older events count as delivered.
	EventWindow = 512
	// EventJump bounds how far one event moves the clock ahead, so that no member can use the
	// clock up.
	EventJump = 1 << 32
	// Events are for people and scripts. More than this are dropped, so that a flood of them
	// does not drive events of the leadership out of the agent's log, from which hooks that
	// are slow read a minute later.
	EventBurst = 64
	EventRate  = 8 // a second
)

const eventSize = HeaderSize + 8 + 1 + 1 + EventNameLimit + PayloadLimit + SignatureBytes

// A UserEvent is what a user told all members. Clock is a Lamport clock: an event that was told
// after another was delivered has the greater one. Two may have the same.
type UserEvent struct {
	Name        string
	Payload     string // UTF-8
	Clock       uint64
	Each        bool // hooks run for each, even if a newer one of that name waits
	ID          protocol.ID
	Incarnation uint32
	// signature of the member that told it, with identities; it follows what append writes.
	Signature string
}

// Append writes the clock, flags, the name led by its length, and the payload.
func (e UserEvent) Append(b []byte) []byte {
	b = Header{KindEvent, e.ID, e.Incarnation}.Append(b)
	b = binary.BigEndian.AppendUint64(b, e.Clock)
	var flags byte
	if e.Each {
		flags = 1
	}
	b = append(b, flags, byte(len(e.Name)))
	return append(append(b, e.Name...), e.Payload...)
}

// DecodeEvent accepts any bytes: it returns an event or an error.
func DecodeEvent(h Header, b []byte) (UserEvent, error) {
	if len(b) < 10 || b[8] > 1 {
		return UserEvent{}, fmt.Errorf("%w: event of %d bytes", errMessage, len(b))
	}
	e := UserEvent{ID: h.ID, Incarnation: h.Incarnation, Clock: binary.BigEndian.Uint64(b), Each: b[8] == 1}
	name, rest, ok := cutString(b[9:])
	if !ok {
		return UserEvent{}, fmt.Errorf("%w: event", errMessage)
	}
	e.Name, e.Payload = name, string(rest)
	return e, e.Check()
}

// Check refuses what no agent tells. A payload may have any characters: hooks get it on
// standard input only.
func (e UserEvent) Check() error {
	if err := CheckName(e.Name); err != nil {
		return fmt.Errorf("the name of the event %w", err)
	}
	switch {
	case len(e.Name) > EventNameLimit:
		return fmt.Errorf("the name of the event has %d bytes, at most %d are allowed", len(e.Name), EventNameLimit)
	case len(e.Payload) > PayloadLimit:
		return fmt.Errorf("the payload has %d bytes, at most %d are allowed", len(e.Payload), PayloadLimit)
	case !utf8.ValidString(e.Payload):
		return fmt.Errorf("the payload is not UTF-8")
	}
	return nil
}

func (e UserEvent) Same(o UserEvent) bool {
	return e.Clock == o.Clock && e.ID == o.ID && e.Incarnation == o.Incarnation
}
