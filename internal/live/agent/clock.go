package agent

import (
	"time"

	"bellwether/protocol"
)

// clock tells the time of one agent. It asks the system only.
type clock struct {
	started time.Time
	zero    time.Time // monotonic: time 0 of the agent
	ahead   time.Duration
	slept   slept
}

// years is a date before all agents: see machine.
var years = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// newClock begins at the epoch, or now if the epoch is zero.
func newClock(epoch time.Time) *clock {
	c := &clock{started: time.Now(), slept: newSlept()}
	c.zero = c.started
	if !epoch.IsZero() {
		// The difference is taken once: a later jump of the wall clock changes nothing.
		c.zero = c.zero.Add(-time.Since(epoch))
	}
	c.ahead = max(c.zero.Round(0).Sub(years), 0)
	return c
}

// now is the agent's time, which its trace has.
func (c *clock) now() protocol.Time { return protocol.Time(time.Since(c.zero)) }

// machine is the time that the algorithm is told. It begins with the date of time 0, so that it is
// later in each life than in the one before: tanist's stamps are instants by which
// others tell the new from the old. If the wall clock was set back meanwhile, they take the
// node's first signs for old ones, until they have forgotten it, a detection time-out later.
func (c *clock) machine() protocol.Time { return c.now().Add(c.ahead) }

// told is a breach with the agent's time in place of the machine's.
func (c *clock) told(b *protocol.Breach) *protocol.Breach {
	out := *b
	out.At = out.At.Add(-c.ahead)
	return &out
}

// steady is the machine's time and that for which the computer was suspended, in which the
// machine's time stands still.
func (c *clock) steady() protocol.Time { return c.now().Add(c.slept.total()) }

// uptime is the time since the agent's start, by the monotonic clock.
func (c *clock) uptime() time.Duration { return time.Since(c.started) }

// wall is the time since the agent's start, by the wall clock.
func (c *clock) wall() time.Duration { return time.Now().Round(0).Sub(c.started.Round(0)) }
