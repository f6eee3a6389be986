package explorer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// The services that nodes may have of their own: see the directive nodes of package story.
const (
	serviceHello = "hello" // neighbours by hellos
	serviceFlood = "flood" // routes by flooding
	serviceAODV  = "aodv"  // routes by AODV
	serviceLink  = "link"  // acknowledged sends
)

// ServiceWords are what --services takes. For a service that is not named the world has an
// oracle: it knows neighbours and routes at once, and loses only what a fault loses.
func ServiceWords() []string { return []string{serviceHello, serviceFlood, serviceAODV, serviceLink} }

// served watches the services of a run, and judges what package overlay promises of them:
//
//   - hello: [protocol.Scale].Neighbour after the last fault, each node takes exactly the
//     nodes that it hears for neighbours, with their present incarnations.
//   - flood: a routed message is handed to its destination once, and not twice in one
//     incarnation. Without a fault it has been handed over when no message is on its way any
//     more.
//   - aodv: from node to node, next hops never lead back to a node.
//   - link: the same for a message to a neighbour, and in order; also if one frame is lost.
//
// Messages are distinguished by sender, receiver and kind. The messages of a node that crashed
// are not judged until none is on its way: it is not known which it sent last.
type served struct {
	hello, flood, aodv, link bool
	notice                   time.Duration // of hello

	boots [maxNodes]int64           // boots of each node
	near  [maxNodes][maxNodes]int64 // the incarnation of each neighbour when it was met; 0: none
	known [maxNodes]int64           // boots of each node at the last update; 0: down
	ledger
}

// newServed returns the watcher of a run's services, nil if nodes have none.
func (s *search) newServed(notice time.Duration) *served {
	if len(s.Services) == 0 {
		return nil
	}
	has := func(name string) bool { return slices.Contains(s.Services, name) }
	return &served{hello: has(serviceHello), flood: has(serviceFlood), aodv: has(serviceAODV), link: has(serviceLink), notice: notice,
		ledger: ledger{kinds: s.algorithm.Kinds, rings: s.algorithm.Needs >= protocol.NeedsRing}}
}

func (v *served) copy() *served {
	if v == nil {
		return nil
	}
	c := *v
	c.ledger = v.ledger.copy()
	return &c
}

// Wants returns the kinds of records that show whom nodes take for neighbours.
func (*served) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.NeighbourUp, trace.NeighbourDown)
}

// Record notes who takes whom for a neighbour.
func (v *served) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Boot:
		v.boots[r.Node-1], v.near[r.Node-1] = r.Value, [maxNodes]int64{}
	case trace.NeighbourUp:
		v.near[r.Node-1][r.Peer-1] = v.boots[r.Peer-1]
	case trace.NeighbourDown:
		v.near[r.Node-1][r.Peer-1] = 0
	}
}

// update notes what a step has handed over, and judges it.
func (v *served) update(r *run) {
	if v == nil {
		return
	}
	for _, id := range r.Members() {
		if boots := r.Machines.Boots(id); !r.Up(id) || boots != v.known[id-1] {
			if v.known[id-1] != 0 {
				v.crashed(id)
			}
			if v.known[id-1] = boots; !r.Up(id) {
				v.known[id-1] = 0
			}
		}
		t, is := optional.Within[*tap](r.Machines.Of(id))
		if !is {
			continue
		}
		for _, n := range t.notes {
			switch {
			case n.taken:
				v.take(n.peer, id, n.kind)
			default:
				v.post(posted{from: id, to: n.peer, kind: n.kind, judged: v.judges(n), ordered: v.link && n.op == protocol.OpSend && !v.rings})
			}
		}
		t.notes = t.notes[:0]
	}
	if len(r.Air.Frames()) == 0 && !v.waits(r) {
		v.close(r)
	}
}

// judges reports whether a service promises the delivery of a message. On a ring, what is
// sent to the successor is routed.
func (v *served) judges(n note) bool {
	if n.op == protocol.OpRoute || n.op == protocol.OpSend && v.rings {
		return v.flood
	}
	return n.op == protocol.OpSend && v.link
}

