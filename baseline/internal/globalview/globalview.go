package globalview

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// Algorithm describes Global View, which elects the greatest capability.
func Algorithm() protocol.Algorithm {
	a := describe("global-view", criterion{
		offer: func(value int64) int64 { return value },
		leads: (*view).best,
	})
	a.About = "Every node keeps the whole graph, and names the best member of its component."
	a.Goal = protocol.GoalBest
	a.Deviations = append(a.Deviations,
		"The sheet has no hysteresis. If a scenario sets one, a node that leads marks its entry, and the best of those that lead stays until deposed: so nodes of one view name one leader.")
	return a
}

// TopologyAware describes the same with the criterion of the paper: the greatest
// closeness centrality.
func TopologyAware() protocol.Algorithm {
	a := describe("topology-aware", criterion{
		offer: func(value int64) int64 { return min(max(value, 0), 1) },
		leads: (*view).central,
	})
	a.About = "Every node keeps the whole graph, and names the most central member of its component."
	a.Goal = protocol.GoalAny
	a.Deviations = append(a.Deviations,
		"Capabilities play no part, nor does hysteresis; but a node that has resigned offers nothing, and leads only if no node offers anything.",
		"Of members equally central the greatest ID leads; the description leaves it open.")
	return a
}

// criterion is what makes a leader.
type criterion struct {
	// offer is what a node sends of its capability, so that no edit is sent for a value
	// that has no influence.
	offer func(value int64) int64
	// leads chooses among the members of a component, by the view alone: nodes of one view
	// name one leader.
	leads func(v *view, members places, m protocol.Margin) protocol.ID
}

func describe(name string, c criterion) protocol.Algorithm {
	return protocol.Algorithm{
		Name: name,
		Paper: "A. Favier, N. Guittonneau, L. Arantes, A. Fladenmuller, J. Lejeune, P. Sens, " +
			"Topology Aware Leader Election Algorithm for Dynamic Networks, PRDC 2020, as in A. Favier's thesis, §4.2; " +
			"as Global View in a lab sheet of Sorbonne Université, ARA 2019-20 (J. Lejeune, A. Favier)",
		Needs: protocol.NeedsNeighbours,
		Params: []protocol.Param{{
			Name: "hold", Type: protocol.TypeDuration, Default: "20ms", Min: "0s", Max: "10s",
			Doc: "news waits a random time up to this, and is sent together (the thesis's Δ, there a period); the default is flood-max's jitter",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "each node keeps the whole graph and searches it at each change, and each change is n broadcasts",
		SettleBound: settleBound,
		Deviations: []string{
			"An edit carries its origin's whole entry, neighbours included, in place of what was added and removed from one clock to the next: one that is lost costs no later one. (The sheet's Q11: after a lost edit clocks never match again, and the view never heals.)",
			"Each detection interval a node broadcasts a checksum of its view, and a node that hears another than its own sends all that it knows: the last edit may be lost, too.",
			"A link counts if both ends list it: two nodes of one view see one component. The paper's links are bidirectional by assumption.",
			"A node that has booted names no leader until its view is closed (every neighbour that is listed lists back), for two intervals at most; in the paper each is its own leader at first.",
			"A node saves how often it booted, the first half of its clock; one that lost its storage, and hears a newer entry of itself, goes beyond its clock. In the paper clocks begin at 0 again.",
			"In a settled start nodes follow the given leader until they know a path to it or the detection time-out ends; they send nothing for an interval.",
		},
		New: func(config protocol.Config) (func() protocol.Machine, error) {
			if err := config.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			s := newSettings(config)
			s.criterion = c
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// maxNodes: with more nodes that have dozens of neighbours each, a minute of movement means
// tens of millions of entries to compare.
const maxNodes = 256

// settings are what the machines of one world share.
type settings struct {
	interval   time.Duration
	timeout    time.Duration
	hysteresis protocol.Margin
	hold       time.Duration
	criterion
}

func newSettings(c protocol.Config) *settings {
	return &settings{
		interval: c.Detection.Interval, timeout: c.Detection.Timeout(), hysteresis: c.Hysteresis,
		hold: c.Values.Duration("hold"),
	}
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	spread := time.Duration(s.Diameter) * (s.Hop + t.hold)
	return s.Neighbour + t.interval + max(t.timeout, t.interval) + 2*(spread+s.Hop+t.hold)
}
