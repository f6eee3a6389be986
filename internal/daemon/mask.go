package daemon

import (
	"fmt"
	"time"

	"bellwether/emulator"
	"bellwether/live"
	"bellwether/trace"
)

// mask lets the scenario's radio decide about frames.
type mask struct{ ether *emulator.Ether }

// Fate asks the ether.
func (m mask) Fate(f live.Frame) (time.Duration, trace.Why) {
	return m.ether.Fate(f.From, f.To, f.At, f.Bytes)
}

// mask is nil without a scenario. The algorithms of the scenario do not matter: its
// first seed, movement, radio and script do.
func (s *Settings) mask() (live.Mask, error) {
	if s.scenario == nil {
		return nil, nil
	}
	c, err := s.scenario.Config(s.scenario.Algorithms[0], s.scenario.Seed)
	if err != nil {
		return nil, err
	}
	ether, err := emulator.NewEther(c)
	if err != nil {
		return nil, fmt.Errorf("daemon: %w", err)
	}
	return mask{ether}, nil
}
