package floodmax

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// Algorithm describes flood-max.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "flood-max",
		About: "The leader floods its capability; the best that is heard leads.",
		Paper: "after N. Lynch, Distributed Algorithms, 1996, §4.1 (FloodMax); the asynchronous, repeated form is ours",
		Needs: protocol.NeedsNeighbours,
		Goal:  protocol.GoalBest,
		Params: []protocol.Param{{
			Name: "jitter", Type: protocol.TypeDuration, Default: "20ms", Min: "0s", Max: "10s",
			Doc: "a leader begins its beacon, and a node passes a flood on, after a random time up to this",
		}, {
			Name: "backoff", Type: protocol.TypeDuration, Default: "500ms", Min: "0s", Max: "1m",
			Doc: "a node claims the lead after a random time up to this; several times the duration of a flood keeps claims few",
		}},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      timers,
		SettleBound: settleBound,
		Deviations: []string{
			"FloodMax is synchronous, knows the diameter and decides once. Here floods are repeated, and the best leader heard within the detection time-out leads.",
			"Only a node that wants to lead floods; in FloodMax every node floods the best that it knows.",
			"A resigning leader floods a last BEACON with its lowered capability, and is in an election itself.",
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("flood-max: %w", err)
			}
			s := newSettings(c)
			return func() protocol.Machine { return &machine{settings: s} }, nil
		},
	}
}

// settings are what the machines of one world share.
type settings struct {
	interval   time.Duration
	timeout    time.Duration
	hysteresis protocol.Margin
	jitter     time.Duration
	backoff    time.Duration
}

func newSettings(c protocol.Config) *settings {
	return &settings{
		interval: c.Detection.Interval, timeout: c.Detection.Timeout(), hysteresis: c.Hysteresis,
		jitter: c.Values.Duration("jitter"), backoff: c.Values.Duration("backoff"),
	}
}

// settleBound is derived in the package comment.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	t := newSettings(c)
	flood := time.Duration(s.Diameter) * (s.Hop + t.jitter)
	return t.timeout + 2*t.interval + t.backoff + 2*flood
}