// waits reports whether a link still has something to repeat, packets wait for routes, or
// broadcasts wait in slots. The link is the outermost service, so its timer is the last.
func (v *served) waits(r *run) bool {
	if slices.ContainsFunc(r.Members(), func(id protocol.ID) bool {
		s, has := optional.Within[interface{ Waits() bool }](r.Machines.Of(id))
		return has && r.Up(id) && s.Waits()
	}) {
		return true
	}
	if v.aodv && slices.ContainsFunc(r.Members(), func(id protocol.ID) bool { return r.Up(id) && queued(r.Machines.Of(id)) }) {
		return true
	}
	return v.link && slices.ContainsFunc(r.Members(), func(id protocol.ID) bool {
		_, set := r.Alarms.Deadline(id, protocol.Timer(r.Alarms.Timers(id)-1))
		return set
	})
}

// queued reports whether packets wait for routes at a node. AODV shows it, and before any
// machine within it.
func queued(m protocol.Machine) bool {
	seen, waits := false, false
	optional.Inspect(m, func(name string, value int64) {
		if name == "waiting" && !seen {
			seen, waits = true, value > 0
		}
	})
	return waits
}

// fault returns what is wrong with the services in a state, "" if nothing is.
func (v *served) fault(r *run, timers Timers) string {
	switch {
	case v == nil:
		return ""
	case v.wrong != "":
		return v.wrong
	case v.aodv && circle(r) != "":
		return circle(r)
	case !v.hello || timers != AtRest || len(r.Air.Frames()) > 0 || r.Now.Sub(r.faultAt) <= v.notice:
		return ""
	}
	for _, a := range r.Members() {
		for _, b := range r.Members() {
			if a == b || !r.Up(a) {
				continue
			}
			takes, is := v.near[a-1][b-1], int64(0)
			if r.Topology.Linked(a, b) && r.Up(b) {
				is = v.boots[b-1]
			}
			if takes == is {
				continue
			}
			what := "takes %s for a neighbour and does not hear it"
			switch {
			case takes == 0:
				what = "hears %s and does not take it for a neighbour"
			case is != 0:
				what = "takes %s for the neighbour that it was before its restart"
			}
			return fmt.Sprintf("hello: %s "+what+", %v after the last fault; the service states a bound of %v",
				name(a), name(b), r.Now.Sub(r.faultAt), v.notice)
		}
	}
	return ""
}

// circle returns a walk along next hops that comes back, "" if no walk does.
func circle(r *run) string {
	for _, to := range r.Members() {
		for _, from := range r.Members() {
			walk := name(from)
			for at := from; r.Up(at); {
				next, is := overlay.NextHop(r.Machines.Of(at), r.Now, to)
				if !is || next == to {
					break
				}
				walk += " to " + name(next)
				if next == from {
					return fmt.Sprintf("aodv: what is for %s goes round, from %s", name(to), walk)
				}
				if at = next; strings.Count(walk, " to ") > len(r.Members()) {
					break // another node's circle, which is found from there
				}
			}
		}
	}
	return ""
}

// snapshot appends what the watcher remembers.
func (v *served) snapshot(b []byte) []byte {
	if v == nil {
		return b
	}
	for a := range v.near {
		for p, met := range v.near[a] {
			switch met {
			case 0:
				b = append(b, 0)
			case v.boots[p]:
				b = append(b, 1)
			default:
				b = append(b, 2)
			}
		}
	}
	return v.ledger.snapshot(b)
}

// sayServices lists the services that nodes have, and what is judged of them.
func (s *search) sayServices() string {
	if len(s.Services) == 0 {
		return ""
	}
	says := map[string]string{
		serviceHello: fmt.Sprintf("every neighbour list is the true one %v after the last fault", s.roots[0].notice),
		serviceFlood: "every routed message is handed over once, and without a fault all are",
		serviceAODV:  "next hops never lead back to a node",
		serviceLink:  "every message to a neighbour is handed over once and in order, and without a fault, or after one loss, all are",
	}
	var out []string
	for _, word := range ServiceWords() {
		if slices.Contains(s.Services, word) {
			out = append(out, word+" ("+says[word]+")")
		}
	}
	return "services of the nodes, judged as well: " + strings.Join(out, "; ")
}
