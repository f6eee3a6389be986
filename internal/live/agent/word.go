package agent

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"time"

	"bellwether/internal/live/lease"
	"bellwether/protocol"
	"bellwether/trace"
)

// leaseTerms are the terms on which a majority grants leadership.
//
// Grants of a lease count for nine tenths of the time for which they bind. The rest is for
// clocks that go at different rates, and for hooks that stop something. Without a lease they
// bind nobody, and count as long as a dead leader may go unnoticed.
//
// A claim is repeated four to five times while a grant counts, since single messages are lost.
func (o Options) leaseTerms() lease.Terms {
	t := lease.Terms{Members: o.Quorum, Counts: o.Detection.Timeout()}
	if o.Lease > 0 {
		t.Counts, t.Binds = o.Lease/10*9, o.Lease
	}
	t.Again = t.Counts / 5
	return t
}

// wordStack marks packets with the messages of package lease. Agents of another algorithm or
// of other terms do not understand them, and grant each other nothing.
func wordStack(stack uint32, t lease.Terms) uint32 {
	h := fnv.New32a()
	fmt.Fprintf(h, "lease %d %+v", stack, t)
	return h.Sum32()
}

// Kinds of messages of package lease. Each is its kind, a number, and how long a claimant holds,
// all big-endian.
const (
	wordClaim = iota
	wordGrant
	wordRelease
	wordKinds

	wordBytes = 1 + 8 + 8
)

// startWord begins to ask for a majority's word, if one is needed. Numbers of claims grow over
// restarts, since the incarnation does.
func (l *loop) startWord() {
	if l.o.Quorum < 2 {
		return
	}
	terms := l.o.leaseTerms()
	l.wordStack = wordStack(l.stack, terms)
	l.slept = newSlept()
	l.word = lease.New(l.self.ID, terms, uint64(l.self.Incarnation)<<32+1, l.steady())
}

// steady is the machine's time and that for which the computer was suspended, in which the
// machine's time stands still.
func (l *loop) steady() protocol.Time { return l.now().Add(l.slept.total()) }

// askWord claims what is due, and reports a leader whose time is over.
func (l *loop) askWord() {
	if l.word == nil {
		return
	}
	now := l.steady()
	l.word.Members(len(l.roster.ids))
	if r := l.word.Follow(l.lead.named, now); r != nil {
		l.sayWord(protocol.Nobody, wordRelease, r.Number, 0)
	}
	claim, due := l.word.Claim(now)
	if claim != nil {
		l.sayWord(protocol.Nobody, wordClaim, claim.Number, claim.Held)
	}
	l.setLeader(l.whom())
	l.tellMeta()
	if _, until := l.word.Leader(now); until < due {
		due = until
	}
	l.timers.stop(timerWord)
	if due != lease.Never {
		l.timers.set(timerWord, l.now().Add(due.Sub(now)))
	}
	if n := l.word.Granting(now); n != l.granting {
		l.granting = n
		l.note(trace.Record{Kind: trace.State, Node: l.self.ID, Name: "granting", Value: int64(n)})
	}
}

// sayWord sends a message of package lease to a member, or to all.
func (l *loop) sayWord(to protocol.ID, kind byte, number uint64, held time.Duration) {
	message := binary.BigEndian.AppendUint64([]byte{kind}, number)
	message = binary.BigEndian.AppendUint64(message, uint64(held))
	for id, m := range l.roster.byID {
		if to != protocol.Nobody && id != to {
			continue
		}
		p := packet{stack: l.wordStack, from: l.self.ID, to: id, incarnation: l.self.Incarnation,
			sent: l.now(), wall: time.Now().UnixNano(), message: message}
		l.air.wire = p.append(l.air.wire[:0])
		if l.network.Send(m.Name, l.air.wire) != nil {
			l.counted.Unsent++
		}
	}
}

// onWord takes a message of package lease.
func (l *loop) onWord(from protocol.ID, message []byte) {
	if len(message) != wordBytes || message[0] >= wordKinds {
		l.counted.Malformed++
		return
	}
	now := l.steady()
	number := binary.BigEndian.Uint64(message[1:])
	held := time.Duration(binary.BigEndian.Uint64(message[9:]))
	switch message[0] {
	case wordClaim:
		if g := l.word.OnClaim(from, lease.Claim{Number: number, Held: held}, now); g != nil {
			l.sayWord(from, wordGrant, g.Number, 0)
		}
	case wordGrant:
		l.word.OnGrant(from, lease.Grant{Number: number})
	case wordRelease:
		l.word.OnRelease(from, lease.Release{Number: number}, now)
	}
}

// releaseWord gives up what this node holds, at its end.
func (l *loop) releaseWord() {
	if l.word != nil {
		l.lead.named = protocol.Nobody
		l.askWord()
	}
}

// ungranted says why this node is not reported, though its algorithm elected it; "" if no
// majority is needed, or another is elected.
func (l *loop) ungranted() string {
	if l.word == nil || l.lead.named != l.self.ID {
		return ""
	}
	return fmt.Sprintf("%d of %d members grant it: %d are needed", l.word.Granting(l.steady()), max(l.o.Quorum, len(l.roster.ids)), l.word.Quorum())
}

// WordStatus is what a majority grants the leader that a node's algorithm elected.
type WordStatus struct {
	Named    *Node         `json:"named"`    // the one that the algorithm elected
	Needed   int           `json:"needed"`   // members that must grant it
	Granting int           `json:"granting"` // members that do, if it is this node; it is one of them
	Lease    time.Duration `json:"lease_ns"` // 0: grants bind nobody
	HoldsFor time.Duration `json:"holds_for_ns"`
}

// wordStatus is nil if no majority is needed.
func (l *loop) wordStatus() *WordStatus {
	if l.word == nil {
		return nil
	}
	now := l.steady()
	s := &WordStatus{Named: l.node(l.lead.named), Needed: l.word.Quorum(), Granting: l.word.Granting(now), Lease: l.o.Lease}
	if l.lead.leader == l.self.ID {
		s.HoldsFor = max(l.word.Until().Sub(now), 0)
	}
	return s
}
