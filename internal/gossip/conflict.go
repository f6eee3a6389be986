package gossip

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/protocol"
)

// Bounds on the queries to claimants.
const (
	claimantLimit = 16 // addresses queried at a time, and queries that wait
	rivalTries    = 8  // at 30 % loss each way all eight fail with 0.51⁸ = 0.5 %
)

// disputedFor is the number of probe periods that others may need to give up this agent's
// former life at another address: lan's longest suspicion among up to ten members, 4 × 6.
const disputedFor = 24

// A Conflict says that another agent, which started earlier, has the name or the
// id of this one.
type Conflict struct{ Self, Other Holder }

// A Holder is one of two agents in a conflict.
type Holder struct {
	Name, Addr string
	ID         protocol.ID
}

// String is its name, id and address, for messages.
func (h Holder) String() string { return fmt.Sprintf("%q (id %d) at %s", h.Name, h.ID, h.Addr) }

// Error names what is taken, by which agent, and what to do. It names no flags, because an
// agent may be part of another program.
func (c *Conflict) Error() string {
	what, other := fmt.Sprintf("name %q", c.Self.Name), "name"
	switch {
	case c.Self.Name == c.Other.Name && c.Self.ID == c.Other.ID:
		what, other = what+fmt.Sprintf(" with id %d", c.Self.ID), "name and another state directory"
	case c.Self.Name != c.Other.Name:
		what, other = fmt.Sprintf("id %d", c.Self.ID), "id"
	}
	return fmt.Sprintf("%s is taken: this agent is %v, the other is %v and started earlier: start this one with another %s",
		what, c.Self, c.Other, other)
}

// claimants are the addresses at which our name or id is reported. It may be our own
// former life, which does not answer, or a second agent, which does.
type claimants struct {
	met     chan struct{} // signals a claimant to query
	quiet   chan struct{} // signals that a claimant was judged
	packets chan queryPacket

	mu    sync.Mutex
	at    []claimant
	last  time.Time   // when a claimant was last reported
	pairs [][2]string // addresses of two others that share a name or id, to be informed
}

// A claimant is one address to query, with the token of the last query.
type claimant struct {
	addr  string
	tries int
	token uint64
}

// A queryPacket is a query or an answer that came in.
type queryPacket struct {
	header
	identity
}

func newClaimants() *claimants {
	return &claimants{met: make(chan struct{}, 1), quiet: make(chan struct{}, 1), packets: make(chan queryPacket, claimantLimit)}
}

// meet notes an address to query. It is called under memberlist's lock.
func (r *claimants) meet(addr string) { r.hinted(addr, rivalTries) }

// hinted notes an address to query so many times.
func (r *claimants) hinted(addr string, tries int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = time.Now()
	if len(r.at) < claimantLimit && !slices.ContainsFunc(r.at, func(x claimant) bool { return x.addr == addr }) {
		r.at = append(r.at, claimant{addr: addr, tries: rivalTries - min(tries, rivalTries)})
		poke(r.met)
	}
}

// pair notes two addresses at which one name or id of others is reported. The two agents
// may never hear of each other by themselves, so hint informs them.
func (r *claimants) pair(a, b string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := [2]string{a, b}; len(r.pairs) < claimantLimit && !slices.Contains(r.pairs, p) {
		r.pairs = append(r.pairs, p)
	}
}

func (r *claimants) takePairs() [][2]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pairs
	r.pairs = nil
	return p
}

// hear queues a query or an answer. A full queue drops more, which limits the rate of our
// answers.
func (r *claimants) hear(h queryPacket) {
	select {
	case r.packets <- h:
	default:
	}
}

func (r *claimants) waiting() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.at) > 0
}

func (r *claimants) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = nil
}

// disputed reports whether others may still believe that we are at another address.
func (r *claimants) disputed(within time.Duration) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.last.IsZero() && time.Since(r.last) < within
}

