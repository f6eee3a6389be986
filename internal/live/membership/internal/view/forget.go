package view

import (
	"fmt"
	"slices"

	"bellwether/internal/live/membership/internal/wire"
	"bellwether/protocol"
)

// GiveUp forgets a member, and reports whether that changed something.
func (v *View) GiveUp(f wire.Forgotten) (changed bool) {
	v.mu.Lock()
	r := v.names[f.Name]
	switch {
	case r == nil || r.up || r.Meta.ID != f.ID || r.Meta.Incarnation > f.Incarnation:
	case f.Prune:
		delete(v.names, f.Name)
		if v.ids[f.ID] == f.Name {
			delete(v.ids, f.ID)
		}
		changed = true
	case r.State == Failed:
		r.forced, r.GivenUp = true, true
		r.parted, r.last = true, r.Meta.Incarnation
		changed = r.settle(f.At)
	case r.State == Left && !r.GivenUp:
		r.GivenUp, changed = true, true
	}
	if changed {
		v.forgotten = slices.DeleteFunc(v.forgotten, func(o wire.Forgotten) bool {
			return o.Name == f.Name || f.At.Sub(o.At) > ForgetAfter
		})
		v.forgotten = append(v.forgotten, f)
		v.forgotten = v.forgotten[max(0, len(v.forgotten)-wire.ForgottenLimit):]
	}
	v.mu.Unlock()
	if changed {
		v.changed()
	}
	return changed
}

// ForgottenMembers are those to tell others, unless they have come back.
func (v *View) ForgottenMembers() []wire.Forgotten {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(v.forgotten), func(f wire.Forgotten) bool {
		r := v.names[f.Name]
		return r != nil && r.State != Left
	})
}

// Named is a member's name by its id, or the id.
func (v *View) Named(id protocol.ID) string {
	if m, known := v.FindID(id); known {
		return m.Name
	}
	return fmt.Sprintf("node %v", id)
}
