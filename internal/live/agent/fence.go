package agent

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/live/lease"
	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// fenceState is the name under which a node stores its fence, among the states of algorithms: none has it.
const fenceState = "lease"

// fenceBytes is the size of a stored fence: version, doubted, number, owner, life.
const (
	fenceVersion = 1
	fenceBytes   = 1 + 1 + 8 + 4 + 8
)

var errFence = errors.New("the stored fence is of another version")

// fences reports whether agents with these options store fences: see package lease.
func (o Options) fences() bool { return o.Lease > 0 && o.Storage.Durable() }

// A kept fence is what the storage has. It is doubted if it is lost, or the storage was restored from a copy.
type kept struct {
	lease.Fence
	doubted bool
}

// saveFence stores a fence.
func (o Options) saveFence(f kept) error {
	b := append(make([]byte, 0, fenceBytes), fenceVersion, protocol.Bit(f.doubted))
	b = protocol.AppendID(binary.BigEndian.AppendUint64(b, f.Number), f.Owner)
	return o.Storage.Save(fenceState, binary.BigEndian.AppendUint64(b, f.Life))
}

// savedFence returns the stored fence. What cannot be read is doubted.
func (o Options) savedFence() kept {
	b, err := whole(o.Logger, func() ([]byte, error) { return o.Storage.Saved(fenceState) })
	if err == nil && b != nil && (len(b) != fenceBytes || b[0] != fenceVersion) {
		err = errFence
	}
	if err != nil {
		o.Logger.Error("the fencing token cannot be read and is taken for lost", "error", err)
	}
	if err != nil || b == nil {
		return kept{doubted: true}
	}
	f := lease.Fence{Number: binary.BigEndian.Uint64(b[2:]), Owner: protocol.ID(binary.BigEndian.Uint32(b[10:])), Life: binary.BigEndian.Uint64(b[14:])}
	return kept{f, b[1] != 0}
}

// doubtFence marks the stored fence, durably: the storage was restored from a copy.
func (o Options) doubtFence() error {
	if !o.fences() {
		return nil
	}
	f := o.savedFence()
	f.doubted = true
	return o.saveFence(f)
}

// fencing is what a node needs for tokens.
func (m *majority) fencing(o Options) lease.Fences {
	has := o.savedFence()
	f := lease.Fences{Stored: has.Fence, Doubted: has.doubted, Life: entropy(),
		Floor: func() uint64 { return uint64(max(time.Now().UnixMilli(), 0)) }}
	failed := false
	f.Keep = func(fence lease.Fence) error {
		err := o.saveFence(kept{Fence: fence})
		if err != nil && !failed {
			o.Logger.Error("the fencing token cannot be stored: this node grants no leadership until it can", "error", err)
		}
		failed = err != nil
		return err
	}
	return f
}

// unable are the members that are alive and cannot store fences. What a member of this version says of itself
// in its first moment, before it knows the version of all, does not show it.
func (m *majority) unable() (names []string) {
	for _, id := range m.roster.alive {
		member, other := m.roster.byID[id]
		early := member.Version >= 2 && member.Meta.Terms == (membership.Terms{})
		if other && m.roster.counts(id) && member.Meta.Stack == m.runs && !member.Meta.Fences && !early {
			names = append(names, member.Name)
		}
	}
	slices.Sort(names)
	return names
}

// unfenced says why a leadership that begins now has no token, or waits for one; "" if neither.
func (m *majority) unfenced() string {
	if m.lease == 0 {
		return "there is no lease"
	}
	if !m.stores {
		return "this node keeps nothing on a disk"
	}
	if names := m.unable(); len(names) > 0 {
		more := ""
		if len(names) > surplusNamed {
			more, names = ", …", names[:surplusNamed]
		}
		return fmt.Sprintf("%s%s cannot store tokens: an older program, or no state directory", strings.Join(names, ", "), more)
	}
	if m.node.Doubted() {
		return "what this node stored is lost or out of date: it grants nothing until it has asked the others"
	}
	return ""
}

