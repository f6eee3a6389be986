package membership

import (
	"fmt"
	"slices"

	"bellwether/protocol"
)

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
