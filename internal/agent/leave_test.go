package agent_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/internal/agent"
	"bellwether/internal/livetest"
	"bellwether/protocol"
)

// lateSaver leads from the start. It saves shortly after it was told to resign.
type lateSaver struct{}

func (lateSaver) Start(env *protocol.Env, _ []byte) {
	env.Elected(env.Self(), protocol.Computation{})
}
func (lateSaver) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (lateSaver) Fire(env *protocol.Env, _ protocol.Timer)             { env.Save([]byte("late")) }
func (lateSaver) Snapshot(b []byte) []byte                             { return b }
func (lateSaver) Resign(env *protocol.Env)                             { env.SetTimer(0, time.Millisecond) }

// A leader waits for another to take over while the disk fills up. It leaves all the
// same: nobody will need the state that the disk did not take.
func TestAFullDiskKeepsNoLeaver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		a := agent.Algorithm{Algorithm: protocol.Algorithm{
			Name: "late-saver", About: "saves late", Paper: "none", Needs: protocol.NeedsNeighbours, Goal: protocol.GoalAny, Timers: 1,
			New: func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return lateSaver{} }, nil
			},
		}}
		disk := &livetest.Disk{Node: 1}
		leaver := e.Start(t, "leaver", agent.Options{Algorithm: a, Storage: disk})
		other := e.Start(t, "other", agent.Options{Algorithm: a})
		time.Sleep(time.Minute)
		disk.Full.Store(true)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := leaver.Leave(ctx); err != nil {
			t.Errorf("it did not leave: %v", err)
			disk.Full.Store(false)
		}
		livetest.Stop(t, other)
	})
}

// Leaving costs the others no more time without a leader than an election takes: the leader
// that leaves takes part until another leads. It ended at once before, in the middle of the
// election that it had begun, and the others waited for it for 1.9 s.
func TestALeaderThatLeavesHandsOver(t *testing.T) {
	for _, a := range append(baseline.All(), election.Vasudevan()) {
		synctest.Test(t, func(t *testing.T) {
			e := livetest.NewNetwork()
			var all []*agent.Agent
			for i, name := range []string{"a", "b", "c", "d"} {
				all = append(all, e.Start(t, name, agent.Options{Algorithm: agent.Algorithm{Algorithm: a}, Timing: agent.Local(), Offer: int64(i)}))
			}
			time.Sleep(time.Minute)
			leader := livetest.Leader(t, all[0])
			var others []*agent.Agent
			var leaver *agent.Agent
			for i, name := range []string{"a", "b", "c", "d"} {
				if name == leader {
					leaver = all[i]
					continue
				}
				others = append(others, all[i])
			}
			before := leaderless(t, others)
			if err := leaver.Leave(t.Context()); err != nil {
				t.Errorf("%s: %v", a.Name, err)
			}
			time.Sleep(time.Minute)
			if took := leaderless(t, others) - before; took > 300*time.Millisecond {
				t.Errorf("%s: a node was without a leader for %v", a.Name, took)
			}
			if next := livetest.Leader(t, others[0]); next == leader || next == "" {
				t.Errorf("%s: %q leads after %s", a.Name, next, leader)
			}
			livetest.Stop(t, others...)
		})
	}
}

// leaderless is the longest time that one of some agents was without a leader.
func leaderless(t *testing.T, agents []*agent.Agent) (most time.Duration) {
	t.Helper()
	for _, a := range agents {
		s, err := a.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, s.Leaderless)
	}
	return most
}

// Leaving at once is no error, in whatever order the goroutines run.
func TestALoneAgentLeavesWithoutAnError(t *testing.T) {
	e := livetest.NewNetwork()
	for range 300 {
		a := e.Start(t, "a", agent.Options{Algorithm: agent.GossipMax()})
		if err := a.Leave(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
