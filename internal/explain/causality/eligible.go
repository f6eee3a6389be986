package causality

import (
	"cmp"
	"fmt"
	"slices"

	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
	"bellwether/trace"
)

// A node follows nobody from the instant at which the one that it named ceases to be eligible, and follows it
// again when it is. No handler of the node causes that, but what the named one claims.

// qualified returns the event by which a node follows whom it does: what the one that it names claims since
// this instant, if that came after what the node handles.
func (h *History) qualified(e *Event, handles int32) int32 {
	if i, known := h.claimed[e.named()]; known && h.Events[i].At == e.At && i > handles {
		return i
	}
	return handles
}

// named is whom a node named that elected a leader, eligible or not.
func (e *Event) named() protocol.ID {
	if e.Frame != 0 {
		return protocol.ID(e.Frame)
	}
	return e.Peer
}

// claims describes what a node offers, or why it must not lead.
func claims(node protocol.ID, value int64, why string) string {
	if eligibility.May(value) {
		return fmt.Sprintf("%v can offer %d", node, value)
	}
	return fmt.Sprintf("%v is not eligible (%s)", node, cmp.Or(why, "it breaks a rule"))
}

// mostBarred bounds the nodes that an answer lists with the rules that they break.
const mostBarred = 4

// barred says which nodes near another are not eligible, and whether any is.
func (a *Answer) barred(h *History, node protocol.ID) {
	if h.stands[node] == nil {
		return
	}
	near := h.component(node)
	var ids []protocol.ID
	runs := 0
	for id, s := range h.stands {
		if s.runs && near[id] {
			if runs++; !eligibility.May(s.offer) {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		return
	}
	slices.Sort(ids)
	if len(ids) == runs {
		a.say("None of the %d nodes of its component is eligible, so to follow nobody is right.", runs)
	}
	for _, id := range ids[:min(len(ids), mostBarred)] {
		a.say("%s.", claims(id, h.stands[id].offer, h.stands[id].barred))
	}
	if more := len(ids) - mostBarred; more > 0 {
		a.say("%d more are not eligible.", more)
	}
}

// elects describes a node's choice of a leader.
func (e *Event) elects() string {
	switch {
	case e.Kind == trace.Elected && e.Frame != 0:
		return fmt.Sprintf("%v knows no leader, since %d is elected and not eligible", e.Node, e.Frame)
	case e.Peer == protocol.Nobody:
		return fmt.Sprintf("%v knows no leader", e.Node)
	}
	return fmt.Sprintf("%v elects %v", e.Node, e.Peer)
}
