package view

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// ErrUnknown says that there is no member of a name.
var ErrUnknown = errors.New("no such member")

// ForgetAfter is how long a member stays known after it failed or left: serf's reconnect
// and tombstone time-outs. The address of one that failed is tried longer (type lost).
const ForgetAfter = 24 * time.Hour

// MemberLimit bounds the names in the view; memberlist's whole state is then about 0.5 MB.
const MemberLimit = 4096

// A record is our copy of what memberlist reported of a member, with what else we know of
// it.
type record struct {
	Member
	up     bool   // memberlist considers it alive
	parted bool   // it said goodbye …
	last   uint32 // … in this incarnation
	signed string // that goodbye's signature, with identities
	forced bool   // an operator gave it up: it said no goodbye
}

// View is what we know of the others. memberlist changes its own structures at any time,
// so its callbacks copy them into this one, and no other code reads a *Node.
type View struct {
	changed func() // called without the lock, after a change worth a look

	mu    sync.Mutex
	names map[string]*record
	ids   map[protocol.ID]string

	forgotten []wire.Forgotten // the newest, oldest first
}

func New(changed func()) *View {
	return &View{changed: changed, names: map[string]*record{}, ids: map[protocol.ID]string{}}
}

// edit runs f on the record of name, nil if the name is not known, and signals a change if f
// reports one.
func (v *View) edit(name string, f func(r *record) (changed bool)) {
	v.mu.Lock()
	changed := f(v.names[name])
	v.mu.Unlock()
	if changed {
		v.changed()
	}
}

// settle derives the state, and its time if the state changed.
func (r *record) settle(now time.Time) (changed bool) {
	is := Failed
	switch {
	case r.parted && r.Meta.Incarnation <= r.last:
		is = Left
	case r.up:
		is = Alive
	}
	if is != r.State {
		r.State, r.Since = is, now
		return true
	}
	return false
}

// Rise notes that memberlist considers member m alive.
func (v *View) Rise(m Member, now time.Time) {
	v.mu.Lock()
	r := v.names[m.Name]
	if r == nil {
		r = &record{Member: Member{Name: m.Name, State: Failed}}
		v.names[m.Name] = r
	}
	if v.ids[r.Meta.ID] == m.Name {
		delete(v.ids, r.Meta.ID)
	}
	if holder := v.names[v.ids[m.Meta.ID]]; holder == nil || holder.State != Alive {
		v.ids[m.Meta.ID] = m.Name // who has an id keeps it
	}
	if !r.up {
		r.parted, r.forced, r.GivenUp = false, false, false // memberlist heard it again after its end
	}
	changed := r.Meta != m.Meta || r.Addr != m.Addr
	if r.Meta.Incarnation != m.Meta.Incarnation || r.Addr != m.Addr {
		r.Since, r.RTT = now, 0
	}
	r.up, r.Meta, r.Addr, r.Version = true, m.Meta, m.Addr, m.Version
	changed = r.settle(now) || changed
	v.mu.Unlock()
	if changed {
		v.changed()
	}
}

// Fall notes that memberlist gave a member up, failed or left.
func (v *View) Fall(name string, now time.Time) {
	v.edit(name, func(r *record) bool {
		if r == nil {
			return false
		}
		r.up = false
		return r.settle(now)
	})
}

// Hear notes that a datagram of a member came. It is no change.
func (v *View) Hear(name string, now time.Time) {
	v.edit(name, func(r *record) bool {
		if r != nil {
			r.Heard = now
		}
		return false
	})
}

// worth is what a goodbye is worth to its receiver.
type worth int

const (
	known    worth = iota // heard before, or of an unknown member
	News                  // to be forwarded
	Outdated              // of a former incarnation
)

// Part notes a goodbye, and returns its worth.
func (v *View) Part(b wire.Goodbye, now time.Time) (w worth) {
	v.edit(b.Name, func(r *record) bool {
		switch {
		case r == nil || r.Meta.ID != b.ID || r.parted && b.Incarnation <= r.last:
			return false
		case b.Incarnation < r.Meta.Incarnation:
			w = Outdated
			return false
		}
		w = News
		r.parted, r.last, r.signed = true, b.Incarnation, b.Signature
		return r.settle(now)
	})
	return w
}

