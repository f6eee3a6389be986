package membership

import (
	"fmt"
	"slices"
	"time"

	"bellwether/protocol"
)

// forgottenLimit bounds the forgotten members that an agent tells in an exchange of the whole
// state: the newest.
const forgottenLimit = 64

// A forgotten member was given up by an operator. The header has its id and its incarnation,
// not those of the sender. Receivers that see it alive, or in a later incarnation, ignore the
// message.
type forgotten struct {
	header
	prune bool // forget it altogether; else it is shown as left
	name  string
	at    time.Time // when this agent heard of it; not on the wire
}

func (f forgotten) append(b []byte) []byte {
	b = f.header.append(b)
	var flags byte
	if f.prune {
		flags = 1
	}
	return append(append(b, flags), f.name...)
}

// decodeForgotten accepts any bytes: it returns a forgotten member or an error.
func decodeForgotten(h header, b []byte) (forgotten, error) {
	if len(b) < 2 || b[0] > 1 || checkName(string(b[1:])) != nil {
		return forgotten{}, fmt.Errorf("%w: forgotten member", errMessage)
	}
	return forgotten{header: h, prune: b[0] == 1, name: string(b[1:])}, nil
}

// ForceLeave gives up a failed member everywhere: it is shown as left, is not tried any more
// and counts in no majority of the members; with prune it is not shown any more. If it comes
// back it is a member again.
func (g *Gossip) ForceLeave(name string, prune bool) error {
	r := g.run.Load()
	if r == nil {
		return ErrLeft
	}
	m, known := g.view.find(name)
	switch {
	case !known:
		return fmt.Errorf("%w: %q", ErrUnknown, name)
	case m.State == Alive:
		return fmt.Errorf("%s is alive: tell it to leave", name)
	}
	if err := g.needs(2); err != nil {
		return err
	}
	f := forgotten{header: header{kindForget, m.Meta.ID, m.Meta.Incarnation}, prune: prune, name: name}
	b := f.append(nil)
	callbacks{g}.onForget(f.header, b[headerSize:])
	alive := g.view.list(func(m Member) bool { return m.State == Alive })
	for _, to := range alive[:min(len(alive), goodbyeDirect)] {
		g.post(r, to.Addr, b)
	}
	return nil
}

// onForget forgets a member, and forwards that if it was new.
func (c callbacks) onForget(h header, b []byte) {
	f, err := decodeForgotten(h, b)
	if err != nil {
		c.tally.count(malformed)
		return
	}
	f.at = time.Now()
	if c.view.giveUp(f) {
		c.logger.Info("a member is forgotten", "name", f.name, "pruned", f.prune)
		c.spread("forget "+f.name, f.append(nil))
	}
}

// giveUp forgets a member, and reports whether that changed something.
func (v *view) giveUp(f forgotten) (changed bool) {
	v.mu.Lock()
	r := v.names[f.name]
	switch {
	case r == nil || r.up || r.Meta.ID != f.id || r.Meta.Incarnation > f.incarnation:
	case f.prune:
		delete(v.names, f.name)
		if v.ids[f.id] == f.name {
			delete(v.ids, f.id)
		}
		changed = true
	case r.State == Failed:
		r.forced = true
		r.parted, r.last = true, r.Meta.Incarnation
		changed = r.settle(f.at)
	}
	if changed {
		v.forgotten = slices.DeleteFunc(v.forgotten, func(o forgotten) bool {
			return o.name == f.name || f.at.Sub(o.at) > forgetAfter
		})
		v.forgotten = append(v.forgotten, f)
		v.forgotten = v.forgotten[max(0, len(v.forgotten)-forgottenLimit):]
	}
	v.mu.Unlock()
	if changed {
		v.changed()
	}
	return changed
}

// forgottenMembers are those to tell others, unless they have come back.
func (v *view) forgottenMembers() []forgotten {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(v.forgotten), func(f forgotten) bool {
		r := v.names[f.name]
		return r != nil && r.State != Left
	})
}

// named is a member's name by its id, or the id.
func (v *view) named(id protocol.ID) string {
	if m, known := v.findID(id); known {
		return m.Name
	}
	return fmt.Sprintf("node %v", id)
}
