package signing

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/view"
)

// unlisted is what an agent with an identity learns of members that refuse its key: it lost the
// key that they know, and has a new one. Each member says in the list that a call gets whom it
// takes for a member. One that lists this agent's name or id under another key refuses it, and
// so does one that does not list it at all in a call after an earlier one, which told that
// member of this agent.
//
// An insider can list what it likes. So an agent whose key a member has taken once, in this
// run or in a former one, does not begin to believe that it is refused.
type unlisted struct {
	mu    sync.Mutex
	taken bool                 // a member has listed this agent under its own key
	by    map[string]bool      // addresses of members that refuse it
	calls map[string]time.Time // the end of the first call whose list did not have this agent
}

// A Listing is how a list has this agent.
type Listing int

const (
	absent  Listing = iota
	ours            // under its own key
	Another         // its name or id, under another key
)

// Listed returns how a member in a list concerns this agent.
func (d *Identities) Listed(member []byte) Listing {
	e := packet.EntryOf(member)
	m, err := d.DecodeMeta(e.Meta)
	if err != nil || e.Name != d.agent.Name && m.ID != d.agent.Ident() {
		return absent
	}
	switch _, p, err := d.opened(e.Name, e.Addr, e.Meta); {
	case err != nil:
		return absent
	case p.key == d.own:
		return ours
	}
	return Another
}

// Ours reports whether a member in a list is this agent under its own key. Without identities
// every member is.
func (d *Identities) Ours(member []byte) bool { return d == nil || d.Listed(member) == ours }

// TookList notes what the list of one call to an address that began then says of this agent.
func (d *Identities) TookList(addr string, is Listing, begun time.Time) {
	before := d.refusedBy()
	d.unlisted.note(addr, is, unlistedCall{begun: begun, apart: d.apart, known: d.identity.Known})
	if is == ours {
		_ = d.identity.Trust(d.agent.Name, d.agent.Ident(), d.own) // an own key that is not trusted was refused before
	}
	if now := d.refusedBy(); !slices.Equal(before, now) {
		if len(now) > 0 {
			d.report.Log().Error(d.refusal(now))
		}
		d.changed()
	}
}

// An unlistedCall is one call: when it began, how long after another one it must have begun so
// that the other was told of this agent, and whether this agent was known when it started.
type unlistedCall struct {
	begun time.Time
	apart time.Duration
	known bool
}

func (u *unlisted) note(addr string, is Listing, c unlistedCall) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.by == nil {
		u.by, u.calls = map[string]bool{}, map[string]time.Time{}
	}
	first, called := u.calls[addr]
	switch {
	case is == ours:
		u.taken = true
		delete(u.by, addr)
		delete(u.calls, addr)
	case c.known || u.taken && len(u.by) == 0 || len(u.calls) >= view.MemberLimit && !called:
	case is == Another || called && c.begun.After(first.Add(c.apart)):
		u.by[addr] = true
		fallthrough
	case !called:
		u.calls[addr] = time.Now()
	}
}

// Unsure reports whether this agent does not know yet that members take its key, or some refuse it.
func (d *Identities) Unsure() bool {
	if d == nil || d.identity.Known {
		return false
	}
	d.unlisted.mu.Lock()
	taken := d.unlisted.taken
	d.unlisted.mu.Unlock()
	return !taken || len(d.refusedBy()) > 0
}

// refusedBy are the members that are alive and refuse this agent's key, sorted.
func (d *Identities) refusedBy() (names []string) {
	if d == nil {
		return nil
	}
	d.unlisted.mu.Lock()
	by := make([]string, 0, len(d.unlisted.by))
	for addr := range d.unlisted.by {
		by = append(by, addr)
	}
	d.unlisted.mu.Unlock()
	if len(by) == 0 {
		return nil
	}
	return d.view.NamesOf(func(m view.Member) bool { return m.State == view.Alive && slices.Contains(by, m.Addr) })
}

// Refused says which members refuse this agent and what an operator should do; "": none does.
func (d *Identities) Refused() string {
	if by := d.refusedBy(); len(by) > 0 {
		return d.refusal(by)
	}
	return ""
}

// refusal is what an operator should know and do.
func (d *Identities) refusal(by []string) string {
	return fmt.Sprintf("the others know another key or another ID for %s than this one (id %v): %s refuse this agent, so it does not take part: put its old files identity.key and identity back into the state directory, or remove its line from known-keys on each of them",
		d.agent.Name, d.agent.Ident(), strings.Join(by, ", "))
}
