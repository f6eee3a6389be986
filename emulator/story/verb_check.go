package story

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/protocol"
)

// doCheck says of every component whether all its nodes follow one and the same
// node of it; the story fails if not. A name asks for the component of that node
// alone, and that it leads.
//
//	check
//	check A
func (w *world) doCheck(d Directive) error {
	if len(d.Words) == 0 {
		for _, c := range w.components() {
			w.judge(c, protocol.Nobody)
		}
		return nil
	}
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		w.judge(w.component(id), id)
	}
	return nil
}

// judge tells who leads a component; want, if it is anybody, should.
func (w *world) judge(component []protocol.ID, want protocol.ID) {
	var names, stances []string
	for _, id := range component {
		names = append(names, w.name(id))
		stances = append(stances, w.name(id)+" "+w.stance(id))
	}
	who := "{" + strings.Join(names, " ") + "}"
	leader, ok := w.led(component)
	switch {
	case !ok:
		w.failed = true
		w.plain("%s: FAILED: %s", who, strings.Join(stances, ", "))
	case want != protocol.Nobody && leader != want:
		w.failed = true
		w.plain("%s: FAILED: %s", who, fmt.Sprintf("%s leads, not %s", w.name(leader), w.name(want)))
	default:
		w.plain("%s: %s leads", who, w.name(leader))
	}
}

// led gives the leader that a whole component follows.
func (w *world) led(component []protocol.ID) (leader protocol.ID, ok bool) {
	var c protocol.Component
	for _, id := range component {
		c.Add(protocol.Standing{ID: id, Value: w.at(id).value, Leader: w.at(id).leader})
	}
	leader = c.Wanted(protocol.GoalAny, 0, func(id protocol.ID) bool { return slices.Contains(component, id) }).Leader
	return leader, leader != protocol.Nobody && c.Unknowing == 0
}

// settled says whether every component is led and nothing is on its way.
func (w *world) settled() bool {
	if len(w.air) > 0 {
		return false
	}
	for _, c := range w.components() {
		if _, ok := w.led(c); !ok {
			return false
		}
	}
	return true
}
