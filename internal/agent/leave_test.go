package agent_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

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
