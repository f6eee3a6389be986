package conformance

import (
	"fmt"

	"bellwether/emulator"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
)

// offers are what the nodes of made worlds offer: the best is neither the first
// nor the last, and neighbours on a ring are in no order.
var offers = []int64{30, 10, 50, 20, 40, 10, 60, 35, 25}

// on is a world on a graph in which no fault happens and every node starts.
func on(g radio.Graph, s overlay.Services) scene {
	s.Detection = detection
	w := scene{nodes: g.Nodes(), services: s}
	w.config = emulator.Config{
		Seed: 1, Nodes: w.nodes, Link: radio.DefaultLink(), Services: s, Medium: g,
		Start:      emulator.Start{All: true},
		Capability: emulator.Capability{Values: offers[:w.nodes]},
	}
	return w
}

// ringOfFive is a small world; its third node is the best.
func ringOfFive() scene { return on(radio.Ring(5), overlay.Services{}) }

// over makes one world of a graph for each choice of services; with -short for the first
// alone, because drawn worlds cover the others.
func over(name string, g radio.Graph) []scene {
	var out []scene
	stacks := services
	if short() {
		stacks = services[:1]
	}
	for i, s := range stacks {
		w := on(g, s)
		w.name = fmt.Sprintf("%s over %s", name, []string{"oracles", "hellos", "hellos and floods"}[i])
		out = append(out, w)
	}
	return out
}

// peaceful are worlds without faults, of one node to eight.
func peaceful() []scene {
	var out []scene
	out = append(out, over("one", radio.Complete(1))...)
	out = append(out, over("two", radio.Complete(2))...)
	out = append(out, over("ring of five", radio.Ring(5))...)
	return append(out, over("eight in the clear", radio.Complete(8))...)
}

// start gives the world another beginning.
func (w scene) start(name string, s emulator.Start) scene {
	w.name += ", " + name
	w.config.Start = s
	return w
}

// struck gives the world a script.
func (w scene) struck(name string, faults ...emulator.Fault) scene {
	w.name += ", " + name
	w.config.Faults = faults
	return w
}

// only is the target of one node.
func only(id protocol.ID, f emulator.Fault) emulator.Fault {
	f.Target, f.Nodes = emulator.TargetNodes, []protocol.ID{id}
	return f
}
