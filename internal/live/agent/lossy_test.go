package agent_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
)

// A lossy is a network whose datagrams are lost one by one, for a span.
type lossy struct {
	timing agent.Timing
	agents int
	loss   float64
	span   time.Duration
}

// A disturbed is what losses did to a cluster whose leader lives.
type disturbed struct {
	changes   int // of the leader, as members report it
	takeovers int // leaderships of others than the best
}

// run runs the agents, and counts what they do while nobody dies.
func (l lossy) run(t *testing.T) (d disturbed) {
	bubble.Test(t, func(t *testing.T) {
		e := livetest.NewNetwork()
		e.Delay(time.Millisecond)
		var agents []*agent.Agent
		for i := range l.agents {
			agents = append(agents, e.Start(t, string(rune('a'+i)), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()},
				Timing: l.timing, Expect: l.agents, Offer: int64(100 * (i + 1))}))
		}
		time.Sleep(10 * time.Second)
		before := counted(t, agents)
		r := rand.New(rand.NewPCG(1, uint64(1000*l.loss)))
		e.Lose(func(string, string) bool { return r.Float64() < l.loss })
		time.Sleep(l.span)
		e.Lose(nil)
		after := counted(t, agents)
		d = disturbed{after.changes - before.changes, after.takeovers - before.takeovers}
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

// lossyHours is the environment variable with the hours of virtual time at each loss; without it the test
// looks at some minutes of the greatest loss alone.
const lossyHours = "LOSSY_HOURS"

// spanOf makes the span long enough at the greatest loss that lan replaces its leader: it does so some 390 times
// an hour, so in 30 s not once in one of 25 cases.
func spanOf(loss float64, span time.Duration) time.Duration {
	if loss > 0.5 {
		return max(span, 3*time.Minute)
	}
	return span
}

// No leader of eight that lives is replaced on networks that lose a tenth of all datagrams, with lan or lan-fast: the
// others pass its beacons on, so all ways of as many beacons in a row as are missed would have to fail. Much
// greater losses do replace it; otherwise this would not show anything.
func TestALeaderThatLivesIsNotReplaced(t *testing.T) {
	sizes, losses, span := []int{8}, []float64{0.10, 0.70}, 30*time.Second
	hours, err := strconv.Atoi(os.Getenv(lossyHours))
	if err == nil {
		sizes, losses, span = []int{3, 8}, []float64{0, 0.01, 0.05, 0.10, 0.30, 0.50, 0.70}, time.Duration(hours)*time.Hour
		fmt.Print("\n| preset | agents | loss | false takeovers, an hour | reports of another leader or none, an hour, of all |\n|---|---|---|---|---|\n")
	}
	for _, agents := range sizes {
		most := map[string]disturbed{}
		for _, timing := range []agent.Timing{agent.LAN(), agent.LANFast()} {
			for _, loss := range losses {
				d := lossy{timing, agents, loss, spanOf(loss, span)}.run(t)
				if err == nil {
					fmt.Printf("| %s | %d | %.0f %% | %.1f | %.1f |\n", timing.Name, agents, 100*loss, float64(d.takeovers)/float64(hours), float64(d.changes)/float64(hours))
				}
				if agents == 8 && loss <= 0.10 && d != (disturbed{}) {
					t.Errorf("%s, loss %v: in %v %+v", timing.Name, loss, span, d)
				}
				most[timing.Name] = d
			}
		}
		if most["lan"].changes == 0 || most["lan-fast"].changes > most["lan"].changes {
			t.Errorf("%d agents, with a loss of %v in %v: %+v", agents, losses[len(losses)-1], span, most)
		}
	}
}
