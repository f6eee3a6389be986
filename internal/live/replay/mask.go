package replay

import (
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A mask is the truth of agents under a scenario's radio: which pairs are in range both
// ways.
type mask struct{ radio *emulator.Radio }

func newMask(s *scenarios.Scenario) (*mask, error) {
	config, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		return nil, err
	}
	radio, err := emulator.NewRadio(config)
	if err != nil {
		return nil, err
	}
	return &mask{radio}, nil
}

// Observe does nothing.
func (*mask) Observe(*trace.Record) {}

// Linked reports whether the radio has both directions in range.
func (m *mask) Linked(a, b protocol.ID, at protocol.Time) bool {
	since := time.Duration(at)
	return m.radio.Barrier(a, b, since) == trace.NoReason && m.radio.Barrier(b, a, since) == trace.NoReason
}
