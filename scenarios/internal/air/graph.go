package air

import (
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// Graph is the graph of a radio whose links are listed, of nodes 1 to nodes.
func Graph(of *section.Radio, nodes int) (radio.Graph, error) {
	g, err := topology(of, nodes)
	if err != nil {
		return g, err
	}
	return g.WithLatency(of.Latency.Std()), nil
}

// topology is the graph without its latency.
func topology(of *section.Radio, nodes int) (radio.Graph, error) {
	switch of.Topology {
	case "ring":
		return radio.Ring(nodes), nil
	case "complete":
		return radio.Complete(nodes), nil
	case "line":
		return radio.Line(nodes), nil
	case "star":
		return radio.Star(nodes), nil
	case "grid":
		return radio.Lattice(nodes), nil
	}
	return radio.Edges(nodes, of.Edges)
}
