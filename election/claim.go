package election

import (
	"encoding/binary"
	"math"
	"time"

	"bellwether/protocol"
)

// A stamp dates a claim about a leader: the leader's term, which grows with each boot, and
// the number of its newest beacon in that term.
type stamp struct {
	Term   uint32
	Beacon uint32
}

// newer orders the stamps of one node, modulo 2³² (RFC 1982 §3.2): every stamp has a newer
// one. So a node that was told a term that it never had, or the last term, leads again in
// the next term.
func (s stamp) newer(t stamp) bool {
	later := int32(s.Term - t.Term)
	return later > 0 || later == 0 && int32(s.Beacon-t.Beacon) > 0
}

// number is the stamp as one number.
func (s stamp) number() uint64 { return uint64(s.Term)<<32 | uint64(s.Beacon) }

func (s stamp) append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, s.Term), s.Beacon)
}

func (s *stamp) fields(w *protocol.Wire) {
	w.Uint32(&s.Term)
	w.Uint32(&s.Beacon)
}

// A candidate is what a node offered when it joined the election.
type candidate struct {
	Capability protocol.Capability
	Stamp      stamp
}

func (c candidate) append(b []byte) []byte {
	return c.Stamp.append(protocol.AppendCapability(b, c.Capability))
}

// better returns the greater of two candidates.
func (c candidate) better(d candidate) candidate {
	if d.Capability.Exceeds(c.Capability) {
		return d
	}
	return c
}

// A claim names a leader and its newest known sign of life, which Stamp numbers. Age is the
// time in milliseconds, rounded up, since the sender received that sign of life. A claim as
// old as the beacon time-out is refused, so a dead leader is not named for longer by being
// passed on (gap 6).
type claim struct {
	Leader protocol.Capability
	Stamp  stamp
	Age    uint32
}

func (c *claim) fields(w *protocol.Wire) {
	if w.Capability(&c.Leader); c.Leader.ID == protocol.Nobody {
		w.Fail("a claim for nobody")
	}
	c.Stamp.fields(w)
	w.Uint32(&c.Age)
}

// dated says whose sign of life the claim passes on, and how old it is.
func (c claim) dated() (of protocol.ID, number uint64, age time.Duration) {
	return c.Leader.ID, c.Stamp.number(), time.Duration(c.Age) * time.Millisecond
}

// tenure is a claim as a node stores it: the age has become an instant.
type tenure struct {
	leader protocol.Capability
	stamp  stamp
	heard  protocol.Time // when its newest sign of life was heard, here or before
}

// since converts a claim that is received now.
func since(now protocol.Time, c claim) tenure {
	return tenure{c.Leader, c.Stamp, now.Add(-time.Duration(c.Age) * time.Millisecond)}
}

// claim converts t to a claim for others.
func (t tenure) claim(now protocol.Time) claim {
	age := (now.Sub(t.heard) + time.Millisecond - 1) / time.Millisecond
	return claim{t.leader, t.stamp, uint32(min(max(age, 0), math.MaxUint32))}
}

// of reports whether t is the tenure of id, and id is not Nobody.
func (t tenure) of(id protocol.ID) bool { return t.leader.ID == id && id != protocol.Nobody }