// next returns the claimants to query now, with new tokens, and drops those that never
// answered.
func (r *claimants) next() []claimant {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = slices.DeleteFunc(r.at, func(x claimant) bool { return x.tries >= rivalTries })
	for i := range r.at {
		r.at[i].tries++
		r.at[i].token = rand.Uint64()
	}
	if len(r.at) == 0 {
		poke(r.quiet)
	}
	return slices.Clone(r.at)
}

// asked reports whether the last query to one of the claimants has this token.
func (r *claimants) asked(token uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.at, func(x claimant) bool { return x.tries > 0 && x.token == token })
}

// settle removes the claimant whose query has this token.
func (r *claimants) settle(token uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = slices.DeleteFunc(r.at, func(x claimant) bool { return x.tries > 0 && x.token == token })
}

// resolveConflicts queries claimants, and answers queries to us.
func (g *Gossip) resolveConflicts(r *instance) {
	tick := time.NewTicker(g.options.Timing.ProbeTimeout)
	defer tick.Stop()
	for {
		select {
		case <-r.ctx.Done():
			return
		case h := <-g.claimants.packets:
			g.onQuery(r, h)
		case <-g.claimants.met:
			g.ask(r)
		case <-tick.C:
			g.ask(r)
			g.hint(r)
		}
	}
}

func (g *Gossip) ask(r *instance) {
	for _, x := range g.claimants.next() {
		g.query(r, kindQuery, x.addr, x.token)
	}
}

// hint informs other agents that share a name or id of each other, each pair at most once
// a tick. A hint is as long as a datagram may be, because its receiver sends the address no
// more bytes in queries than the hint has. So a forged hint does not amplify traffic.
func (g *Gossip) hint(r *instance) {
	m := g.ownMeta()
	h := header{kindHint, m.ID, m.Incarnation}.append(nil)
	about := func(addr string) []byte {
		return append(append(slices.Clip(h), addr...), make([]byte, MaxDatagram-len(addr))...)
	}
	for _, p := range g.claimants.takePairs() {
		g.post(r, p[0], about(p[1]))
		g.post(r, p[1], about(p[0]))
	}
}

// post sends one of our own messages to an address.
func (g *Gossip) post(r *instance, addr string, b []byte) {
	if err := r.list.SendToAddress(memberlist.Address{Addr: addr}, b); err != nil {
		g.tally.count(func(c *Counters) { c.SendErrors++ })
	}
}

func (g *Gossip) query(r *instance, kind byte, addr string, token uint64) {
	g.post(r, addr, g.queryTo(kind, token))
}

// queryTo is a query or an answer of ours.
func (g *Gossip) queryTo(kind byte, token uint64) []byte {
	m, d := g.ownMeta(), g.identity()
	d.token = token
	return d.append(header{kind, m.ID, m.Incarnation}.append(nil))
}

// onQuery answers a query, and judges the answer to one of ours. A query alone proves
// nothing, since it may be old: we send a query in return.
func (g *Gossip) onQuery(r *instance, h queryPacket) {
	same := h.life != g.identity().life && (h.identity.name == g.name || h.id == g.ownMeta().ID)
	switch {
	case h.kind == kindQuery:
		g.query(r, kindAnswer, h.addr, h.token)
		if same {
			g.claimants.meet(h.addr)
		}
	case g.claimants.asked(h.token):
		if same && g.beaten.Load() == nil {
			g.judge(h)
		}
		// Only after the verdict: Start looks for a verdict as soon as no query is open.
		g.claimants.settle(h.token)
	}
	poke(g.claimants.quiet)
}

// judge decides between two living agents with one name or id: the one that started later
// stops. Both know the same two starts, so exactly one stops.
func (g *Gossip) judge(h queryPacket) {
	g.tally.count(func(c *Counters) { c.Conflicts++ })
	self := g.identity()
	c := &Conflict{
		Self:  Holder{g.name, self.addr, g.ownMeta().ID},
		Other: Holder{h.identity.name, h.addr, h.id},
	}
	if self.before(h.identity) {
		g.logger.Warn("another agent has our name or id; it started later and will stop", "self", c.Self, "other", c.Other)
		return
	}
	g.logger.Error(c.Error())
	g.beaten.Store(c)
	select {
	case g.conflicts <- c:
	default:
	}
}
