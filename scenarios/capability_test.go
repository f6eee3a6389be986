package scenarios

import (
	"testing"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/trace"
)

// office records the last leader of each node.
type office map[protocol.ID]protocol.ID

func (office) Wants() trace.Set         { return trace.Of(trace.Elected) }
func (o office) Record(r *trace.Record) { o[r.Node] = r.Peer }

// TestWeightsDecideTheElection: on a star and on a line all nodes elect the node that the
// weights favour, not the one with the greatest ID.
func TestWeightsDecideTheElection(t *testing.T) {
	for text, want := range map[string]protocol.ID{
		"radio: {model: graph, topology: star}\ncapability: {battery: 0, connectivity: 0, closeness: 1}":                                               1,
		"radio: {model: graph, topology: line}\ncapability: {battery: 0, connectivity: 0, closeness: 1}":                                               4,
		"radio: {model: graph, topology: line}\ncapability: {battery: 0, connectivity: 0, static: {weight: 1, shares: [0, 0.5, 1, 0.2, 0, 0.1, 0.9]}}": 3,
		"radio: {model: graph, topology: line}\ncapability: {battery: 0, connectivity: 0}":                                                             7,
	} {
		s := parse(t, "nodes: 7\nduration: 30s\nalgorithms: [vasudevan, bully, flood-max]\n"+text)
		for _, e := range s.Algorithms {
			follows := office{}
			c, err := s.Config(e, 1, follows)
			if err != nil {
				t.Fatal(err)
			}
			w, err := emulator.New(c)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			for node, leader := range follows {
				if leader != want || len(follows) != 7 {
					t.Errorf("%s: %s: node %d follows %d, want %d", text, e.Label, node, leader, want)
				}
			}
		}
	}
}
