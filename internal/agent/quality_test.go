package agent_test

import (
	"testing"
	"testing/synctest"
	"time"

	"bellwether/election"
	"bellwether/internal/agent"
	"bellwether/internal/livetest"
)

// An agent knows how well it hears: all hellos at first, some fewer after a node
// was out of its hearing for the time of two, and all again once these are the ten
// last no more. The other, which heard all, does not know.
func TestStatusTellsTheShareOfHellosHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, o := livetest.NewNetwork(), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.WiFi()}
		a, b := e.Start(t, "a", o), e.Start(t, "b", o)
		quality := func(of *agent.Agent, least, most float64) {
			t.Helper()
			s, err := of.Status(t.Context())
			if err != nil || s.Quality < least || s.Quality > most {
				t.Errorf("it hears %v of the hellos (%v), want %v to %v", s.Quality, err, least, most)
			}
		}
		quality(a, 0, 0)
		interval := o.Timing.Hello.Interval
		time.Sleep(20 * interval)
		quality(a, 1, 1)
		e.Cut(func(from, _ string) bool { return from == "b" })
		time.Sleep(2 * interval)
		e.Cut(func(_, _ string) bool { return false })
		time.Sleep(2 * interval)
		quality(a, 0.7, 0.9) // one to three were said in that time
		quality(b, 1, 1)
		time.Sleep(15 * interval)
		quality(a, 1, 1)
		livetest.Stop(t, a, b)
	})
}
