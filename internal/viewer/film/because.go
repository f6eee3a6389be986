package film

import (
	"strings"

	"bellwether/internal/explain/causality"
	"bellwether/protocol"
	"bellwether/trace"
)

// A cause explains what changes within explains after it, which is longer than most elections last.
// Of two that weigh the same the newer one explains, if it is younger by together: what comes
// together began with the first.
const together, explains = 2e9, 10e9

// mostCauses bounds the events that are kept: beyond it the oldest of the lightest goes.
const mostCauses = 256

// cuts is the weight of what needs no cause of its own: faults, crashes, and links that join or divide parts.
const cuts = 5

// A cause is an event that may explain a change.
type cause struct {
	trace.Record
	weight int
}

// weight orders events by how well they explain a change: faults, then suspicions, then the loss of a leader, then what follows.
// 0: it explains nothing.
func (t *teller) weight(r *trace.Record) int {
	switch r.Kind {
	case trace.Fault, trace.Strike, trace.Crash, trace.Absent, trace.Over:
		return cuts
	case trace.LinkDown, trace.LinkUp:
		if across := t.across(r); t.clock.Steps && across == (r.Kind == trace.LinkUp) {
			return cuts
		}
	case trace.Suspect, trace.Trust:
		return 4
	case trace.NeighbourDown:
		if n := t.truth.nodes[r.Node]; n != nil && n.leader == r.Peer {
			return 3
		}
		return 1
	case trace.Capability:
		if t.truth.nodes[r.Node].turned {
			return 4
		}
	case trace.Elected:
		if r.Peer != protocol.Nobody {
			return 2
		}
		if t.was[r.Node] == r.Node { // of others it is what is to be explained
			return 1
		}
	case trace.Boot:
		if r.At > 0 {
			return cuts
		}
		return 1
	case trace.Electing, trace.NeighbourUp:
		return 1
	}
	return 0
}

// across is whether the ends of a link are in different parts.
func (t *teller) across(r *trace.Record) bool {
	return t.component(t.truth.of(r.Node)) != t.component(t.truth.of(r.Peer))
}

// note keeps an event that may explain what comes.
func (t *teller) note(r *trace.Record) {
	w := t.weight(r)
	if w == 0 {
		return
	}
	for len(t.causes) > 0 && r.At-t.causes[0].At > explains {
		t.causes = t.causes[1:]
	}
	if len(t.causes) >= mostCauses {
		least := 0
		for i := range t.causes {
			if t.causes[i].weight < t.causes[least].weight {
				least = i
			}
		}
		t.causes = append(t.causes[:least], t.causes[least+1:]...)
	}
	t.causes = append(t.causes, cause{*r, w})
}

// A change is what became different since the sentence before.
type change struct {
	nodes   map[protocol.ID]bool // which changed
	leaders map[protocol.ID]bool // whom these follow, or followed
	parts   map[protocol.ID]bool // in which these are
	seeking map[protocol.ID]bool // parts in which one of these follows somebody, or elects
}

func (t *teller) change() change {
	c := change{t.moved, map[protocol.ID]bool{}, map[protocol.ID]bool{}, map[protocol.ID]bool{}}
	for id := range t.moved {
		n := t.truth.nodes[id]
		c.leaders[n.leader], c.leaders[t.was[id]] = true, true
		c.parts[t.component(n)] = true
		if n.electing || n.leader != protocol.Nobody {
			c.seeking[t.component(n)] = true
		}
	}
	delete(c.leaders, protocol.Nobody)
	return c
}

// explained is whether an event is one of the nodes that changed, and of a kind that changes them so.
func (t *teller) explained(c *change, x *cause) bool {
	n := t.truth.of(x.Node)
	switch x.Kind {
	case trace.LinkUp:
		part := t.component(n)
		return !t.across(&x.Record) && (c.seeking[part] || x.At == t.at && c.parts[part])
	case trace.LinkDown:
		return t.across(&x.Record) && (c.parts[t.component(n)] || c.parts[t.component(t.truth.of(x.Peer))])
	case trace.NeighbourUp:
		peer := t.truth.of(x.Peer)
		return c.nodes[x.Node] && (n.electing || n.leader != protocol.Nobody && n.leader == peer.leader)
	case trace.NeighbourDown:
		return c.nodes[x.Node] && (x.weight > 1 || n.electing || n.leader == protocol.Nobody || n.leader == x.Node)
	case trace.Elected:
		return c.nodes[x.Node] && n.leader == x.Peer && !n.electing
	case trace.Electing:
		return c.nodes[x.Node] && n.electing
	case trace.Suspect, trace.Trust:
		return c.nodes[x.Node] || c.leaders[x.Node]
	}
	return x.Node == protocol.Nobody || c.nodes[x.Node] || c.leaders[x.Node]
}

// because is the weightiest event that explains the change, in words, with its instant; "" if there is none.
func (t *teller) because() string {
	var best *cause
	c := t.change()
	for i := range t.causes {
		x := &t.causes[i]
		if t.at-x.At <= explains && t.explained(&c, x) && (best == nil || x.beats(best)) {
			best = x
		}
	}
	if best == nil {
		return ""
	}
	return instant(best.At) + ": " + t.event(&best.Record)
}

// beats is whether an event explains better than one before it.
func (x *cause) beats(y *cause) bool {
	link := trace.Of(trace.LinkUp, trace.LinkDown)
	switch {
	case x.weight != y.weight:
		return x.weight > y.weight
	case x.weight < cuts:
		return x.At-y.At >= together
	case x.At == y.At: // a link that goes with its node, or by a partition, is its effect
		return link.Has(y.Kind) && !link.Has(x.Kind)
	}
	return true
}

// events are faults of the whole world, in words that need no explanation.
var events = map[string]string{"partition": "the network is parted", "heal": "all partitions end"}

// event says what happened. A bare number would read as a count: nodes are called so.
func (t *teller) event(r *trace.Record) string {
	world := r.Node == protocol.Nobody
	what := causality.Tell(r)
	if r.Kind == trace.Fault && !world {
		what = strings.NewReplacer(" tells ", " tells node ", " of ", " of node ").Replace(what)
	}
	switch {
	case r.Kind == trace.Boot && r.At == 0:
		return "the nodes boot"
	case r.Kind == trace.Over && world:
		return r.Name + " is over"
	case r.Kind == trace.Over:
		return r.Name + " of node " + t.name(r.Node) + " is over"
	case (r.Kind == trace.Fault || r.Kind == trace.Strike) && world && events[r.Name] != "":
		return events[r.Name]
	case r.Kind == trace.Strike && !world:
		return "a fault strikes node " + r.Node.String() + ": " + r.Name
	case strings.HasPrefix(what, r.Node.String()+" and "):
		return "nodes " + what
	case strings.HasPrefix(what, r.Node.String()+" "):
		what = "node " + what
		if rest, last := strings.CutSuffix(what, " "+r.Peer.String()); last && r.Peer != protocol.Nobody {
			return rest + " node " + r.Peer.String()
		}
	}
	return what
}
