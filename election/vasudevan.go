package election

import (
	"fmt"

	"bellwether/protocol"
)

// Vasudevan is the algorithm of Vasudevan, Kurose and Towsley.
func Vasudevan() protocol.Algorithm {
	return protocol.Algorithm{
		Name:   "vasudevan",
		About:  "A spanning tree grows by Election messages and shrinks by Acks that carry the best node; it survives movement.",
		Paper:  "Vasudevan, Kurose, Towsley: Design and Analysis of a Leader Election Algorithm for Mobile Ad Hoc Networks, ICNP 2004",
		Needs:  protocol.NeedsNeighbours,
		Goal:   protocol.GoalBest,
		Params: params(),
		Variants: []protocol.Variant{
			{Label: "vasudevan-udp", Params: map[string]string{"signalling": "udp"}},
			{Label: "vasudevan-optimised", Params: map[string]string{"signalling": "optimised"}},
		},
		Kinds:       kinds(),
		Costs:       costs(),
		Timers:      int(timers),
		SettleBound: settleBound,
		Deviations:  deviations(),
		New:         newMachines,
	}
}

func newMachines(c protocol.Config) (func() protocol.Machine, error) {
	if err := c.Detection.Validate(); err != nil {
		return nil, fmt.Errorf("vasudevan: %w", err)
	}
	s := resolve(c)
	switch s.signalling.(type) {
	case tcp:
		return func() protocol.Machine { return &tcpNode{unicastNode: unicastNode{node{settings: s}}} }, nil
	case unicast:
		return func() protocol.Machine { return &unicastNode{node{settings: s}} }, nil
	}
	if s.linkExchanges > 0 {
		return func() protocol.Machine { return &greetingNode{node{settings: s}} }, nil
	}
	return func() protocol.Machine { return &node{settings: s} }, nil
}
