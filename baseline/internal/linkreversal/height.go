package linkreversal

import (
	"cmp"

	"bellwether/protocol"
)

// A Height is what directs a link: from the higher of two nodes to the lower.
// Nodes compare heights of one leader pair only, in the order of the fields, and
// last by the node's own ID. The zero Height is that of a node without one.
type Height struct {
	// The reference level (τ, oid, r): one search for the leader.
	Tau int64       // τ: the clock of the node that began the search; 0: none was
	Oid protocol.ID // that node; Nobody if τ is 0
	R   uint8       // 0, or 1: reflected at a dead end

	Delta int32 // δ: orders the nodes of one reference level

	// The leader pair (nlts, lid): the time for which one leader leads.
	Nlts int64       // the negative clock of the leader when it elected itself
	Lid  protocol.ID // the leader
}

// samePair reports whether two heights are of one leader pair.
func (h Height) samePair(g Height) bool { return h.Nlts == g.Nlts && h.Lid == g.Lid }

// hasPriority reports whether h's leader pair has priority over g's: that of the
// leader elected last has, of several the smallest ID.
func (h Height) hasPriority(g Height) bool {
	return cmp.Or(cmp.Compare(h.Nlts, g.Nlts), cmp.Compare(h.Lid, g.Lid)) < 0
}

// compareLevel orders reference levels.
func (h Height) compareLevel(g Height) int {
	return cmp.Or(cmp.Compare(h.Tau, g.Tau), cmp.Compare(h.Oid, g.Oid), cmp.Compare(h.R, g.R))
}

// compare orders heights of one leader pair, but for the nodes' IDs.
func (h Height) compare(g Height) int {
	return cmp.Or(h.compareLevel(g), cmp.Compare(h.Delta, g.Delta))
}

// levelOf gives h the reference level of g.
func (h Height) levelOf(g Height) Height {
	h.Tau, h.Oid, h.R = g.Tau, g.Oid, g.R
	return h
}

func (h *Height) fields(w *protocol.Wire) {
	w.Int64(&h.Tau)
	w.ID(&h.Oid)
	w.Uint8(&h.R)
	w.Int32(&h.Delta)
	w.Int64(&h.Nlts)
	w.ID(&h.Lid)
}
