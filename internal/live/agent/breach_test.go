package agent

import (
	"testing"
	"time"

	"bellwether/protocol"
)

// TestABreachHasTheTimeOfTheAgent: the machine's begins with a date, and would be years after the start.
func TestABreachHasTheTimeOfTheAgent(t *testing.T) {
	c := newClock(time.Time{})
	if at := c.told(&protocol.Breach{At: c.machine()}).At; time.Duration(at) > time.Hour {
		t.Errorf("%v after the start", at)
	}
}