// Pong notes the round trip of a direct probe. A member that answers long after its
// goodbye is alive: the goodbye was not its own, or its disk lost the incarnation.
func (v *View) Pong(name string, rtt, grace time.Duration, now time.Time) {
	v.edit(name, func(r *record) bool {
		if r == nil || rtt <= 0 {
			return false
		}
		if r.RTT == 0 {
			r.RTT = rtt
		} else {
			r.RTT += (rtt - r.RTT) / 8 // RFC 6298 §2: alpha = 1/8
		}
		if r.up && r.parted && now.Sub(r.Since) > grace {
			r.parted = false
		}
		return r.settle(now)
	})
}

// Remember adds a peer of a former run, as failed, unless it is known.
func (v *View) Remember(p Peer) {
	v.edit(p.Name, func(r *record) bool {
		if r != nil {
			return false
		}
		v.names[p.Name] = &record{Member: Member{
			Name: p.Name, Addr: p.Addr, Meta: wire.Meta{ID: p.ID}, State: Failed, Since: p.Seen}}
		return true
	})
}

// Forget drops the members that failed or left before the given time, and returns those that
// failed, sorted by name.
func (v *View) Forget(before time.Time) (failed []Member) {
	v.mu.Lock()
	changed := false
	for name, r := range v.names {
		if r.State != Alive && !r.up && r.Since.Before(before) {
			delete(v.names, name)
			if v.ids[r.Meta.ID] == name {
				delete(v.ids, r.Meta.ID)
			}
			changed = true
			if r.State == Failed {
				failed = append(failed, r.Member)
			}
		}
	}
	v.mu.Unlock()
	if changed {
		v.changed()
	}
	slices.SortFunc(failed, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return failed
}

// FallAll notes that memberlist was stopped: no member counts as alive.
func (v *View) FallAll(now time.Time) {
	v.mu.Lock()
	for _, r := range v.names {
		r.up = false
		r.settle(now)
	}
	v.mu.Unlock()
	v.changed()
}

// List returns copies of the members that keep selects, sorted by name.
func (v *View) List(keep func(Member) bool) []Member {
	v.mu.Lock()
	defer v.mu.Unlock()
	all := make([]Member, 0, len(v.names))
	for _, r := range v.names {
		if keep(r.Member) {
			all = append(all, r.Member)
		}
	}
	slices.SortFunc(all, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// NamesOf gives the names of members in order, see list.
func (v *View) NamesOf(keep func(Member) bool) (names []string) {
	for _, m := range v.List(keep) {
		names = append(names, m.Name)
	}
	return names
}

// Find gives a member by its name.
func (v *View) Find(name string) (Member, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if r := v.names[name]; r != nil {
		return r.Member, true
	}
	return Member{}, false
}

// FindID gives a member by its id. Of several it prefers a living one, then the first by
// name: an agent may have changed its name, or one may remain from a conflict.
func (v *View) FindID(id protocol.ID) (Member, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.names[v.ids[id]]
	if r == nil {
		return Member{}, false
	}
	if r.State != Alive {
		for _, other := range v.names {
			if other.Meta.ID == id && other.State == Alive && (r.State != Alive || other.Name < r.Name) {
				r, v.ids[id] = other, other.Name
			}
		}
	}
	return r.Member, true
}

// Goodbyes returns the newest goodbyes.
func (v *View) Goodbyes() []wire.Goodbye {
	v.mu.Lock()
	defer v.mu.Unlock()
	var left []*record
	for _, r := range v.names {
		if r.State == Left && !r.forced {
			left = append(left, r)
		}
	}
	slices.SortFunc(left, func(a, b *record) int {
		return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.Name, b.Name))
	})
	var all []wire.Goodbye
	for _, r := range left[:min(len(left), wire.GoodbyeLimit)] {
		all = append(all, wire.Goodbye{Header: wire.Header{Kind: wire.KindGoodbye, ID: r.Meta.ID, Incarnation: r.Meta.Incarnation}, Name: r.Name, Signature: r.signed})
	}
	return all
}

// Room reports whether the name is known, or one more name is within bounds.
func (v *View) Room(name string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.names[name] != nil || len(v.names) < MemberLimit
}

// LeastVersion is the version that every living member understands.
func (v *View) LeastVersion() byte {
	v.mu.Lock()
	defer v.mu.Unlock()
	least := byte(wire.NewestVersion)
	for _, r := range v.names {
		if r.up {
			least = min(least, r.Version)
		}
	}
	return least
}

// Alive counts the members that memberlist considers alive.
func (v *View) Alive() (n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, r := range v.names {
		if r.up {
			n++
		}
	}
	return n
}
