package election

import (
	"fmt"
	"time"

	"bellwether/protocol"
)

// Algorithm describes the election to tables, documentation and drivers.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "election",
		About: "A node that misses its leader's beacons claims to lead; of two leaders the worse gives way.", // Fill in: one sentence
		Paper: "none",                                                                                        // Fill in: authors, title, year, section
		Needs: protocol.NeedsNeighbours,
		Goal:  goal,
		Kinds: []protocol.MessageKind{
			{Message: flood{kind: kindClaim}, Name: "claim", Class: protocol.ClassElection,
				About: "flooded: I lead from now on"},
			{Message: flood{kind: kindBeacon}, Name: "beacon", Class: protocol.ClassBeacon,
				About: "flooded: I still lead"},
		},
		Timers:      1,
		SettleBound: settleBound,
		// Fill in: Params, which scenarios set; Costs, which conformance holds to runs; and
		// Deviations from the paper, a line each.
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("election: %w", err)
			}
			return func() protocol.Machine { return newMachine(c.Detection) }, nil
		},
	}
}

// settleBound is derived in the package comment. Fill in: your own, there and here.
func settleBound(s protocol.Scale, c protocol.Config) time.Duration {
	flood := time.Duration(s.Diameter) * (s.Hop + jitter)
	return c.Detection.Timeout() + c.Detection.Interval + 2*flood
}
