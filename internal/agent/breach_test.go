package agent_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bellwether/baseline"
	"bellwether/internal/agent"
	"bellwether/internal/livetest"
	"bellwether/protocol"
)

// An agent whose machine does something that it does not declare ends with an error that
// names it. Otherwise the undeclared timer would be taken for one of the layer above.
func TestABreachEndsTheAgent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := baseline.Named("bully")
		a.Timers = 0
		agent := livetest.NewNetwork().Start(t, "a", agent.Options{Algorithm: agent.Algorithm{Algorithm: a}})
		time.Sleep(time.Minute)
		var b *protocol.Breach
		if err := agent.Err(); !errors.As(err, &b) || !strings.Contains(err.Error(), "no timer is declared (Timers: 0)") {
			t.Errorf("the agent ends with %v", err)
		}
	})
}
