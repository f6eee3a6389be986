// Package channel makes media that decide by power. The received power is
//
//	received = power + gains − path loss − shadowing − walls + fade
//
// and is compared with what a [radio.Receiver] decodes. A program may give a path loss of
// its own.
//
// A channel is a pure function of the seed, the link, the instant and the places of both ends.
// It has no state that changes, and parallel runs may share it. Package radio states units and
// sources. A frame costs 10 to 70 ns for each node that it might reach, and no allocation
// (BenchmarkEmission of internal/sim/phy).
package channel

import (
	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

// New returns the channel of some options. The error names every invalid option.
func New(o radio.ChannelOptions) (radio.Medium, error) {
	c, err := phy.NewChannel(o, phy.Site{})
	if err != nil {
		return nil, err
	}
	return c, nil
}
