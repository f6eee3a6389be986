package signing

import (
	"fmt"

	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
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

// Attributed returns a packet without what its sender may not say. The caller has found that
// memberlist sends such packets (packet.Check). It returns nil if nothing is left.
func (d *Identities) Attributed(b []byte, from secure.Peer) []byte {
	kept, changed := make([][]byte, 0, 8), false
	for _, m := range packet.MessagesOf(b) {
		is := d.counts(m, from)
		changed = changed || len(is) != len(m) || len(is) > 0 && &is[0] != &m[0]
		if len(is) > 0 {
			kept = append(kept, is)
		}
	}
	if !changed {
		return b
	}
	return packet.Compound(kept)
}

// counts returns a message as it counts from that sender, nil if it does not.
func (d *Identities) counts(m []byte, from secure.Peer) []byte {
	if len(m) == 0 {
		return nil
	}
	who, known := d.holder(from)
	switch m[0] {
	case packet.KindAlive, packet.KindSuspect, packet.KindDead:
		return d.reports(m, who.name)
	case packet.KindUser:
	default:
		return m
	}
	h, rest, err := wire.DecodeHeader(m[1:])
	if err != nil || h.Kind == wire.KindGoodbye || h.Kind == wire.KindEvent || h.Kind == wire.KindForget {
		return m // NotifyMsg counts it or checks its signature; anybody may forget a failed member
	}
	asks := h.Kind == wire.KindQuery || h.Kind == wire.KindAnswer
	switch {
	case known && (h.ID == who.id || asks && from == d.own):
	case !known && asks:
	case !known:
		d.report.Count(func(c *report.Counters) { c.Strangers++ })
		return nil
	default:
		d.report.Impostor(fmt.Sprintf("%q sends in the name of another (id %d)", who.name, h.ID))
		return nil
	}
	if !asks {
		return m
	}
	claim, err := wire.DecodeIdentity(rest)
	if err != nil {
		return m
	}
	if known && claim.Name != who.name {
		d.report.Impostor(fmt.Sprintf("%q claims the name %q", who.name, claim.Name))
		return nil
	}
	if from != d.own && claim.Standing.Known() == wire.Settled {
		claim.Standing = wire.Fresh // another key: it makes none stop that has settled
		return append([]byte{packet.KindUser}, claim.Append(h.Append(nil))...)
	}
	return m
}

// reports returns what counts of a message about the state of a member.
func (d *Identities) reports(m []byte, speaker string) []byte {
	var node, from string
	var incarnation uint64
	for _, f := range packet.FieldsOf(m[1:]) {
		switch f.Name {
		case "Node":
			node = string(f.Text)
		case "From":
			from = string(f.Text)
		case "Incarnation":
			incarnation = f.Number
		}
	}
	if !d.mayRise(node, incarnation, m[0] == packet.KindAlive) {
		d.report.Impostor(fmt.Sprintf("%q raises the incarnation of %q to %d", speaker, node, incarnation))
		return nil
	}
	if m[0] != packet.KindDead {
		return m
	}
	if node == from {
		if node == speaker {
			return m
		}
		if r, ok := d.view.Find(node); ok && r.State == view.Alive {
			d.report.Impostor(fmt.Sprintf("%q says that %q left, which said no goodbye", speaker, node))
			return nil
		}
	}
	return packet.Suspicion(node, speaker, uint32(incarnation))
}
