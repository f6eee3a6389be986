package overlay

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// A roster is a node's knowledge of the members: the newest capability heard of each, and
// when each last asked for a sign of life. The driver knows who the members are. The zero
// roster has heard of none.
//
// A member never heard of counts as higher than the node itself: one question too many
// costs a message, one too few elects the wrong leader. After Rank such a member counts as
// higher if its ID is higher, as in textbooks, where IDs are capabilities.
//
// Memory: 16 bytes for each member heard of.
type roster struct {
	heard  []entry // sorted by ID
	ranked bool
}

type entry struct {
	value  int64
	id     protocol.ID
	pulled uint32 // ms; 0: not yet
}

func (e entry) capability() protocol.Capability {
	return protocol.Capability{Value: e.value, ID: e.id}
}

// Heard stores the capability that a message of its owner carried.
func (r *roster) Heard(c protocol.Capability) {
	if c.ID == protocol.Nobody {
		return
	}
	at, known := r.find(c.ID)
	if !known {
		r.heard = slices.Insert(r.heard, at, entry{id: c.ID})
	}
	r.heard[at].value = c.Value
}

// Capability is the last one heard of a member; false if none was heard.
func (r *roster) Capability(id protocol.ID) (protocol.Capability, bool) {
	at, known := r.find(id)
	if !known {
		return protocol.Capability{}, false
	}
	return r.heard[at].capability(), true
}

// Rank makes members never heard of count by their IDs.
func (r *roster) Rank() { r.ranked = true }

// Higher reports whether a member counts as higher than this node.
func (r *roster) Higher(id protocol.ID, self protocol.Capability) bool {
	if id == self.ID {
		return false
	}
	if c, known := r.Capability(id); known {
		return c.Exceeds(self)
	}
	return !r.ranked || id > self.ID
}

// snapshot appends what is known in canonical form.
func (r *roster) snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(append(b, protocol.Bit(r.ranked)), uint32(len(r.heard)))
	for _, e := range r.heard {
		b = protocol.AppendCapability(b, e.capability())
		b = binary.BigEndian.AppendUint32(b, e.pulled)
	}
	return b
}

func (r *roster) find(id protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(r.heard, id, func(e entry, id protocol.ID) int { return cmp.Compare(e.id, id) })
}

// shift moves every instant by d, which is whole milliseconds. An instant longer ago than
// matters is forgotten.
func (r *roster) shift(now protocol.Time, d, matters time.Duration) {
	for i := range r.heard {
		switch e := &r.heard[i]; {
		case e.pulled == 0:
		case layer.Millis(now)-e.pulled > uint32(matters.Milliseconds()):
			e.pulled = 0
		default:
			e.pulled += uint32(d.Milliseconds())
		}
	}
}

// pull records that a member asked for a sign of life.
func (r *roster) pull(c protocol.Capability, now protocol.Time) {
	r.Heard(c)
	if at, known := r.find(c.ID); known {
		r.heard[at].pulled = layer.Millis(now)
	}
}

// silent reports whether a member has not asked for d or longer.
func (r *roster) silent(id protocol.ID, now protocol.Time, d time.Duration) bool {
	at, known := r.find(id)
	return !known || layer.Millis(now)-r.heard[at].pulled >= uint32(d.Milliseconds())
}
