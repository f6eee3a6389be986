package agent

import (
	"time"

	"bellwether/protocol"
)

// clock tells the time of one agent. It asks the system only.
type clock struct {
	started time.Time
	zero    time.Time // monotonic: time 0 of the machine
	slept   slept
}

// newClock begins at the epoch, or now if the epoch is zero.
func newClock(epoch time.Time) *clock {
	c := &clock{started: time.Now(), slept: newSlept()}
	c.zero = c.started
	if !epoch.IsZero() {
		// The difference is taken once: a later jump of the wall clock changes nothing.
		c.zero = c.zero.Add(-time.Since(epoch))
	}
	return c
}

// now is the machine's time.
func (c *clock) now() protocol.Time { return protocol.Time(time.Since(c.zero)) }

// steady is the machine's time and that for which the computer was suspended, in which the
// machine's time stands still.
func (c *clock) steady() protocol.Time { return c.now().Add(c.slept.total()) }

// uptime is the time since the agent's start, by the monotonic clock.
func (c *clock) uptime() time.Duration { return time.Since(c.started) }

// wall is the time since the agent's start, by the wall clock.
func (c *clock) wall() time.Duration { return time.Now().Round(0).Sub(c.started.Round(0)) }
