package election

import (
	"encoding/binary"
	"math"
	"time"

	"bellwether/protocol"
)

// A Stamp dates what is said of a node as a leader: the node's term, which
// grows with each boot, and the number of its newest beacon in that term.
type Stamp struct {
	Term   uint32
	Beacon uint32
}

// Newer is the strict order of stamps of one node.
func (s Stamp) Newer(t Stamp) bool {
	return s.Term > t.Term || s.Term == t.Term && s.Beacon > t.Beacon
}

func (s Stamp) append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, s.Term), s.Beacon)
}

// A Candidate is what a node offered when it joined the election.
type Candidate struct {
	Capability protocol.Capability
	Stamp      Stamp
}

func (c Candidate) append(b []byte) []byte {
	return c.Stamp.append(protocol.AppendCapability(b, c.Capability))
}

// better gives the greater of two candidates.
func (c Candidate) better(d Candidate) Candidate {
	if d.Capability.Exceeds(c.Capability) {
		return d
	}
	return c
}

// A Claim names a leader and says how fresh the news is: Age is the time in
// milliseconds, rounded up, since the sender heard the sign of life that Stamp
// numbers. A claim as old as the beacon time-out is worth nothing, so a dead
// leader does not outlive that by being passed on (gap 6).
type Claim struct {
	Leader protocol.Capability
	Stamp  Stamp
	Age    uint32
}

func (c Claim) append(b []byte) []byte {
	b = c.Stamp.append(protocol.AppendCapability(b, c.Leader))
	return binary.BigEndian.AppendUint32(b, c.Age)
}

// tenure is a claim as a node holds it: the age has become an instant.
type tenure struct {
	leader protocol.Capability
	stamp  Stamp
	heard  protocol.Time // when its newest sign of life was heard, here or before
}

// since reads a claim that is received now.
func since(now protocol.Time, c Claim) tenure {
	return tenure{c.Leader, c.Stamp, now.Add(-time.Duration(c.Age) * time.Millisecond)}
}

// claim says t to others.
func (t tenure) claim(now protocol.Time) Claim {
	age := (now.Sub(t.heard) + time.Millisecond - 1) / time.Millisecond
	return Claim{t.leader, t.stamp, uint32(min(max(age, 0), math.MaxUint32))}
}

// of says whether t is the tenure of id, somebody's.
func (t tenure) of(id protocol.ID) bool { return t.leader.ID == id && id != protocol.Nobody }
