package invariants

import (
	"encoding/binary"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// A signPart is what a message means in an election by succession.
type signPart uint8

// The parts, in the words of package tanist.
const (
	Lives     signPart = iota + 1 // says that a leader is alive: its beacons, and what passes them on
	HandsOver                     // says that a leader has given way to its heir
	Resigns                       // says that a leader has given up, without an heir
	Pulls                         // asks the neighbours for a leader
)

// A Sign is what a message says in an election by succession, whatever its algorithm calls it.
type Sign struct {
	Part   signPart
	Leader protocol.ID   // whom it names: of HandsOver the heir, of Pulls the leader asked for
	Stamp  protocol.Time // of that leader's sign of life, by its own clock
	Giver  protocol.ID   // HandsOver: the leader that gave way
	Age    time.Duration // of the sign of life when it was sent, as far as its sender knows
}

// A signs gives what a message says of a leader; false: nothing of that kind.
type signs func(m protocol.Message) (Sign, bool)

// The names under which a machine shows whom it follows by which sign of life, and the heir
// that it knows (see protocol.Inspector).
const (
	showsLeader = "leader"
	showsStamp  = "stamp_ns" // by the leader's own clock
	showsHeir   = "heir"
)

// An allegiance is whom a node follows, as it shows.
type allegiance struct {
	leader, heir protocol.ID
	stamp        protocol.Time
}

// show takes one named integer, and says whether it concerns the leader.
func (a *allegiance) show(name string, value int64) bool {
	switch name {
	case showsLeader:
		a.leader = protocol.ID(value)
	case showsStamp:
		a.stamp = protocol.Time(value)
	case showsHeir:
		a.heir = protocol.ID(value)
	default:
		return false
	}
	return true
}

// A moment is the instant of the newest record. What an invariant remembers is written to its
// Snapshot as an age, since a search moves its runs in time.
type moment struct{ now protocol.Time }

func (m *moment) pass(r *trace.Record) { m.now = max(m.now, r.At) }

// age appends how long ago an instant is.
func (m *moment) age(b []byte, of protocol.Time) []byte {
	return binary.BigEndian.AppendUint64(b, uint64(m.now.Sub(of)))
}
