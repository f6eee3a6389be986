package causes

import "bellwether/protocol"

// A span is some time of a node.
type span struct{ from, to protocol.Time }

// excuse notes that a node rightly followed nobody: no member of its component might lead.
func (n *node) excuse(from, to protocol.Time) {
	if k := len(n.excused) - 1; k >= 0 && n.excused[k].to == from {
		n.excused[k].to = to
		return
	}
	n.excused = append(n.excused, span{from, to})
}

// wrongly is what is left of a part without the time in which the node was right, the last piece first.
func (n *node) wrongly(p part) (pieces []part) {
	for k := len(n.excused) - 1; k >= 0 && n.excused[k].to > p.from; k-- {
		if e := n.excused[k]; e.from < p.to {
			if after := max(p.from, e.to); after < p.to {
				pieces = append(pieces, part{after, p.to, p.cause})
			}
			p.to = max(p.from, e.from)
		}
	}
	return append(pieces, p)
}
