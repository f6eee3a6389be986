package membership

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// unlisted is what an agent with an identity learns of members that refuse its key: it lost the
// key that they know, and has a new one. Each member says in the list that a call gets whom it
// takes for a member. One that lists this agent's name or id under another key refuses it, and
// so does one that does not list it at all in a call after an earlier one, which told that
// member of this agent.
//
// An insider can list what it likes. So an agent whose key a member has taken once, in this
// life or in a former one, does not begin to believe that it is refused.
type unlisted struct {
	mu    sync.Mutex
	taken bool                 // a member has listed this agent under its own key
	by    map[string]bool      // addresses of members that refuse it
	calls map[string]time.Time // the end of the first call whose list did not have this agent
}

// A listing is how a list has this agent.
type listing int

const (
	absent  listing = iota
	ours            // under its own key
	another         // its name or id, under another key
)

// listed returns how a member in a list concerns this agent.
func (d *identities) listed(member []byte) listing {
	e := entryOf(member)
	m, err := d.decodeMeta(e.meta)
	if err != nil || e.name != d.agent.name && m.ID != d.agent.ident() {
		return absent
	}
	switch _, p, err := d.opened(e.name, e.addr, e.meta); {
	case err != nil:
		return absent
	case p.key == d.own:
		return ours
	}
	return another
}

// ours reports whether a member in a list is this agent under its own key. Without identities
// every member is.
func (d *identities) ours(member []byte) bool { return d == nil || d.listed(member) == ours }

// tookList notes what the list of one call to an address that began then says of this agent.
func (d *identities) tookList(addr string, is listing, begun time.Time) {
	before := d.refusedBy()
	d.unlisted.note(addr, is, unlistedCall{begun: begun, apart: d.apart, known: d.identity.Known})
	if is == ours {
		_ = d.identity.Trust(d.agent.name, d.agent.ident(), d.own) // an own key that is not trusted was refused before
	}
	if now := d.refusedBy(); !slices.Equal(before, now) {
		if len(now) > 0 {
			d.report.log().Error(d.refusal(now))
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

func (u *unlisted) note(addr string, is listing, c unlistedCall) {
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
	case c.known || u.taken && len(u.by) == 0 || len(u.calls) >= memberLimit && !called:
	case is == another || called && c.begun.After(first.Add(c.apart)):
		u.by[addr] = true
		fallthrough
	case !called:
		u.calls[addr] = time.Now()
	}
}

// unsure reports whether this agent does not know yet that members take its key, or some refuse it.
func (d *identities) unsure() bool {
	if d == nil || d.identity.Known {
		return false
	}
	d.unlisted.mu.Lock()
	taken := d.unlisted.taken
	d.unlisted.mu.Unlock()
	return !taken || len(d.refusedBy()) > 0
}

// refusedBy are the members that are alive and refuse this agent's key, sorted.
func (d *identities) refusedBy() (names []string) {
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
	return d.view.namesOf(func(m Member) bool { return m.State == Alive && slices.Contains(by, m.Addr) })
}

// refused says which members refuse this agent and what an operator should do; "": none does.
func (d *identities) refused() string {
	if by := d.refusedBy(); len(by) > 0 {
		return d.refusal(by)
	}
	return ""
}

// refusal is what an operator should know and do.
func (d *identities) refusal(by []string) string {
	return fmt.Sprintf("the others know another key for %s (id %v): %s refuse this agent, so it does not take part: remove its line from known-keys on each of them, or start this agent with its old identity file",
		d.agent.name, d.agent.ident(), strings.Join(by, ", "))
}
