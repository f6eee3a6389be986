package membership

import (
	"fmt"

	"bellwether/internal/live/secure"
)

// What a packet may say depends on who proved to have sent it:
//
//   - Our own messages are not relayed: their sender is the other end of the conversation.
//     Relayed are goodbyes and user events, which are signed, and that an operator gives up a
//     failed member, which is said in nobody's name.
//   - That a member is dead is relayed. Said by one member it is a suspicion only: the member
//     refutes it, or does not answer the probes of anybody.
//   - That a member left, in memberlist's own way, is believed only from that member. Others
//     relay its goodbye, which is signed.
//   - That a member is alive is signed by it: see believe.

// attributed returns a packet without what its sender may not say. Checked is that it is one
// of memberlist (checkPacket). It returns nil if nothing is left.
func (d *identities) attributed(b []byte, from secure.Peer) []byte {
	kept, changed := make([][]byte, 0, 8), false
	for _, m := range messagesOf(b) {
		is := d.counts(m, from)
		changed = changed || len(is) != len(m) || len(is) > 0 && &is[0] != &m[0]
		if len(is) > 0 {
			kept = append(kept, is)
		}
	}
	if !changed {
		return b
	}
	return compound(kept)
}

// counts returns a message as it counts from that sender, nil if it does not.
func (d *identities) counts(m []byte, from secure.Peer) []byte {
	if len(m) == 0 {
		return nil
	}
	who, known := d.holder(from)
	switch m[0] {
	case mlAlive, mlSuspect, mlDead:
		return d.reports(m, who.name)
	case mlUser:
	default:
		return m
	}
	h, rest, err := decodeHeader(m[1:])
	if err != nil || h.kind == kindGoodbye || h.kind == kindEvent || h.kind == kindForget {
		return m // NotifyMsg counts it or checks its signature; anybody may forget a failed member
	}
	asks := h.kind == kindQuery || h.kind == kindAnswer
	switch {
	case known && (h.id == who.id || asks && from == d.own):
	case !known && asks:
	case !known:
		d.report.count(func(c *Counters) { c.Strangers++ })
		return nil
	default:
		d.report.impostor(fmt.Sprintf("%q sends in the name of another (id %d)", who.name, h.id))
		return nil
	}
	if !asks {
		return m
	}
	claim, err := decodeIdentity(rest)
	if err != nil {
		return m
	}
	if known && claim.name != who.name {
		d.report.impostor(fmt.Sprintf("%q claims the name %q", who.name, claim.name))
		return nil
	}
	if from != d.own && claim.standing.known() == settled {
		claim.standing = fresh // another key: it makes none stop that has settled
		return append([]byte{mlUser}, claim.append(h.append(nil))...)
	}
	return m
}

// reports returns what counts of a message about the state of a member.
func (d *identities) reports(m []byte, speaker string) []byte {
	var node, from string
	var incarnation uint64
	for _, f := range fieldsOf(m[1:]) {
		switch f.name {
		case "Node":
			node = string(f.text)
		case "From":
			from = string(f.text)
		case "Incarnation":
			incarnation = f.number
		}
	}
	if !d.mayRise(node, incarnation, m[0] == mlAlive) {
		d.report.impostor(fmt.Sprintf("%q raises the incarnation of %q to %d", speaker, node, incarnation))
		return nil
	}
	if m[0] != mlDead {
		return m
	}
	if node == from {
		if node == speaker {
			return m
		}
		if r, ok := d.view.find(node); ok && r.State == Alive {
			d.report.impostor(fmt.Sprintf("%q says that %q left, which said no goodbye", speaker, node))
			return nil
		}
	}
	return suspicion(node, speaker, uint32(incarnation))
}
