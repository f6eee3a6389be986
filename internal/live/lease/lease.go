package lease

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// Terms are the same for all members.
type Terms struct {
	Members int           // who take part, at most; a majority is more than half of them
	Counts  time.Duration // how long a grant counts for the claimant
	Binds   time.Duration // how long it keeps the member from granting others; 0: not at all
	Again   time.Duration // between two claims of one node
}

// A Claim asks a member for its word. Numbers of one node only grow, also over its restarts.
type Claim struct {
	Number uint64
	// Held is for how long the claimant holds, at least; 0: it does not hold.
	Held time.Duration
	// Fence is the token that the claimant seeks; 0: none. Life is of its [Fences].
	Fence, Life uint64
	// Token is the one that it has; 0: none.
	Token uint64
}

// A Grant is a member's word for a claim. Fence and Life are of the claim, if the sender stored them. Without them it
// prolongs a leadership that has its token, and helps none to get one.
type Grant struct{ Number, Fence, Life uint64 }

// A Release says that the sender counts no grants of claims up to Number any more.
type Release struct{ Number uint64 }

// past is before all times, Never after them.
const (
	past  protocol.Time = -1 << 62
	Never protocol.Time = 1<<63 - 1
)

// A Node is one member's part. Its methods must be called with times that do not fall.
type Node struct {
	self  protocol.ID
	terms Terms
	known int // members that take part: see Members
	part  Part

	// As a member.
	follows protocol.ID   // whom the algorithm names
	bound   protocol.ID   // whom it granted last
	number  uint64        // of the claim that it granted last
	until   protocol.Time // how long it grants nobody else
	holder  protocol.ID   // who said that it holds
	holds   holds

	// Of tokens, as a member: see Fences.
	fences Fences
	fence  Fence // what is stored
	unable int
	asks   protocol.Time // when to ask again
	told   []told

	// As a claimant.
	first   uint64 // grants of claims before this one do not count
	last    uint64 // the newest claim
	sent    []sent // the newest claims, oldest first
	granted []granted
	next    protocol.Time // when to claim again
	said    bool          // the newest claim said that this node holds

	// Of tokens, as a claimant.
	sought protocol.Time // when seek was chosen
	seek   uint64        // what claims ask for; 0: none
	higher uint64        // what members said that they have stored
	begun  bool          // it holds, as far as was seen
	token  uint64        // what it has, while begun; 0: none
}

// holds is what a holder said of itself.
type holds struct {
	until protocol.Time // by this node's clock
	token uint64
}

// sent is a claim and when it was sent.
type sent struct {
	number uint64
	at     protocol.Time
}

// granted is the newest claim that a member granted.
type granted struct {
	by    protocol.ID
	at    protocol.Time // when it was sent
	fence uint64        // what the member stored for it
}

// claimsKept bounds the claims that may still be granted. With Again a quarter of Counts, those
// before them are too old to count.
const claimsKept = 16

// New returns a member that starts at a time, with the first number of its claims. If its
// grants bind, it grants nothing for Binds: it may have granted something before it started.
func New(self protocol.ID, t Terms, first uint64, now protocol.Time) *Node {
	return &Node{self: self, terms: t, until: now.Add(t.Binds), first: first, last: first - 1, holds: holds{until: past}, next: now}
}

// A Part says whether a node's grants count for anybody.
type Part int

// The parts. A Guest is not one of the members of which a majority is: it grants nothing, not even
// itself. It may hold by the word of others.
const (
	Voter Part = iota
	Guest
)

// Members says how many members are known to take part, if that is more than was expected: a
// majority is then of these. Two majorities of different numbers might share no member. It also
// says whether this node is one of them. Messages of guests other than claims and questions must not
// be given to the node.
func (n *Node) Members(known int, own Part) { n.known, n.part = known, own }

// Quorum is how many members a claimant needs, itself included.
func (n *Node) Quorum() int { return max(n.terms.Members, n.known)/2 + 1 }

// Follow tells the node whom its algorithm elected. If it was itself before, the node gives up
// what it holds: the result, if it is not nil, goes to all members.
func (n *Node) Follow(leader protocol.ID, now protocol.Time) *Release {
	was := n.follows
	n.follows = leader
	if leader == n.self {
		if was != n.self {
			n.next = now
		}
		return nil
	}
	if was != n.self || n.last < n.first {
		return nil
	}
	n.first, n.sent, n.granted = n.last+1, nil, nil
	n.begun, n.token, n.seek = false, 0, 0
	if n.bound == n.self {
		n.bound, n.until = protocol.Nobody, now
	}
	return &Release{n.last}
}

