package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// lastNamed is a sink that records whom each node named last before an instant.
type lastNamed struct {
	before protocol.Time
	leader map[protocol.ID]protocol.ID
}

func (*lastNamed) Wants() trace.Set { return trace.Of(trace.Electing, trace.Elected) }

func (o *lastNamed) Record(r *trace.Record) {
	if r.At < o.before {
		o.leader[r.Node] = r.Peer // Nobody while electing
	}
}

// String says who names whom.
func (o *lastNamed) String() string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(o.leader)) {
		out = append(out, fmt.Sprintf("%v names %v", id, o.leader[id]))
	}
	return strings.Join(out, ", ")
}

// merge: two components have a leader each, and meet at the calm. Then one node leads both.
func merge(t testing.TB, r row) error {
	for _, g := range []struct {
		name  string
		graph radio.Graph
		apart []protocol.ID
	}{
		{"halves of a line", radio.Line(8), []protocol.ID{1, 2, 3, 4}},
		{"three of eight in the clear", radio.Complete(8), []protocol.ID{2, 5, 7}},
		{"one node and a ring", radio.Ring(5), []protocol.ID{1}},
	} {
		for _, w := range over(g.name, g.graph) {
			w := w.struck("apart until the calm", emulator.Fault{For: calmAt, Kind: emulator.FaultPartition, Groups: [][]protocol.ID{g.apart}})
			c := w.with(r)
			named := &lastNamed{before: protocol.Time(calmAt), leader: map[protocol.ID]protocol.ID{}}
			c.Sinks = []trace.Sink{named}
			if _, err := settle(t, r, w, c); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			leaders := map[protocol.ID]bool{}
			for _, leader := range named.leader {
				leaders[leader] = leader != protocol.Nobody
			}
			if r.a.QuorumOf(w.nodes) == 0 && (len(leaders) != 2 || leaders[protocol.Nobody]) {
				return fmt.Errorf("%s: before they meet, %s", w.name, named)
			}
		}
	}
	return nil
}
