package agent_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
)

// A member that runs another algorithm is reported once, by its name; one that runs the same is
// not.
func TestAnotherAlgorithmIsTold(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		same := agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}}
		a, b := e.Start(t, "a", same), e.Start(t, "b", same)
		c := e.Start(t, "c", agent.Options{Algorithm: agent.GossipMax()})
		time.Sleep(time.Minute)
		for _, of := range []struct {
			agent *agent.Agent
			want  []string
		}{{a, []string{"c"}}, {c, []string{"a", "b"}}} {
			var told []string
			events, _, _ := of.agent.Events().After(0)
			for _, event := range events {
				if event.Kind == agent.AlgorithmDiffers {
					told = append(told, event.Members...)
				}
			}
			slices.Sort(told)
			if !slices.Equal(told, of.want) {
				t.Errorf("told %v, want %v", told, of.want)
			}
		}
		s, err := a.Status(t.Context())
		if err != nil || len(s.Others()) != 1 || s.Others()[0].Name != "c" || s.LeaderFailed() {
			t.Errorf("%+v, %v", s, err)
		}
		livetest.Stop(t, a, b, c)
	})
}
