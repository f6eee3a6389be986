package story

import (
	"fmt"
	"strings"

	"bellwether/protocol"
)

// doCheck checks for every component that all its nodes follow the same node of it; if not,
// the directive fails. With a name it checks only the component of that node, and that this
// node leads it.
//
//	check
//	check A
func (w *board) doCheck(d Directive) error {
	if len(d.Words) == 0 {
		for _, c := range w.Topology.Components() {
			w.judge(c, protocol.Nobody)
		}
		return nil
	}
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		w.judge(w.Topology.Component(id), id)
	}
	return nil
}

// judge writes who leads a component. It fails if want is a node and does not lead.
func (w *board) judge(component []protocol.ID, want protocol.ID) {
	var names, stances []string
	for _, id := range component {
		names = append(names, w.name(id))
		stances = append(stances, w.name(id)+" "+w.stance(id))
	}
	who := "{" + strings.Join(names, " ") + "}"
	leader := w.Standings.Led(component)
	switch {
	case leader == protocol.Nobody:
		w.failed = true
		w.plain("%s: FAILED: %s", who, strings.Join(stances, ", "))
	case want != protocol.Nobody && leader != want:
		w.failed = true
		w.plain("%s: FAILED: %s", who, fmt.Sprintf("%s leads, not %s", w.name(leader), w.name(want)))
	default:
		w.plain("%s: %s leads", who, w.name(leader))
	}
}
