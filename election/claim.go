package election

import (
	"encoding/binary"
	"math"
	"time"

	"bellwether/protocol"
)

// A stamp dates what is said of a node as a leader: the node's term, which
// grows with each boot, and the number of its newest beacon in that term.
type stamp struct {
	Term   uint32
	Beacon uint32
}

// newer orders the stamps of one node, modulo 2³² (RFC 1982 §3.2): to every stamp there
// is a newer one. So a node that was told a term that it never had, or the last, leads
// again in the next.
func (s stamp) newer(t stamp) bool {
	later := int32(s.Term - t.Term)
	return later > 0 || later == 0 && int32(s.Beacon-t.Beacon) > 0
}

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

// better gives the greater of two candidates.
func (c candidate) better(d candidate) candidate {
	if d.Capability.Exceeds(c.Capability) {
		return d
	}
	return c
}

// A claim names a leader and says how fresh the news is: Age is the time in
// milliseconds, rounded up, since the sender heard the sign of life that Stamp
// numbers. A claim as old as the beacon time-out is worth nothing, so a dead
// leader does not outlive that by being passed on (gap 6).
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

// tenure is a claim as a node holds it: the age has become an instant.
type tenure struct {
	leader protocol.Capability
	stamp  stamp
	heard  protocol.Time // when its newest sign of life was heard, here or before
}

// since reads a claim that is received now.
func since(now protocol.Time, c claim) tenure {
	return tenure{c.Leader, c.Stamp, now.Add(-time.Duration(c.Age) * time.Millisecond)}
}

// claim says t to others.
func (t tenure) claim(now protocol.Time) claim {
	age := (now.Sub(t.heard) + time.Millisecond - 1) / time.Millisecond
	return claim{t.leader, t.stamp, uint32(min(max(age, 0), math.MaxUint32))}
}

// of says whether t is the tenure of id, somebody's.
func (t tenure) of(id protocol.ID) bool { return t.leader.ID == id && id != protocol.Nobody }
