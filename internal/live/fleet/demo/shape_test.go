package demo

import (
	"fmt"
	"testing"

	"bellwether/internal/live/fleet"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios"
)

// The demo ends only if the agents that are left can agree. So no agent may be the only way
// between others, since it may lead and be killed.
func TestAgentsStayConnectedWithoutAnyOne(t *testing.T) {
	for n := MinNodes; n <= MaxNodes; n++ {
		graph := heard(t, n)
		for without := range protocol.ID(n + 1) { // 0: all run
			if reached := spread(graph, without); reached != n && (without == 0 || reached != n-1) {
				t.Errorf("%d agents without %v: %d of them are connected", n, without, reached)
			}
		}
	}
}

// heard is the radio of the scenario of n agents.
func heard(t *testing.T, n int) radio.Graph {
	t.Helper()
	d := &demo{Options: Options{Nodes: n, Timing: "local"}}
	for i := range n {
		d.fleet.Agents = append(d.fleet.Agents, &fleet.Agent{Offer: int64(i)})
	}
	s, err := scenarios.Read(fmt.Sprint(n, " agents"), d.scenario(), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	return c.Medium.(radio.Graph)
}

// spread returns how many nodes a flood without one node reaches.
func spread(g radio.Graph, without protocol.ID) int {
	first := protocol.ID(1)
	if without == first {
		first = 2
	}
	reached, seen := []protocol.ID{first}, map[protocol.ID]bool{first: true, without: true}
	var peers []protocol.ID
	for i := 0; i < len(reached); i++ {
		peers, _ = g.AppendPeers(peers[:0], reached[i])
		for _, p := range peers {
			if !seen[p] {
				seen[p] = true
				reached = append(reached, p)
			}
		}
	}
	return len(reached)
}
