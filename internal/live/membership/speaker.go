package membership

import (
	"encoding/binary"
	"fmt"

	"github.com/hashicorp/memberlist"

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
func (g *Gossip) attributed(b []byte, from secure.Peer) []byte {
	kept, changed := make([][]byte, 0, 8), false
	for _, m := range messagesOf(b) {
		is := g.counts(m, from)
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

// messagesOf are the messages in a packet.
func messagesOf(b []byte) (all [][]byte) {
	if len(b) >= checksumBytes && b[0] == mlChecksum {
		b = b[checksumBytes:]
	}
	if len(b) == 0 || b[0] != mlCompound {
		return [][]byte{b}
	}
	lengths, rest := b[2:2+2*int(b[1])], b[2+2*int(b[1]):]
	for ; len(lengths) > 0; lengths = lengths[2:] {
		n := int(binary.BigEndian.Uint16(lengths))
		all, rest = append(all, rest[:n]), rest[n:]
	}
	return all
}

// compound is a packet of some messages.
func compound(all [][]byte) []byte {
	if len(all) < 2 {
		return append([]byte(nil), join(all)...)
	}
	b := []byte{mlCompound, byte(len(all))}
	for _, m := range all {
		b = binary.BigEndian.AppendUint16(b, uint16(len(m)))
	}
	return append(b, join(all)...)
}

func join(all [][]byte) (b []byte) {
	for _, m := range all {
		b = append(b, m...)
	}
	return b
}

// counts returns a message as it counts from that sender, nil if it does not.
func (g *Gossip) counts(m []byte, from secure.Peer) []byte {
	if len(m) == 0 {
		return nil
	}
	who, known := g.ids.holder(from)
	switch m[0] {
	case mlAlive, mlSuspect, mlDead:
		return g.reports(m, who.name)
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
	case known && (h.id == who.id || asks && from == g.ids.own):
	case !known && asks:
	case !known:
		g.tally.count(func(c *Counters) { c.Strangers++ })
		return nil
	default:
		g.impostor(fmt.Sprintf("%q sends in the name of another (id %d)", who.name, h.id))
		return nil
	}
	if !asks {
		return m
	}
	d, err := decodeIdentity(rest)
	if err != nil {
		return m
	}
	if known && d.name != who.name {
		g.impostor(fmt.Sprintf("%q claims the name %q", who.name, d.name))
		return nil
	}
	if from != g.ids.own && d.standing.known() == settled {
		d.standing = fresh // another key: it makes none stop that has settled
		return append([]byte{mlUser}, d.append(h.append(nil))...)
	}
	return m
}

// reports returns what counts of a message about the state of a member.
func (g *Gossip) reports(m []byte, speaker string) []byte {
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
	if !g.ids.mayRise(node, incarnation, m[0] == mlAlive) {
		g.impostor(fmt.Sprintf("%q raises the incarnation of %q to %d", speaker, node, incarnation))
		return nil
	}
	if m[0] != mlDead {
		return m
	}
	if node == from {
		if node == speaker {
			return m
		}
		if r, ok := g.view.find(node); ok && r.State == Alive {
			g.impostor(fmt.Sprintf("%q says that %q left, which said no goodbye", speaker, node))
			return nil
		}
	}
	return suspicion(node, speaker, uint32(incarnation))
}

// suspicion is memberlist's message that one member suspects another.
func suspicion(node, from string, incarnation uint32) []byte {
	b := append([]byte{mlSuspect, 0x83}, msgText("Incarnation")...)
	b = binary.BigEndian.AppendUint32(append(b, 0xCE), incarnation)
	b = append(append(b, msgText("Node")...), msgText(node)...)
	return append(append(b, msgText("From")...), msgText(from)...)
}

// msgText is a text in MessagePack.
func msgText(s string) []byte {
	if len(s) < 32 {
		return append([]byte{0xA0 | byte(len(s))}, s...)
	}
	return append([]byte{0xD9, byte(len(s))}, s...) // names have 253 bytes at most
}

// unleft changes the state of a member in a list that another one sent: that it left says
// only its goodbye.
func unleft(member []byte) {
	for _, f := range fieldsOf(member) {
		if f.name == "State" && f.number == uint64(memberlist.StateLeft) {
			member[f.end-1] = byte(memberlist.StateDead)
		}
	}
}

// impostor counts what was said in the name of another, and raises an alarm.
func (g *Gossip) impostor(why string) {
	g.tally.count(func(c *Counters) { c.Impostors++ })
	g.raise(Impostor, why+": refused")
}
