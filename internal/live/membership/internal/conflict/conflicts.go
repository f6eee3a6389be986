package conflict

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/wire"
)

// A poster sends one message of this agent to an address.
type poster interface{ Post(addr string, b []byte) }

// Conflicts finds out whether another living agent has this one's name or id, and which of the
// two stops. The comment of type entry has the rules.
type Detector struct {
	own    *self.Agent
	ids    *signing.Identities
	report *report.Report
	keys   bool          // only holders of a key can answer
	every  time.Duration // between two queries of a claimant
	newer  func()

	claimants *claimants
	entry     entry
	found     chan error
	lostTo    atomic.Pointer[Conflict] // another agent keeps our name or id
	keptFor   atomic.Pointer[string]   // why we keep our name or id, of the last that claimed it
}

// Options are what conflicts are made of.
type Options struct {
	Own        *self.Agent
	Identities *signing.Identities
	Report     *report.Report
	Keyless    Keyless
	Every      time.Duration // between two queries of a claimant: a probe time-out
	Restored   func()        // called when others know a newer incarnation of this agent
}

// Keyless says that anybody can answer a query, because there is no encryption.
type Keyless bool

// New returns one that has nothing to do yet.
func New(o Options) *Detector {
	return &Detector{own: o.Own, ids: o.Identities, report: o.Report, keys: !bool(o.Keyless), every: o.Every, newer: o.Restored,
		claimants: newClaimants(), found: make(chan error, 1)}
}

// Results gives a [*Conflict] at most once.
func (cs *Detector) Results() <-chan error { return cs.found }

// Lost returns the conflict in which another agent keeps our name or id; nil: none.
func (cs *Detector) Lost() *Conflict { return cs.lostTo.Load() }

// ForgetKept and kept are about why we keep our name or id, of the last that claimed it.
func (cs *Detector) ForgetKept() { cs.keptFor.Store(nil) }

func (cs *Detector) Kept() (why string) {
	if w := cs.keptFor.Load(); w != nil {
		why = *w
	}
	return why
}

// Renew makes the agent new again, after it left.
func (cs *Detector) Renew() { cs.entry.reset() }

// Settle notes that this agent has settled.
func (cs *Detector) Settle() { cs.entry.note(wire.Settled) }

// Vouches reports whether a call to that address runs which vouches.
func (cs *Detector) Vouches(addr string) bool { return cs.entry.vouches(addr) }

// Calling notes that a call to an address begins which vouches. The returned function notes its
// end.
func (cs *Detector) Calling(addr string) (end func()) { return cs.entry.begin(addr) }

// Claimed notes an address at which our name or id is reported.
func (cs *Detector) Claimed(addr string) { cs.claimants.meet(addr) }

// Paired notes two addresses at which one name or id of others is reported.
func (cs *Detector) Paired(a, b string) { cs.claimants.pair(a, b) }

// Disputed reports whether others may still believe that this agent is at another address.
func (cs *Detector) Disputed(probe time.Duration) bool {
	return cs.claimants.disputed(disputedFor * probe)
}

// Clear forgets all claimants.
func (cs *Detector) Clear() { cs.claimants.clear() }

// Heard takes a query or an answer.
func (cs *Detector) Heard(h wire.Header, rest []byte) {
	c, err := wire.DecodeIdentity(rest)
	if err != nil {
		cs.report.Malformed()
		return
	}
	cs.claimants.hear(queryPacket{h, c})
}

// Hinted takes the hint of another agent that our name or id is used at an address.
func (cs *Detector) Hinted(rest []byte) {
	addr := string(bytes.TrimRight(rest, "\x00"))
	tries := (1 + wire.HeaderSize + len(rest)) / (1 + len(cs.queryTo(wire.KindQuery, 0))) // 1: memberlist's kind
	if wire.CheckAddr(addr) != nil || tries == 0 {
		cs.report.Malformed()
		return
	}
	cs.claimants.hinted(addr, tries)
}

// Waiting reports whether the answer of a claimant is awaited.
func (cs *Detector) Waiting() bool { return cs.claimants.waiting() }

// Judged waits until all claimants are judged, rivalPatience at most.
func (cs *Detector) Judged(ctx context.Context) {
	deadline := time.After(rivalPatience * cs.every)
	for cs.Waiting() && cs.lostTo.Load() == nil {
		select {
		case <-cs.claimants.quiet:
		case <-ctx.Done():
			return
		case <-deadline:
			return
		}
	}
}

// rivalPatience is how long to wait for the answer of a claimant, in probe time-outs.
const rivalPatience = 3

