package story

import (
	"fmt"
	"strings"
	"time"

	"bellwether/protocol"
)

// doState shows nodes: whom they follow, the integers that their machines show,
// and when their timers go off. Without a name it shows all, and what is on its
// way.
//
//	state
//	state A
func (w *world) doState(d Directive) error {
	ids := w.members
	if len(d.Words) > 0 {
		var err error
		if ids, err = w.ids(d); err != nil {
			return err
		}
	}
	for _, id := range ids {
		w.plain("%s (%d): %s", w.name(id), w.at(id).value, w.stateOf(id))
	}
	if len(d.Words) > 0 {
		return nil
	}
	for _, f := range w.air {
		w.plain("%s … %s  %s", w.name(f.from), w.name(f.to), w.words(f.message))
	}
	return nil
}

func (w *world) stateOf(id protocol.ID) string {
	n := w.at(id)
	if n.machine == nil {
		return "down"
	}
	words := []string{w.stance(id)}
	protocol.Inspect(n.machine, func(name string, value int64) {
		words = append(words, fmt.Sprintf("%s=%d", name, value))
	})
	for i, t := range n.timers {
		if t.set {
			words = append(words, fmt.Sprintf("timer %d at %v", i, time.Duration(t.at).Round(time.Microsecond)))
		}
	}
	return strings.Join(words, " ")
}

// stance says where a node stands in the elections.
func (w *world) stance(id protocol.ID) string {
	n := w.at(id)
	switch {
	case n.electing:
		return "is electing"
	case n.leader == protocol.Nobody:
		return "knows no leader"
	}
	return "follows " + w.name(n.leader)
}
