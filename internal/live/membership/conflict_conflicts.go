package membership

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/hashicorp/memberlist"
)

// A poster sends one message of this agent to an address.
type poster interface{ post(addr string, b []byte) }

// conflicts finds out whether another living agent has this one's name or id, and which of the
// two stops. The comment of type entry has the rules.
type conflicts struct {
	own    *own
	ids    *identities
	report *report
	keys   bool          // only holders of a key can answer
	every  time.Duration // between two queries of a claimant

	claimants *claimants
	entry     entry
	found     chan error
	lostTo    atomic.Pointer[Conflict] // another agent keeps our name or id
	keptFor   atomic.Pointer[string]   // why we keep our name or id, of the last that claimed it
}

// conflictOptions are what conflicts are made of.
type conflictOptions struct {
	Own        *own
	Identities *identities
	Report     *report
	Keyless    keyless
	Every      time.Duration // between two queries of a claimant: a probe time-out
}

// keyless says that anybody can answer a query, because there is no encryption.
type keyless bool

func newConflicts(o conflictOptions) *conflicts {
	return &conflicts{own: o.Own, ids: o.Identities, report: o.Report, keys: !bool(o.Keyless), every: o.Every,
		claimants: newClaimants(), found: make(chan error, 1)}
}

// results gives a [*Conflict] at most once.
func (cs *conflicts) results() <-chan error { return cs.found }

// lost returns the conflict in which another agent keeps our name or id; nil: none.
func (cs *conflicts) lost() *Conflict { return cs.lostTo.Load() }

// forgetKept and kept are about why we keep our name or id, of the last that claimed it.
func (cs *conflicts) forgetKept() { cs.keptFor.Store(nil) }

func (cs *conflicts) kept() (why string) {
	if w := cs.keptFor.Load(); w != nil {
		why = *w
	}
	return why
}

// renew makes the agent new again, after it left.
func (cs *conflicts) renew() { cs.entry.reset() }

// settle notes that this agent has settled.
func (cs *conflicts) settle() { cs.entry.note(settled) }

// vouches reports whether a call to that address runs which vouches.
func (cs *conflicts) vouches(addr string) bool { return cs.entry.vouches(addr) }

// calling notes that a call to an address begins which vouches. The returned function notes its
// end.
func (cs *conflicts) calling(addr string) (end func()) { return cs.entry.begin(addr) }

// claimed notes an address at which our name or id is reported.
func (cs *conflicts) claimed(addr string) { cs.claimants.meet(addr) }

// paired notes two addresses at which one name or id of others is reported.
func (cs *conflicts) paired(a, b string) { cs.claimants.pair(a, b) }

// disputed reports whether others may still believe that this agent is at another address.
func (cs *conflicts) disputed(probe time.Duration) bool {
	return cs.claimants.disputed(disputedFor * probe)
}

// clear forgets all claimants.
func (cs *conflicts) clear() { cs.claimants.clear() }

// heard takes a query or an answer.
func (cs *conflicts) heard(h header, rest []byte) {
	c, err := decodeIdentity(rest)
	if err != nil {
		cs.report.malformed()
		return
	}
	cs.claimants.hear(queryPacket{h, c})
}

// hinted takes the hint of another agent that our name or id is used at an address.
func (cs *conflicts) hinted(rest []byte) {
	addr := string(bytes.TrimRight(rest, "\x00"))
	tries := (1 + headerSize + len(rest)) / (1 + len(cs.queryTo(kindQuery, 0))) // 1: memberlist's kind
	if checkAddr(addr) != nil || tries == 0 {
		cs.report.malformed()
		return
	}
	cs.claimants.hinted(addr, tries)
}

// waiting reports whether the answer of a claimant is awaited.
func (cs *conflicts) waiting() bool { return cs.claimants.waiting() }