// Reported takes one member of the state that a call which vouches got. It may be this agent,
// or one with our name or id.
func (cs *Detector) Reported(member []byte) {
	e := packet.EntryOf(member)
	m, err := cs.ids.DecodeMeta(e.Meta)
	if err == nil {
		err = cs.ids.Rivals(e.Name, e.Addr, e.Meta)
	}
	own := cs.own.Metadata()
	if err == nil && e.Name == cs.own.Name && m.ID == own.ID && cs.ids.Ours(member) && cs.own.Report(m.Incarnation, m.Start) {
		cs.newer()
	}
	switch {
	case e.State > uint64(memberlist.StateSuspect) || wire.CheckAddr(e.Addr) != nil || err != nil || e.Name != cs.own.Name && m.ID != own.ID:
	case e.Addr != cs.own.At():
		cs.entry.note(wire.Challenged)
		cs.claimants.vouched(e.Addr)
	case e.Name != cs.own.Name || m.ID != own.ID || m.Incarnation != own.Incarnation || m.Start != own.Start:
	case cs.ids.Ours(member):
		cs.entry.note(wire.Settled)
	}
}

// Run queries claimants, and answers queries to us, until ctx ends.
func (cs *Detector) Run(ctx context.Context, to poster) {
	tick := time.NewTicker(cs.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case h := <-cs.claimants.packets:
			cs.onQuery(to, h)
		case <-cs.claimants.met:
			cs.ask(to)
		case <-tick.C:
			cs.ask(to)
			cs.hint(to)
		}
	}
}

func (cs *Detector) ask(to poster) {
	for _, x := range cs.claimants.next() {
		cs.query(to, wire.KindQuery, x.addr, x.token)
	}
}

// hint informs other agents that share a name or id of each other, each pair at most once
// a tick. A hint is as long as a datagram may be, because its receiver sends the address no
// more bytes in queries than the hint has. So a forged hint does not amplify traffic.
func (cs *Detector) hint(to poster) {
	h := cs.own.Header(wire.KindHint).Append(nil)
	about := func(addr string) []byte {
		b := append(h[:len(h):len(h)], addr...)
		return append(b, make([]byte, wire.MaxDatagram-len(addr))...)
	}
	for _, p := range cs.claimants.takePairs() {
		to.Post(p[0], about(p[1]))
		to.Post(p[1], about(p[0]))
	}
}

func (cs *Detector) query(to poster, kind byte, addr string, token uint64) {
	to.Post(addr, cs.queryTo(kind, token))
}

// queryTo is a query or an answer of ours.
func (cs *Detector) queryTo(kind byte, token uint64) []byte {
	d := wire.Claim{Token: token, Session: cs.own.Session, Standing: cs.entry.standing(), Name: cs.own.Name, Addr: cs.own.At()}
	if cs.lostTo.Load() != nil {
		d.Standing = wire.Losing
	}
	return d.Append(cs.own.Header(kind).Append(nil))
}

// onQuery answers a query, and judges the answer to one of ours. A query alone proves
// nothing, since it may be old or forged: we send a query in return.
func (cs *Detector) onQuery(to poster, h queryPacket) {
	same := h.Session != cs.own.Session && (h.Name == cs.own.Name || h.ID == cs.own.Ident())
	if h.Kind == wire.KindQuery {
		cs.query(to, wire.KindAnswer, h.Addr, h.Token)
		if same {
			cs.claimants.meet(h.Addr)
		}
	} else if x, asked := cs.claimants.asked(h.Token); asked {
		if same && cs.lostTo.Load() == nil {
			cs.judge(x, h)
		}
		// Only after the verdict: Start looks for a verdict as soon as no query is open.
		cs.claimants.settle(h.Token)
	}
	poke(cs.claimants.quiet)
}

// judge decides what to do about another living agent with our name or id. Clocks decide
// nothing: see entry.
func (cs *Detector) judge(x claimant, h queryPacket) {
	c := &Conflict{
		Self:  Holder{cs.own.Name, cs.own.At(), cs.own.Ident()},
		Other: Holder{h.Name, h.Addr, h.ID},
	}
	of := contest{
		self: side{cs.own.Session, cs.entry.standing()}, other: side{h.Session, h.Standing.Known()},
		keys: cs.keys, vouched: x.vouched,
	}
	if of.lost() {
		cs.report.Log().Error(c.Error())
		cs.report.Count(func(c *report.Counters) { c.Conflicts++ })
		cs.lostTo.Store(c)
		select {
		case cs.found <- c:
		default:
		}
		return
	}
	cs.report.Count(func(c *report.Counters) { c.Conflicts++; c.Contested++ })
	what, change := c.about()
	why := fmt.Sprintf("%s is claimed twice: this agent is %v, the other is %v: ", what, c.Self, c.Other)
	switch {
	case of.other.standing != wire.Settled:
		why += "this one keeps it, since the other is newer"
	case cs.keys:
		why += "this one keeps it, since its number of the two is the smaller, and the other stops"
	default:
		why += "both go on, since without keys nobody can tell which one is right: stop one of them, or start it with another " + change
	}
	cs.keptFor.Store(&why)
	cs.report.Raise(report.Contested, why)
}
