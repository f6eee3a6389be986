package agent_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// Members refuse the key of the best node: at its start, or while it leads. It leads no more, is
// not ready, and tells why. When they take its key it leads.
func TestANodeThatIsRefusedDoesNotLead(t *testing.T) {
	for _, early := range []bool{true, false} {
		bubble.Test(t, func(t *testing.T) {
			e := livetest.NewNetwork()
			vasudevan := agent.Algorithm{Algorithm: election.Vasudevan()}
			other := e.Start(t, "a", agent.Options{Algorithm: vasudevan})
			var port *livetest.Port
			o := agent.Options{Name: "b", Algorithm: vasudevan, Offer: 100, Storage: &livetest.Disk{Node: protocol.ID(2)}}
			best, err := agent.Join(t.Context(), o, func(_ *agent.Options, meta membership.Meta) (agent.Network, error) {
				port = e.Join("b", meta)
				if early {
					port.Refuse("another key")
				}
				return port, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			port.Refuse("another key")
			time.Sleep(time.Minute)
			s, err := best.Status(context.Background())
			if err != nil || s.Leader != nil || s.Healthy() || !strings.Contains(s.Phase, "refused") {
				t.Errorf("%v %q, %v", s.Leader, s.Phase, err)
			}
			if got := livetest.Leader(t, other); got != "a" {
				t.Errorf("the other follows %q", got)
			}
			if !tells(best, 0, agent.IdentityRefused) || tells(best, 0, agent.LeaderGained) == early || tells(best, 1, agent.LeaderLost) == early {
				t.Error("other events than wanted")
			}
			port.Refuse("")
			time.Sleep(time.Minute)
			if s, err = best.Status(context.Background()); err != nil || !s.Healthy() || tells(best, 0, agent.StorageHealed) {
				t.Errorf("%q, %v", s.Phase, err)
			}
			for _, a := range []*agent.Agent{best, other} {
				if got := livetest.Leader(t, a); got != "b" {
					t.Errorf("then %q leads", got)
				}
			}
			livetest.Stop(t, best, other)
		})
	}
}
