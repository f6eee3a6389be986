package agent_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// A lateSaver leads from the start. It saves shortly after it was told to resign.
type lateSaver struct{}

func (lateSaver) Start(env *protocol.Env, _ []byte) {
	env.Elected(env.Self(), protocol.Computation{})
}
func (lateSaver) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (lateSaver) Fire(env *protocol.Env, _ protocol.Timer)             { env.Save([]byte("late")) }
func (lateSaver) Snapshot(b []byte) []byte                             { return b }
func (lateSaver) Resign(env *protocol.Env)                             { env.SetTimer(0, time.Millisecond) }

// A leader that leaves waits for another to take over, and its disk fills up. It leaves anyway:
// the state that the disk refused is not needed any more.
func TestAFullDiskKeepsNoLeaver(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
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

// Leaving is as good as resigning: the leader that leaves takes part until another leads, so
// that the others are without a leader no longer than if it resigns and stays. (It once ended
// as soon as it had stepped down, in the middle of the election that it had begun.)
func TestLeavingIsAsGoodAsResigning(t *testing.T) {
	algorithms := []protocol.Algorithm{election.Vasudevan(), baseline.Named("flood-max")}
	if !testing.Short() {
		algorithms = append(algorithms, baseline.All()...)
	}
	for i, a := range algorithms {
		if i > 1 && !sample.Takes(i, 4) {
			continue // the others in a campaign
		}
		resigned := handedOver(t, a, (*agent.Agent).Resign)
		left := handedOver(t, a, (*agent.Agent).Leave)
		// A leader of raft does not step down: the others elect when it is gone. An election of
		// s-elect-leader-c lasts two seconds or more, because of its pulses. The rounds of prasle end at each
		// node in its own time: in a fifth of runs the leaver sees another lead and is gone before the
		// others do, who then wait until its sign of life is missed.
		if a.Name == "prasle" && left <= 5*time.Second {
			continue
		}
		// Nobody is told by a leader of thread, and the others draw delays of some milliseconds.
		if left > max(resigned, 300*time.Millisecond)+10*time.Millisecond && a.Name != "raft" && a.Name != "s-elect-leader-c" {
			t.Errorf("%s: without a leader for %v where it leaves, %v where it resigns", a.Name, left, resigned)
		}
	}
}

// handedOver is the longest time that one of four agents was without a leader because the
// fifth, which led, stepped down.
func handedOver(t *testing.T, a protocol.Algorithm, down func(*agent.Agent, context.Context) error) (took time.Duration) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		var others []*agent.Agent
		byName := map[string]*agent.Agent{}
		for i, name := range []string{"a", "b", "c", "d", "e"} {
			byName[name] = e.Start(t, name, agent.Options{Algorithm: agent.Algorithm{Algorithm: a}, Timing: agent.Local(), Offer: int64(i), Expect: 5})
			others = append(others, byName[name])
		}
		e.Delay(2 * time.Millisecond)
		time.Sleep(time.Minute)
		leader := byName[livetest.Leader(t, others[0])]
		others = slices.DeleteFunc(others, func(a *agent.Agent) bool { return a == leader })
		before := leaderless(t, others)
		if err := down(leader, t.Context()); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		time.Sleep(time.Minute)
		for i, after := range leaderless(t, others) {
			took = max(took, after-before[i])
		}
		livetest.Stop(t, append(others, leader)...)
	})
	return took
}

// leaderless is the time that each of some agents was without a leader.
func leaderless(t *testing.T, agents []*agent.Agent) (times []time.Duration) {
	t.Helper()
	for _, a := range agents {
		s, err := a.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, s.Leaderless)
	}
	return times
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
