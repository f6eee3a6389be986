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
func (g *Gossip) listed(member []byte) listing {
	e := entryOf(member)
	m, err := g.decodeMeta(e.meta)
	if err != nil || e.name != g.name && m.ID != g.ownMeta().ID {
		return absent
	}
	switch _, p, err := g.ids.opened(e.name, e.addr, e.meta); {
	case err != nil:
		return absent
	case p.key == g.ids.own:
		return ours
	}
	return another
}

// tookList notes what the list of one call to an address that began then says of this agent.
func (g *Gossip) tookList(addr string, is listing, begun time.Time) {
	before := g.refusedBy()
	g.unlisted.note(addr, is, unlistedCall{begun: begun, apart: g.options.Timing.ProbeTimeout, known: g.ids.Known})
	if is == ours {
		_ = g.ids.Trust(g.name, g.ownMeta().ID, g.ids.own) // an own key that is not trusted was refused before
	}
	if now := g.refusedBy(); !slices.Equal(before, now) {
		if len(now) > 0 {
			g.logger.Error(g.refusal(now))
		}
		poke(g.changes)
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
func (g *Gossip) unsure() bool {
	if g.ids == nil || g.ids.Known {
		return false
	}
	g.unlisted.mu.Lock()
	taken := g.unlisted.taken
	g.unlisted.mu.Unlock()
	return !taken || len(g.refusedBy()) > 0
}

// refusedBy are the members that are alive and refuse this agent's key, sorted.
func (g *Gossip) refusedBy() (names []string) {
	if g.ids == nil {
		return nil
	}
	g.unlisted.mu.Lock()
	by := make([]string, 0, len(g.unlisted.by))
	for addr := range g.unlisted.by {
		by = append(by, addr)
	}
	g.unlisted.mu.Unlock()
	if len(by) == 0 {
		return nil
	}
	return g.view.namesOf(func(m Member) bool { return m.State == Alive && slices.Contains(by, m.Addr) })
}

// refusal is what an operator should know and do.
func (g *Gossip) refusal(by []string) string {
	return fmt.Sprintf("the others know another key for %s (id %v): %s refuse this agent, so it does not take part: remove its line from known-keys on each of them, or start this agent with its old identity file",
		g.name, g.ownMeta().ID, strings.Join(by, ", "))
}