// judged waits until all claimants are judged, rivalPatience at most.
func (cs *conflicts) judged(ctx context.Context) {
	deadline := time.After(rivalPatience * cs.every)
	for cs.waiting() && cs.lostTo.Load() == nil {
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

// reported takes one member of the state that a call which vouches got. It may be this agent,
// or one with our name or id.
func (cs *conflicts) reported(member []byte) {
	e := entryOf(member)
	m, err := cs.ids.decodeMeta(e.meta)
	if err == nil {
		err = cs.ids.rivals(e.name, e.addr, e.meta)
	}
	own := cs.own.metadata()
	switch {
	case e.state > uint64(memberlist.StateSuspect) || checkAddr(e.addr) != nil || err != nil || e.name != cs.own.name && m.ID != own.ID:
	case e.addr != cs.own.at():
		cs.entry.note(opposed)
		cs.claimants.vouched(e.addr)
	case e.name != cs.own.name || m.ID != own.ID || m.Incarnation != own.Incarnation:
	case cs.ids.ours(member):
		cs.entry.note(settled)
	}
}

// run queries claimants, and answers queries to us, until ctx ends.
func (cs *conflicts) run(ctx context.Context, to poster) {
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

func (cs *conflicts) ask(to poster) {
	for _, x := range cs.claimants.next() {
		cs.query(to, kindQuery, x.addr, x.token)
	}
}

// hint informs other agents that share a name or id of each other, each pair at most once
// a tick. A hint is as long as a datagram may be, because its receiver sends the address no
// more bytes in queries than the hint has. So a forged hint does not amplify traffic.
func (cs *conflicts) hint(to poster) {
	h := cs.own.header(kindHint).append(nil)
	about := func(addr string) []byte {
		b := append(h[:len(h):len(h)], addr...)
		return append(b, make([]byte, MaxDatagram-len(addr))...)
	}
	for _, p := range cs.claimants.takePairs() {
		to.post(p[0], about(p[1]))
		to.post(p[1], about(p[0]))
	}
}

func (cs *conflicts) query(to poster, kind byte, addr string, token uint64) {
	to.post(addr, cs.queryTo(kind, token))
}

// queryTo is a query or an answer of ours.
func (cs *conflicts) queryTo(kind byte, token uint64) []byte {
	d := claim{token: token, life: cs.own.life, standing: cs.entry.standing(), name: cs.own.name, addr: cs.own.at()}
	if cs.lostTo.Load() != nil {
		d.standing = beaten
	}
	return d.append(cs.own.header(kind).append(nil))
}

// onQuery answers a query, and judges the answer to one of ours. A query alone proves
// nothing, since it may be old or forged: we send a query in return.
func (cs *conflicts) onQuery(to poster, h queryPacket) {
	same := h.life != cs.own.life && (h.name == cs.own.name || h.id == cs.own.ident())
	if h.kind == kindQuery {
		cs.query(to, kindAnswer, h.addr, h.token)
		if same {
			cs.claimants.meet(h.addr)
		}
	} else if x, asked := cs.claimants.asked(h.token); asked {
		if same && cs.lostTo.Load() == nil {
			cs.judge(x, h)
		}
		// Only after the verdict: Start looks for a verdict as soon as no query is open.
		cs.claimants.settle(h.token)
	}
	poke(cs.claimants.quiet)
}

// judge decides what to do about another living agent with our name or id. Clocks decide
// nothing: see entry.
func (cs *conflicts) judge(x claimant, h queryPacket) {
	c := &Conflict{
		Self:  Holder{cs.own.name, cs.own.at(), cs.own.ident()},
		Other: Holder{h.name, h.addr, h.id},
	}
	of := contest{
		self: side{cs.own.life, cs.entry.standing()}, other: side{h.life, h.standing.known()},
		keys: cs.keys, vouched: x.vouched,
	}
	if of.lost() {
		cs.report.log().Error(c.Error())
		cs.report.count(func(c *Counters) { c.Conflicts++ })
		cs.lostTo.Store(c)
		select {
		case cs.found <- c:
		default:
		}
		return
	}
	cs.report.count(func(c *Counters) { c.Conflicts++; c.Contested++ })
	what, change := c.about()
	why := fmt.Sprintf("%s is claimed twice: this agent is %v, the other is %v: ", what, c.Self, c.Other)
	switch {
	case of.other.standing != settled:
		why += "this one keeps it, since the other is newer"
	case cs.keys:
		why += "this one keeps it, since its number of the two is the smaller, and the other stops"
	default:
		why += "both go on, since without keys nobody can tell which one is right: stop one of them, or start it with another " + change
	}
	cs.keptFor.Store(&why)
	cs.report.raise(Contested, why)
}
