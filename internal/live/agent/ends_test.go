package agent_test

import (
	"context"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
	"bellwether/trace"
)

// A fuse is a sink that panics once it is lit.
type fuse struct{ lit chan struct{} }

func (f fuse) Wants() trace.Set { return trace.All }

func (f fuse) Record(*trace.Record) {
	select {
	case <-f.lit:
		panic("lit")
	default:
	}
}

// However an agent ends that leads, its last event about the leader is leader-lost: hooks must stop what
// they started.
func TestAnAgentThatEndsSaysThatItLeadsNoLonger(t *testing.T) {
	for name, end := range map[string]func(a *agent.Agent, kill context.CancelFunc, lit chan struct{}){
		"leaves alone": func(a *agent.Agent, _ context.CancelFunc, _ chan struct{}) { _ = a.Leave(context.Background()) },
		"is stopped":   func(_ *agent.Agent, kill context.CancelFunc, _ chan struct{}) { kill() },
		"panics":       func(_ *agent.Agent, _ context.CancelFunc, lit chan struct{}) { close(lit) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble.Test(t, func(t *testing.T) {
				e := livetest.NewNetwork()
				ctx, kill := context.WithCancel(t.Context())
				defer kill()
				f := fuse{make(chan struct{})}
				o := agent.Options{Name: "a", Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()},
					Storage: &livetest.Disk{Node: protocol.ID(1)}, Sinks: []trace.Sink{f}}
				a, err := agent.Join(ctx, o, e.Enter("a"))
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute)
				if got := livetest.Leader(t, a); got != "a" {
					t.Fatalf("%q leads", got)
				}
				before := a.Events().Last()
				end(a, kill, f.lit)
				<-a.Done()
				if !tells(a, before, agent.LeaderLost) {
					t.Error("it does not say that it leads no longer")
				}
			})
		})
	}
}
