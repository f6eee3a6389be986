package membership

import (
	"fmt"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/protocol"
)

// A Conflict says that another agent has the name or the id of this one, and keeps it.
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
	what, other := c.about()
	return fmt.Sprintf("%s is taken: this agent is %v, the other is %v and keeps it: start this one with another %s",
		what, c.Self, c.Other, other)
}

// about is what both agents claim, and what a user has to change in one of them.
func (c *Conflict) about() (what, change string) {
	name, id := fmt.Sprintf("name %q", c.Self.Name), fmt.Sprintf("id %d", c.Self.ID)
	switch {
	case c.Self.Name != c.Other.Name:
		return id, "id"
	case c.Self.ID == c.Other.ID:
		return name + " with " + id, "name and another state directory"
	}
	return name, "name"
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
		b := append(h[:len(h):len(h)], addr...)
		return append(b, make([]byte, MaxDatagram-len(addr))...)
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
	d.token, d.standing = token, g.entry.standing()
	if g.beaten.Load() != nil {
		d.standing = beaten
	}
	return d.append(header{kind, m.ID, m.Incarnation}.append(nil))
}

// onQuery answers a query, and judges the answer to one of ours. A query alone proves
// nothing, since it may be old or forged: we send a query in return.
func (g *Gossip) onQuery(r *instance, h queryPacket) {
	same := h.life != g.identity().life && (h.identity.name == g.name || h.id == g.ownMeta().ID)
	if h.kind == kindQuery {
		g.query(r, kindAnswer, h.addr, h.token)
		if same {
			g.claimants.meet(h.addr)
		}
	} else if x, asked := g.claimants.asked(h.token); asked {
		if same && g.beaten.Load() == nil {
			g.judge(x, h)
		}
		// Only after the verdict: Start looks for a verdict as soon as no query is open.
		g.claimants.settle(h.token)
	}
	poke(g.claimants.quiet)
}

// judge decides what to do about another living agent with our name or id. Clocks decide
// nothing: see entry.
func (g *Gossip) judge(x claimant, h queryPacket) {
	c := &Conflict{
		Self:  Holder{g.name, g.identity().addr, g.ownMeta().ID},
		Other: Holder{h.identity.name, h.addr, h.id},
	}
	of := contest{
		self: side{g.identity().life, g.entry.standing()}, other: side{h.life, h.standing.known()},
		keys: g.keys != nil, vouched: x.vouched,
	}
	if of.lost() {
		g.logger.Error(c.Error())
		g.tally.count(func(c *Counters) { c.Conflicts++ })
		g.beaten.Store(c)
		select {
		case g.conflicts <- c:
		default:
		}
		return
	}
	g.tally.count(func(c *Counters) { c.Conflicts++; c.Contested++ })
	what, change := c.about()
	why := fmt.Sprintf("%s is claimed twice: this agent is %v, the other is %v: ", what, c.Self, c.Other)
	switch {
	case of.other.standing != settled:
		why += "this one keeps it, since the other is newer"
	case g.keys != nil:
		why += "this one keeps it, since its number of the two is the smaller, and the other stops"
	default:
		why += "both go on, since without keys nobody can tell which one is right: stop one of them, or start it with another " + change
	}
	g.contested.Store(&why)
	g.raise(Contested, why)
}
