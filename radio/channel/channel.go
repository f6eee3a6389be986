// Package channel makes media that go by power:
//
//	received = power + gains − path loss − shadowing − walls + fade
//
// against what a [radio.Receiver] decodes. The path loss may be one's own.
//
// A channel is a pure function of the seed, the link, the instant and where the ends are;
// it remembers nothing, and runs in parallel may share it. Its units and sources are those
// of package radio. BenchmarkEmission of internal/air says what a frame costs: 10 to 70 ns
// for each node that it might reach, and no allocation.
package channel

import (
	"bellwether/internal/air"
	"bellwether/radio"
)

// New makes a channel ready. The error names every option that makes no sense.
func New(o radio.ChannelOptions) (radio.Medium, error) {
	c, err := air.NewChannel(o, air.Site{})
	if err != nil {
		return nil, err
	}
	return c, nil
}
