package agent_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
)

// A lossy is a network whose datagrams are lost one by one, for a span.
type lossy struct {
	timing agent.Timing
	loss   float64
	span   time.Duration
}

// A disturbed is what losses did to a cluster whose leader lives.
type disturbed struct {
	elections uint64 // entered, of all members
	changes   int    // of the leader, as members report it
	takeovers int    // leaderships of others than the best
}

// live runs eight agents, and counts what they do while nobody dies.
func (l lossy) live(t *testing.T) (d disturbed) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		e.Delay(time.Millisecond)
		var agents []*agent.Agent
		for i := range 8 {
			agents = append(agents, e.Start(t, string(rune('a'+i)), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()},
				Timing: l.timing, Expect: 8, Offer: int64(100 * (i + 1))}))
		}
		time.Sleep(time.Minute)
		before := counted(t, agents)
		r := rand.New(rand.NewPCG(1, uint64(1000*l.loss)))
		e.Lose(func(string, string) bool { return r.Float64() < l.loss })
		time.Sleep(l.span)
		e.Lose(nil)
		after := counted(t, agents)
		d = disturbed{after.elections - before.elections, after.changes - before.changes, after.takeovers - before.takeovers}
		livetest.Stop(t, agents...)
	})
	return d
}

func counted(t *testing.T, agents []*agent.Agent) (d disturbed) {
	t.Helper()
	for _, a := range agents {
		s, err := a.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d.elections += s.Counters.Elections
		d.changes += int(uint32(s.Epoch))
		events, _, _ := a.Events().After(0)
		for _, e := range events {
			if e.Kind == agent.LeaderGained && !e.Reconfirmed && a != agents[len(agents)-1] {
				d.takeovers++
			}
		}
	}
	return d
}

func TestLossy(t *testing.T) {
	for _, timing := range []agent.Timing{agent.LAN(), agent.LANFast()} {
		for _, loss := range []float64{0.3, 0.5, 0.7} {
			began := time.Now()
			l := lossy{timing, loss, time.Duration(sample.Of(1, 1)) * time.Hour}
			d := l.live(t)
			fmt.Printf("| %s | %.0f %% | %+v | %v\n", timing.Name, 100*loss, d, time.Since(began))
		}
	}
}
