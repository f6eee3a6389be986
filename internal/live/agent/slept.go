package agent

import "time"

// slept tells for how long the computer was suspended since the agent's start. Go's time and
// timers stand still then on Linux, a lease must not.
type slept struct {
	first time.Duration // what the system said at the start
	most  time.Duration
}

func newSlept() slept { return slept{first: suspended()} }

// total never falls. Less than a millisecond is the time between two looks at clocks.
func (s *slept) total() time.Duration {
	if d := suspended() - s.first; d > s.most+time.Millisecond {
		s.most = d
	}
	return s.most
}
