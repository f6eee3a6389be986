package explorer

import (
	"encoding/binary"
	"fmt"
	"slices"

	"bellwether/protocol"
)

// A ledger lists the messages that machines have handed to their services. Whenever no
// message is on its way, it is judged and emptied.
type ledger struct {
	kinds  []protocol.MessageKind
	rings  bool // messages to a neighbour are routed to a successor
	posted []posted
	unsure uint8  // senders that crashed since the last close, bit i-1 for ID i
	used   used   // faults until the last close
	wrong  string // what was handed over wrongly
}

// A posted message is one that a machine has sent.
type posted struct {
	from, to protocol.ID // to is nobody for a broadcast
	kind     protocol.Kind
	judged   bool // a service promises its delivery
	ordered  bool // no message that was sent before it may arrive after it
	taken    bool // it was handed over
}

func (l *ledger) copy() ledger {
	c := *l
	c.posted = slices.Clone(l.posted)
	return c
}

func (l *ledger) post(p posted) { l.posted = append(l.posted, p) }

// take notes that a message was handed over to a node, and matches it with the oldest posted
// message that fits.
func (l *ledger) take(from, to protocol.ID, kind protocol.Kind) {
	first, other := -1, false
	for i, p := range l.posted {
		if p.from != from || p.to != to && p.to != protocol.Nobody {
			continue
		}
		switch {
		case p.ordered && p.taken:
			if first >= 0 && l.posted[first].ordered {
				first = -1 // it was sent before this one, and comes too late
			}
		case p.kind != kind || p.taken:
		case !p.judged:
			other = true
		case first < 0:
			first = i
		}
	}
	switch {
	case first >= 0:
		l.posted[first].taken = true
	case !other && l.unsure&bit(from) == 0 && l.wrong == "":
		l.wrong = fmt.Sprintf("%s handed over to %s again, or too late", l.words(from, kind), name(to))
	}
}

// crashed removes the messages of a node that crashed; some may be on their way. After its
// next boot the node may receive every message to it again.
func (l *ledger) crashed(id protocol.ID) {
	l.unsure |= bit(id)
	l.posted = slices.DeleteFunc(l.posted, func(p posted) bool { return p.from == id })
	for i := range l.posted {
		if l.posted[i].to == id {
			l.posted[i].taken = false
		}
	}
}

// close judges the messages that were never handed over, and empties the ledger. No message
// may be on its way.
func (l *ledger) close(r *run) {
	var since used
	for f := range since {
		since[f] = r.used[f] - l.used[f]
	}
	lost := since[faultLoss]
	since[faultLoss], since[faultDuplicate], since[faultResign], since[faultChange] = 0, 0, 0, 0
	for _, p := range l.posted {
		switch {
		case since != (used{}) || !p.judged || p.taken || l.wrong != "":
		case p.to == protocol.Nobody || int(p.to) > len(r.Members()):
		case p.ordered && lost < 2 && r.Topology.Linked(p.from, p.to) && r.Up(p.to), !p.ordered && lost == 0 && r.Topology.Distance(p.from, p.to) >= 0:
			l.wrong = fmt.Sprintf("%s never handed over to %s", l.words(p.from, p.kind), name(p.to))
		}
	}
	l.posted, l.unsure, l.used = l.posted[:0], 0, r.used
}

func (l *ledger) words(from protocol.ID, kind protocol.Kind) string {
	what := "message"
	for _, k := range l.kinds {
		if k.Kind() == kind {
			what = k.Name
		}
	}
	return fmt.Sprintf("%s's %s is", name(from), what)
}

func bit(id protocol.ID) uint8 { return 1 << (id - 1) }

// snapshot appends the ledger, sorted by sender: only messages of one sender have an order.
func (l *ledger) snapshot(b []byte) []byte {
	sorted := slices.Clone(l.posted)
	slices.SortStableFunc(sorted, func(p, q posted) int { return int(p.from) - int(q.from) })
	b = binary.AppendUvarint(b, uint64(len(sorted)))
	for _, p := range sorted {
		flags := protocol.Bit(p.judged) | protocol.Bit(p.ordered)<<1 | protocol.Bit(p.taken)<<2
		b = append(b, byte(p.from), byte(p.to), byte(p.kind), flags)
	}
	b = append(b, l.unsure)
	return append(b, l.used[:]...)
}