// Claim returns a claim for all members if one is due, and the next time to ask.
func (n *Node) Claim(now protocol.Time) (c *Claim, again protocol.Time) {
	n.review(now)
	if n.follows != n.self || n.wants() && n.fences.Doubted && !n.begun {
		return nil, Never
	}
	if now < n.next && (n.said || n.Until() <= now) { // who begins to hold says so at once
		return nil, n.next
	}
	if n.seek != 0 && !n.begun && now >= n.sought.Add(n.terms.Counts) {
		n.seek = 0 // a number of long ago may be below those of leaderships since
	}
	switch {
	case n.wants() && n.seek == 0 && !n.pick(now) && !n.begun:
		n.next = now.Add(n.terms.Again)
		return nil, n.next
	case !n.wants() && !n.begun:
		n.seek = 0
	}
	n.last++
	n.next = now.Add(n.terms.Again)
	if len(n.sent) == claimsKept {
		n.sent = slices.Delete(n.sent, 0, 1)
	}
	n.sent = append(n.sent, sent{n.last, now})
	if n.part == Voter && n.free(n.self, now) {
		n.bind(n.self, n.last, now)
		n.OnGrant(n.self, Grant{n.last, n.seek, n.fences.Life})
	}
	n.review(now)
	c = &Claim{n.last, max(n.Until().Sub(now), 0), n.seek, n.fences.Life, n.token}
	n.said = c.Held > 0
	return c, n.next
}

// free reports whether the node may grant a claim of a member.
func (n *Node) free(to protocol.ID, now protocol.Time) bool { return n.bound == to || now >= n.until }

func (n *Node) bind(to protocol.ID, number uint64, now protocol.Time) {
	n.bound, n.number, n.until = to, number, now.Add(n.terms.Binds)
}

// OnClaim returns the grant for a claim, nil if the node does not give it.
func (n *Node) OnClaim(from protocol.ID, c Claim, now protocol.Time) *Grant {
	if c.Held > 0 && from == n.follows {
		n.holder, n.holds = from, holds{now.Add(min(c.Held, n.terms.Counts)), c.Token}
	}
	if from != n.follows || from == n.self || n.part == Guest || !n.free(from, now) || n.bound == from && now < n.until && c.Number < n.number {
		return nil
	}
	g := &Grant{c.Number, c.Fence, c.Life}
	if c.Fence != 0 && !n.stores(from, c) {
		if !n.prolongs(c) {
			return nil
		}
		g.Fence, g.Life = 0, 0
	}
	n.bind(from, c.Number, now)
	return g
}

// OnGrant counts a grant.
func (n *Node) OnGrant(from protocol.ID, g Grant) {
	at := slices.IndexFunc(n.sent, func(s sent) bool { return s.number == g.Number })
	if at < 0 || g.Number < n.first || g.Fence != 0 && (g.Fence != n.seek || g.Life != n.fences.Life) {
		return
	}
	when := n.sent[at].at
	for i := range n.granted {
		if n.granted[i].by == from {
			if when >= n.granted[i].at {
				n.granted[i] = granted{from, when, g.Fence}
			}
			return
		}
	}
	n.granted = append(n.granted, granted{from, when, g.Fence})
}

// OnRelease frees the node if the sender released what it granted.
func (n *Node) OnRelease(from protocol.ID, r Release, now protocol.Time) {
	if n.bound == from && n.number <= r.Number {
		n.bound, n.until = protocol.Nobody, min(n.until, now)
	}
	if n.holder == from {
		n.holds.until = past
	}
}

// Until is the time up to which this node holds, if nobody grants it anything more; it is past
// if it does not hold. Who needs a token to begin counts grants with this token only.
func (n *Node) Until() protocol.Time {
	return n.untilOf(func(g granted) bool {
		return n.begun || !n.wants() || n.seek != 0 && g.fence == n.seek
	})
}

// untilOf is the time up to which the grants that count are those of a majority.
func (n *Node) untilOf(counts func(granted) bool) protocol.Time {
	if n.follows != n.self {
		return past
	}
	times := make([]protocol.Time, 0, len(n.granted))
	for _, g := range n.granted {
		if counts(g) {
			times = append(times, g.at)
		}
	}
	if len(times) < n.Quorum() {
		return past
	}
	slices.Sort(times)
	return times[len(times)-n.Quorum()].Add(n.terms.Counts)
}

// Granting is how many members' grants count now, this node's own included.
func (n *Node) Granting(now protocol.Time) (count int) {
	for _, g := range n.granted {
		if g.at.Add(n.terms.Counts) > now {
			count++
		}
	}
	return count
}

// Leader is who leads now, as far as this node knows: itself while it holds, or the member that
// it follows and that said that it holds. until is how long, unless more is heard.
func (n *Node) Leader(now protocol.Time) (leader protocol.ID, until protocol.Time) {
	n.review(now)
	leader, until = n.holder, n.holds.until
	if n.follows == n.self {
		leader, until = n.self, n.Until()
	}
	if leader != n.follows || until <= now {
		return protocol.Nobody, Never
	}
	return leader, until
}