// The kinds of messages of package lease: each is its kind and some numbers of 8 bytes, big-endian. Agents
// before tokens know the first three only.
const (
	kindClaim   = iota // number, how long it holds
	kindGrant          // number, 0
	kindRelease        // number, 0
	kindSeek           // a claim with a token: number, how long it holds, the fence, the life, the token that it has
	kindStored         // a grant with a token: number, the fence, the life
	kindHigher         // number, the fence that is stored, the life of the claim
	kindAsk            // the asker's life
	kindTell           // the asker's life; the fence: number, owner, life; 1 if it is sound
)

// numbers are how many numbers a message of each kind has.
var numbers = [...]int{kindClaim: 2, kindGrant: 2, kindRelease: 2, kindSeek: 5, kindStored: 3, kindHigher: 3, kindAsk: 1, kindTell: 5}

// words is a message of package lease.
func words(kind byte, all ...uint64) []byte {
	b := []byte{kind}
	for _, n := range all {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return b
}

// parseWords accepts any bytes. It returns the numbers of a message; not ok, if it is none.
func parseWords(b []byte) (all [5]uint64, ok bool) {
	if len(b) == 0 || int(b[0]) >= len(numbers) || len(b) != 1+8*numbers[b[0]] {
		return all, false
	}
	for i := range numbers[b[0]] {
		all[i] = binary.BigEndian.Uint64(b[1+8*i:])
	}
	return all, true
}

// heard takes a message of package lease.
func (m *majority) heard(from protocol.ID, message []byte) {
	w, ok := parseWords(message)
	if !ok {
		m.counted.Malformed++
		return
	}
	now := m.clock.steady()
	m.count()
	if message[0] != kindClaim && message[0] != kindSeek && message[0] != kindAsk && !m.roster.counts(from) {
		m.counted.Guests++
		return
	}
	switch message[0] {
	case kindClaim:
		m.answer(from, lease.Claim{Number: w[0], Held: time.Duration(w[1])}, now)
	case kindSeek:
		m.answer(from, lease.Claim{Number: w[0], Held: time.Duration(w[1]), Fence: w[2], Life: w[3], Token: w[4]}, now)
	case kindGrant:
		m.node.OnGrant(from, lease.Grant{Number: w[0]})
	case kindStored:
		m.node.OnGrant(from, lease.Grant{Number: w[0], Fence: w[1], Life: w[2]})
	case kindRelease:
		m.node.OnRelease(from, lease.Release{Number: w[0]}, now)
	case kindHigher:
		m.node.OnHigher(lease.Higher{Number: w[0], Fence: w[1], Life: w[2]})
	case kindAsk:
		if t := m.node.OnAsk(lease.Ask{Life: w[0]}); t != nil {
			m.say(from, words(kindTell, t.Life, t.Fence.Number, uint64(t.Fence.Owner), t.Fence.Life, uint64(protocol.Bit(t.Sound))))
		}
	case kindTell:
		m.node.OnTell(from, lease.Tell{Life: w[0], Fence: lease.Fence{Number: w[1], Owner: protocol.ID(w[2]), Life: w[3]}, Sound: w[4] == 1})
	}
}

// answer answers a claim.
func (m *majority) answer(to protocol.ID, c lease.Claim, now protocol.Time) {
	switch g := m.node.OnClaim(to, c, now); {
	case g != nil && g.Fence != 0:
		m.say(to, words(kindStored, g.Number, g.Fence, g.Life))
	case g != nil:
		m.say(to, words(kindGrant, g.Number, 0))
	default:
		if h := m.node.Refuses(to, c); h != nil {
			m.say(to, words(kindHigher, h.Number, h.Fence, h.Life))
		}
	}
}

// spread sends a claim to all members, each in the form that it understands.
func (m *majority) spread(c lease.Claim) {
	for id, member := range m.roster.byID {
		if c.Fence != 0 && member.Meta.Fences {
			m.say(id, words(kindSeek, c.Number, uint64(c.Held), c.Fence, c.Life, c.Token))
		} else {
			m.say(id, words(kindClaim, c.Number, uint64(c.Held)))
		}
	}
}

// ask asks all members for their fences, if that is due, and returns when to ask again.
func (m *majority) ask(now protocol.Time) (due protocol.Time) {
	question, due := m.node.Ask(now)
	for id, member := range m.roster.byID {
		if question != nil && member.Meta.Fences {
			m.say(id, words(kindAsk, question.Life))
		}
	}
	return due
}
