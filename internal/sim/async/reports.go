package async

import (
	"slices"

	"bellwether/protocol"
)

// reports are the neighbours that a late neighbour service has reported to each node. They ask
// nothing of the system, and tell what a node believes.
type reports struct {
	believed [][]protocol.ID // by ID-1, sorted
}

func newReports(nodes int) reports { return reports{make([][]protocol.ID, nodes)} }

// of returns the neighbours that were reported to a node.
func (r *reports) of(id protocol.ID) []protocol.ID { return r.believed[id-1] }

// begin replaces all reports to a node.
func (r *reports) begin(id protocol.ID, neighbours []protocol.ID) { r.believed[id-1] = neighbours }

// update notes whether a node now hears another, and reports whether this is new to the node.
func (r *reports) update(id, other protocol.ID, heard bool) bool {
	mine := &r.believed[id-1]
	at, known := slices.BinarySearch(*mine, other)
	switch {
	case heard == known:
		return false
	case heard:
		*mine = slices.Insert(*mine, at, other)
	default:
		*mine = slices.Delete(*mine, at, at+1)
	}
	return true
}

// snapshot appends the reports to a node.
func (r *reports) snapshot(id protocol.ID, b []byte) []byte {
	return appendBlock(b, func(b []byte) []byte {
		for _, other := range r.of(id) {
			b = protocol.AppendID(b, other)
		}
		return b
	})
}

func (r *reports) clone() reports {
	c := newReports(len(r.believed))
	for i := range c.believed {
		c.believed[i] = slices.Clone(r.believed[i])
	}
	return c
}
