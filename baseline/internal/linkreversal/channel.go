package linkreversal

import (
	"cmp"
	"encoding/binary"
	"slices"

	"bellwether/protocol"
)

// A channel is the link to one neighbour.
type channel struct {
	id      protocol.ID
	forming bool   // it is up, and no message was heard on it yet: not in N
	height  Height // the neighbour's, as heard last
	clock   int64  // of the newest message heard
}

// channels are those to all neighbours, sorted by ID.
type channels []channel

func (c channels) find(id protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(c, id, func(c channel, id protocol.ID) int { return cmp.Compare(c.id, id) })
}

// open adds a channel that is forming, if it is new.
func (c *channels) open(id protocol.ID) {
	if at, known := c.find(id); !known {
		*c = slices.Insert(*c, at, channel{id: id, forming: true})
	}
}

// shut removes a channel, and reports whether there was one.
func (c *channels) shut(id protocol.ID) bool {
	at, known := c.find(id)
	if known {
		*c = slices.Delete(*c, at, at+1)
	}
	return known
}

// hear stores a message, and reports whether it is news: of a neighbour, and newer than the
// last.
func (c channels) hear(from protocol.ID, h Height, clock int64) bool {
	at, known := c.find(from)
	if !known || clock <= c[at].clock {
		return false
	}
	c[at] = channel{id: from, height: h, clock: clock}
	return true
}

// heard is N: the channels on which a message was heard.
func (c channels) heard(yield func(channel) bool) {
	for _, one := range c {
		if !one.forming && !yield(one) {
			return
		}
	}
}

// alone reports whether N is empty.
func (c channels) alone() bool {
	for range c.heard {
		return false
	}
	return true
}

// first is the least neighbour in N; Nobody if N is empty.
func (c channels) first() protocol.ID {
	for one := range c.heard {
		return one.id
	}
	return protocol.Nobody
}

func (c channels) snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(c)))
	for _, one := range c {
		b = protocol.AppendID(b, one.id)
		if one.forming {
			b = append(b, 1)
			continue
		}
		b = protocol.Marshal(append(b, 0), Update{one.height, one.clock})
	}
	return b
}
