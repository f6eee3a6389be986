package daemon

import (
	"log/slog"
	"sync"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/crash"
	"bellwether/internal/live/agent"
	"bellwether/protocol"
	"bellwether/trace"
)

// mask decides about frames by the scenario's radio.
type mask struct {
	mu    sync.Mutex // the agent and the gossip call it
	radio *emulator.Radio
	broke *crash.Panic // a panic of the program's own code, in a call by gossip
}

// Fate implements agent.Mask by the radio.
func (m *mask) Fate(f agent.Frame) (time.Duration, trace.Why) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broke != nil {
		panic(m.broke)
	}
	return m.radio.Fate(f.From, f.To, f.At, f.Bytes)
}

// gossipBytes is the assumed size of a gossip packet, between a probe's 60 bytes and a
// full datagram's 1400.
const gossipBytes = 200

// hears returns a function that reports whether a gossip packet of another agent arrives here.
func (m *mask) hears(self protocol.ID, epoch time.Time) func(protocol.ID) bool {
	return func(from protocol.ID) (heard bool) {
		defer func() {
			if v := recover(); v != nil { // gossip cannot end the agent: the agent's next call of Fate does
				m.mu.Lock()
				defer m.mu.Unlock()
				m.broke = crash.Recovered(v)
			}
		}()
		_, why := m.Fate(agent.Frame{From: from, To: self, At: protocol.Time(time.Since(epoch)), Bytes: gossipBytes})
		return why == trace.NoReason
	}
}

// mask returns nil without a scenario. Of the scenario it uses the first seed, the movement,
// the radio and the faults. Medium access, duty cycle and interventions are left out, with a
// warning.
func (s *Settings) mask(log *slog.Logger) (*mask, error) {
	if s.scenario == nil {
		return nil, nil
	}
	c, err := s.scenario.Config(s.scenario.Algorithms[0], s.scenario.Seed)
	if err != nil {
		return nil, err
	}
	if c.Access != nil || c.Duty != nil {
		log.Warn("frames of agents do not collide, and none is held back: the mask leaves out the scenario's medium access and duty cycle",
			"scenario", s.scenario.Name)
	}
	if len(c.Interventions) > 0 {
		log.Warn("the mask leaves out the scenario's interventions: links are not held, and no fault is left out", "scenario", s.scenario.Name)
	}
	radio, err := emulator.NewRadio(c)
	if err != nil {
		return nil, err
	}
	return &mask{radio: radio}, nil
}
