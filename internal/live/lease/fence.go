package lease

import (
	"slices"

	"bellwether/protocol"
)

// A Fence is a fencing token as a member stores it.
type Fence struct {
	Number uint64      // 0: none yet
	Owner  protocol.ID // the claimant that it was stored for; Nobody: the number was read from others
	Life   uint64      // of the owner: see Fences
}

// MaxFence bounds tokens: JSON's numbers are exact up to it (RFC 8259 §6).
const MaxFence = 1<<53 - 1

// Fences are what a member needs to take part in tokens.
type Fences struct {
	Stored Fence // what its store has
	// Doubted: the store is lost, or it is known to be older than what the member stored last.
	Doubted bool
	// Life is a random number, another one for each [Node].
	Life uint64
	// Keep stores a fence. It is on the disk when Keep returns.
	Keep func(Fence) error
	// Floor is a number below which no token is claimed, such as the wall clock in milliseconds.
	Floor func() uint64
}

// A Higher says that the sender has stored a fence, so that it cannot store the claimed one.
type Higher struct{ Number, Fence, Life uint64 }

// An Ask asks a member for its fence; a Tell is the answer. Life is the asker's.
type (
	Ask  struct{ Life uint64 }
	Tell struct {
		Life  uint64
		Fence Fence
		Sound bool // the sender's store is not doubted
	}
)

// told is what a member answered to this node's question.
type told struct {
	by protocol.ID
	Tell
}

// Fence lets the node take part in tokens. It must be called before all other methods.
func (n *Node) Fence(f Fences) { n.fences, n.fence, n.asks = f, f.Stored, n.until }

// Unable says how many members that take part cannot store fences. While there are some, a
// leadership begins without a token.
func (n *Node) Unable(members int) { n.unable = members }

// wants reports whether a leadership that begins now needs a token.
func (n *Node) wants() bool { return n.fences.Keep != nil && n.unable == 0 }

// Doubted reports whether this node takes no part in tokens until it has read others' fences.
func (n *Node) Doubted() bool { return n.fences.Keep != nil && n.fences.Doubted }

// Token is the token of the leadership that Leader reports; 0: it has none.
func (n *Node) Token(now protocol.Time) uint64 {
	switch leader, _ := n.Leader(now); leader {
	case protocol.Nobody:
		return 0
	case n.self:
		return n.token
	}
	return n.holds.token
}

// keep stores a fence, and reports whether it is stored.
func (n *Node) keep(f Fence) bool {
	if f.Number > MaxFence || n.fences.Keep(f) != nil {
		return false
	}
	n.fence = f
	return true
}

// pick chooses the token of the next leadership, and reports whether it is stored.
func (n *Node) pick(now protocol.Time) bool {
	if n.fences.Doubted {
		return false
	}
	f := Fence{max(max(n.fence.Number, n.higher)+1, n.fences.Floor()), n.self, n.fences.Life}
	if !n.keep(f) {
		return false
	}
	n.seek, n.sought = f.Number, now
	return true
}

// stores stores the fence of a claim that is granted, and reports whether the member has it.
func (n *Node) stores(from protocol.ID, c Claim) bool {
	f := Fence{c.Fence, from, c.Life}
	return n.fences.Keep != nil && !n.fences.Doubted && (f == n.fence || f.Number > n.fence.Number && n.keep(f))
}

// prolongs reports whether a claim is of a leadership that has its token, while the member has stored a greater one, as
// for itself while it was alone.
func (n *Node) prolongs(c Claim) bool {
	return c.Token == c.Fence && n.fences.Keep != nil && !n.fences.Doubted && c.Fence <= n.fence.Number
}

// Refuses returns the answer to a claim of the member that this node follows, if its fence is too
// low; nil if it is not.
func (n *Node) Refuses(from protocol.ID, c Claim) *Higher {
	if c.Fence == 0 || from != n.follows || n.fences.Keep == nil || n.fences.Doubted ||
		c.Fence > n.fence.Number || n.fence == (Fence{c.Fence, from, c.Life}) {
		return nil
	}
	return &Higher{c.Number, n.fence.Number, c.Life}
}

// OnHigher makes the next claim seek a greater token, unless this node has its token.
func (n *Node) OnHigher(h Higher) {
	if h.Life != n.fences.Life || h.Number < n.first || h.Fence > MaxFence {
		return
	}
	n.higher = max(n.higher, h.Fence)
	if n.token == 0 && n.seek != 0 && n.seek <= n.higher {
		n.seek, n.next = 0, past
	}
}

// review notes when a leadership begins, gets its token, and ends.
func (n *Node) review(now protocol.Time) {
	if n.Until() <= now {
		if n.begun {
			n.begun, n.token, n.seek = false, 0, 0 // the next one has another token
		}
		return
	}
	n.begun = true
	if n.token == 0 && n.seek != 0 && n.untilOf(func(g granted) bool { return g.fence == n.seek }) > now {
		n.token = n.seek
	}
}

// Ask returns a question for all members if one is due, and the next time to ask. A doubted member asks when
// nothing that it granted before it started counts any more.
func (n *Node) Ask(now protocol.Time) (a *Ask, again protocol.Time) {
	if !n.Doubted() {
		return nil, Never
	}
	if now < n.asks {
		return nil, n.asks
	}
	n.asks = now.Add(n.terms.Again)
	return &Ask{n.fences.Life}, n.asks
}

// OnAsk returns the answer to a question; nil if this node has no store.
func (n *Node) OnAsk(a Ask) *Tell {
	if n.fences.Keep == nil || n.part == Guest {
		return nil
	}
	return &Tell{a.Life, n.fence, !n.fences.Doubted}
}

// OnTell ends the doubt when a majority besides this node has told what it stored; or all others
// have, if too few of them are sound: then the number goes on above the floor, too.
func (n *Node) OnTell(from protocol.ID, t Tell) {
	if !n.Doubted() || t.Life != n.fences.Life || t.Fence.Number > MaxFence {
		return
	}
	n.told = append(slices.DeleteFunc(n.told, func(o told) bool { return o.by == from }), told{from, t})
	highest, sound := n.fence, 0
	for _, o := range n.told {
		if o.Fence.Number > highest.Number {
			highest = Fence{Number: o.Fence.Number} // of nobody: two claimants may have told one number
		}
		if o.Sound {
			sound++
		}
	}
	if sound < n.Quorum() {
		if len(n.told) < max(n.terms.Members, n.known)-1 {
			return
		}
		if floor := n.fences.Floor(); floor > highest.Number {
			highest = Fence{Number: floor}
		}
	}
	if n.keep(highest) {
		n.fences.Doubted, n.told = false, nil
	}
}
