package simplesync

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// Algorithm describes simple-sync.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "simple-sync",
		About: "In lock-step, candidates send to all; a pulse later every node picks the best.",
		Paper: "L. Drummond, Eleição de Líder (course slides), Versão síncrona em um grafo completo",
		Needs: protocol.NeedsRouting,
		Goal:  protocol.GoalBest,
		Params: []protocol.Param{{
			Name: "pulse", Type: protocol.TypeDuration, Default: "260ms", Min: "1ms", Max: "1m", Load: func(members int) int { return members },
			Doc: "from one pulse to the next, longer than any message and its handling; the default is bully's t_max + t_process",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		MaxNodes:    maxNodes,
		MaxNodesWhy: "if all stand they send n² messages at one pulse, and each node keeps 16 bytes of every other",
		SettleBound: settleBound,
		Deviations: []string{
			"Identities are capabilities, value then ID.",
			"Pulses are the multiples of the pulse length in the nodes' common time. An election is numbered by the pulse that decides it; messages after that are too late and do not count.",
			"The paper elects the best of those that start. A member that did not start, but exceeds the best (without hysteresis: no node leads), stands at the deciding pulse, as all such members do.",
			"A newer election takes members over from an older one.",
			"Losses, crashes, merges, changing capabilities: overlay.Monitor. A node that misses a candidate may decide for another; the better leader's announcement corrects it.",
			"A leader that resigns stands with what it still offers, and members that exceed that stand after it.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("simple-sync: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// maxNodes is bully's, whose upkeep and worst case are the same.
const maxNodes = 2048

// settings are what the machines of one world share.
type settings struct {
	detection  protocol.Detection
	hysteresis protocol.Margin
	length     time.Duration // of a pulse
}

func newSettings(c protocol.Config) *settings {
	return &settings{c.Detection, c.Hysteresis, c.Values.Duration("pulse")}
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	route := time.Duration(s.Diameter) * s.Hop
	return fd.Worst(c.Detection) + 6*c.Detection.Interval + 6*newSettings(c).length + 4*route + s.Neighbour
}
