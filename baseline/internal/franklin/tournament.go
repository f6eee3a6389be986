package franklin

import "bellwether/protocol"

// A colour is a node's part in an election.
type colour uint8

const (
	idle  colour = iota // takes no part
	red                 // fit to lead
	black               // passes messages on
)

// An outcome is the result of a round for a red node.
type outcome uint8

const (
	won   outcome = iota // both smaller
	lost                 // one larger
	alone                // both its own
)

// A tournament is a node's part in one wave. The zero tournament takes no part.
type tournament struct {
	colour colour
	own    protocol.Capability // as it was when the node joined, and so in its messages
	round  uint8               // from 1
	heard  [ways][2]Election   // by direction and parity of the round; empty: not yet received
	sent   [ways][2]Election   // likewise, the last messages sent
	moved  bool                // this node sent one of them since the last lap
}

// turn goes to the next round. The messages of the one that ends are removed.
func (t *tournament) turn() {
	for way := range ways {
		t.heard[way][t.round%2] = Election{}
	}
	t.round++
}

// take stores a message of this round or the next, and reports whether it did.
func (t *tournament) take(e Election) bool {
	slot := &t.heard[e.Way%ways][e.Round%2]
	if ahead := e.Round - t.round; ahead > 1 || slot.Candidate.ID != protocol.Nobody {
		return false
	}
	*slot = e
	return true
}

// complete reports whether both messages of this round have arrived.
func (t *tournament) complete() bool {
	return t.of(Back).ID != protocol.Nobody && t.of(Forward).ID != protocol.Nobody
}

// outcome compares the messages of this round with one's own.
func (t *tournament) outcome() outcome {
	a, b := t.of(Back), t.of(Forward)
	switch {
	case a.Exceeds(t.own) || b.Exceeds(t.own):
		return lost
	case a.ID == t.own.ID && b.ID == t.own.ID:
		return alone
	}
	return won
}

// of is the candidate of this round whose message goes in a direction.
func (t *tournament) of(way Way) protocol.Capability { return t.heard[way][t.round%2].Candidate }

// early is the message of the next round in a direction, if it has arrived.
func (t *tournament) early(way Way) (Election, bool) {
	e := t.heard[way][(t.round+1)%2]
	return e, e.Candidate.ID != protocol.Nobody
}

// passed reports whether this node has sent a message of the round in the direction of e,
// or of a round that cannot begin before e is over. In each round every node sends one
// message each way, so e is a repetition then.
func (t *tournament) passed(e Election) bool {
	last := t.sent[e.Way][e.Round%2]
	return last.Candidate.ID != protocol.Nobody && last.Round >= e.Round
}

// snapshot appends the state in canonical form.
func (t *tournament) snapshot(b []byte) []byte {
	b = protocol.AppendCapability(append(b, byte(t.colour), t.round, protocol.Bit(t.moved)), t.own)
	for way := range ways {
		for _, e := range t.heard[way] {
			b = protocol.Marshal(b, e)
		}
		for _, e := range t.sent[way] {
			b = protocol.Marshal(b, e)
		}
	}
	return b
}
