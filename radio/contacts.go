package radio

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/protocol"
)

// maxContacts bounds the contacts of a world: 24 bytes each, and 8 for their order.
const maxContacts = 1 << 24

// Never is the end of a [Contact] that does not end.
const Never = protocol.Time(1<<63 - 1)

// A Contact is a span of time in which two nodes hear each other: [From, Until).
type Contact struct {
	A, B        protocol.ID
	From, Until protocol.Time
}

// contacts are links between nodes by ID, each with its times. Cost: 32 bytes a contact.
type contacts struct {
	latency time.Duration // propagation over one link

	nodes    int
	contacts []Contact // by pair, then time, A < B
	ups      []int32   // indices of contacts, by beginning, then pair
	downs    []int32   // indices of contacts that end, by end, then pair
}

// ContactOptions describe links between nodes by ID that come and go, without geometry.
type ContactOptions struct {
	Nodes   int           // nodes are 1 … Nodes
	Latency time.Duration // propagation over one link; default 1 ms
	List    []Contact     // in any order; NewContacts keeps and sorts it
}

// NewContacts makes the medium of some contacts: a frame is heard if its sender and its
// receiver are in contact when it ends. The error names the first contacts, at most 10,
// that join a node to itself, name a node outside 1 … Nodes, have no length or begin before
// 0; or else the first contact that overlaps or touches another of its pair, since the two
// would be one.
func NewContacts(o ContactOptions) (Timetable, error) {
	n, list := o.Nodes, o.List
	if len(list) > maxContacts {
		return nil, errs.Radio.Errorf("%d contacts are more than %d", len(list), maxContacts)
	}
	c := &contacts{latency: cmp.Or(o.Latency, defaultLatency), nodes: max(n, 0), contacts: list}
	var faults []error
	for i := range c.contacts {
		one := &c.contacts[i]
		if err := one.check(n); err != nil {
			faults = append(faults, errs.Radio.Errorf("contact %d [%d, %d]: %w", i+1, one.A, one.B, err))
			if len(faults) == maxEdgeFaults {
				break
			}
		}
		one.A, one.B = min(one.A, one.B), max(one.A, one.B)
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	slices.SortFunc(c.contacts, func(a, b Contact) int { return cmp.Or(comparePairs(a, b), cmp.Compare(a.From, b.From)) })
	for i := 1; i < len(c.contacts); i++ {
		if a, b := c.contacts[i-1], c.contacts[i]; comparePairs(a, b) == 0 && b.From <= a.Until {
			return nil, errs.Radio.Errorf("two contacts of [%d, %d] overlap or touch, at %v", b.A, b.B, time.Duration(b.From))
		}
	}
	c.order()
	return c, nil
}

func (c *Contact) check(n int) error {
	switch {
	case c.From < 0:
		return fmt.Errorf("begins at %v, before the run", time.Duration(c.From))
	case c.Until <= c.From:
		return fmt.Errorf("has no length: from %v to %v", time.Duration(c.From), time.Duration(c.Until))
	}
	return checkEdge(n, [2]protocol.ID{c.A, c.B}, 0)
}

func comparePairs(a, b Contact) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) }

// order sorts the contacts by beginning and by end, and within one instant by pair.
func (c *contacts) order() {
	c.ups = make([]int32, len(c.contacts))
	for i, one := range c.contacts {
		c.ups[i] = int32(i)
		if one.Until != Never {
			c.downs = append(c.downs, int32(i))
		}
	}
	slices.SortFunc(c.ups, func(i, j int32) int {
		return cmp.Or(cmp.Compare(c.contacts[i].From, c.contacts[j].From), cmp.Compare(i, j))
	})
	slices.SortFunc(c.downs, func(i, j int32) int {
		return cmp.Or(cmp.Compare(c.contacts[i].Until, c.contacts[j].Until), cmp.Compare(i, j))
	})
}

// Validate returns an error if the latency is not above 0. NewContacts has checked the
// contacts.
func (c *contacts) Validate() error {
	if c.latency <= 0 {
		return errs.Radio.Errorf("latency must be above 0, got %v", c.latency)
	}
	return nil
}

// Nodes returns the number of nodes.
func (c *contacts) Nodes() int { return c.nodes }

// linked reports whether a and b hear each other at an instant, by binary search among
// all contacts. No node is linked to itself.
func (c *contacts) linked(a, b protocol.ID, at protocol.Time) bool {
	sought := Contact{A: min(a, b), B: max(a, b), From: at}
	k, begins := slices.BinarySearchFunc(c.contacts, sought, func(one, sought Contact) int {
		return cmp.Or(comparePairs(one, sought), cmp.Compare(one.From, sought.From))
	})
	if begins {
		return true
	}
	return k > 0 && comparePairs(c.contacts[k-1], sought) == 0 && at < c.contacts[k-1].Until
}

// Changes begins a walk over all changes.
func (c *contacts) Changes() func() (Change, bool) {
	w := &walk{of: c}
	return w.next
}

// walk is a walk over the changes.
type walk struct {
	of        *contacts
	ups, down int // changes returned so far
}

func (w *walk) next() (change Change, ok bool) {
	c := w.of
	end := w.down < len(c.downs)
	switch begin := w.ups < len(c.ups); {
	case end && (!begin || c.contacts[c.downs[w.down]].Until <= c.contacts[c.ups[w.ups]].From):
		one := c.contacts[c.downs[w.down]]
		w.down++
		return Change{At: one.Until, A: one.A, B: one.B}, true
	case begin:
		one := c.contacts[c.ups[w.ups]]
		w.ups++
		return Change{At: one.From, A: one.A, B: one.B, Up: true}, true
	}
	return Change{}, false
}

// Delay is the latency.
func (c *contacts) Delay() time.Duration { return c.latency }

// ReachM is infinite: nodes have no places.
func (c *contacts) ReachM() float64 { return math.Inf(1) }

// AppendPeers appends the nodes that a node ever meets. It takes time linear in all
// contacts.
func (c *contacts) AppendPeers(out []protocol.ID, from protocol.ID) ([]protocol.ID, bool) {
	begin := len(out)
	for _, one := range c.contacts {
		switch from {
		case one.A:
			out = append(out, one.B)
		case one.B:
			out = append(out, one.A)
		}
	}
	slices.Sort(out[begin:])
	return out[:begin+len(slices.Compact(out[begin:]))], true
}

// Receive returns Heard if the two nodes are in contact when the frame ends.
func (c *contacts) Receive(h Hop, _ int) Reception { return heardIf(c.Carries(h)) }

// Carries reports whether two nodes are in contact when a hop ends.
func (c *contacts) Carries(h Hop) bool { return c.linked(h.From, h.To, h.Ends) }

// Bidirectional is Carries: a contact has no direction.
func (c *contacts) Bidirectional(h Hop) bool { return c.Carries(h) }

// Varies is false: the instants of all changes are known.
func (c *contacts) Varies() bool { return false }

// Wired is false: contacts are radio links.
func (c *contacts) Wired() bool { return false }
