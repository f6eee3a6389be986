package smallworld

import (
	"cmp"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
)

// Budget is the detection budget of tests: a scenario's default.
var Budget = protocol.Detection{Interval: 2 * time.Second, Misses: 3}

// Config resolves an algorithm's parameters, given as text.
func Config(a protocol.Algorithm, given map[string]string) protocol.Config {
	values, faults := protocol.Resolve(a.Params, given, Budget)
	if len(faults) > 0 {
		panic(faults[0])
	}
	return protocol.Config{Detection: Budget, Values: values}
}

// Run makes a Lab of an algorithm's machines with its defaults: see RunWith.
func Run(a protocol.Algorithm, s overlay.Services, o Options) *Lab {
	return RunWith(a, Config(a, nil), s, o)
}

// RunWith makes a Lab of an algorithm's machines, whole with the services they need:
// o.Make, o.Kinds, o.Goal and o.Quorum are filled in.
func RunWith(a protocol.Algorithm, c protocol.Config, s overlay.Services, o Options) *Lab {
	inner, err := a.New(c)
	if err != nil {
		panic(err)
	}
	s.Detection = Budget
	o.Make, o.Kinds, _ = overlay.Compose(a, inner, s)
	o.Nodes = cmp.Or(o.Nodes, len(o.Values))
	o.Goal, o.Quorum = a.Goal, a.QuorumOf(o.Nodes)
	return New(o)
}

// Scale is the present size of the world: of its largest component, with the duration of
// a hop from latency, jitter and services.
func (w *Lab) Scale(s overlay.Services) protocol.Scale {
	scale := protocol.Scale{Roster: w.Nodes, Hop: w.Latency + w.Jitter}
	for _, c := range w.Topology.Components() {
		scale.Nodes = max(scale.Nodes, len(c))
		scale.Diameter = max(scale.Diameter, w.Topology.Diameter(c))
	}
	if s.Flood != nil {
		scale.Hop += 20 * time.Millisecond
	}
	if s.Hello != nil {
		scale.Neighbour = 4 * time.Second
	}
	return scale
}
