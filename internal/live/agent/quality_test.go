package agent_test

import (
	"testing"
	"time"

	"bellwether/election"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
)

// A status tells the round trips of now. Those are measured all the time, and the membership does not
// change by it.
func TestStatusTellsTheRoundTripsOfNow(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e, o := livetest.NewNetwork(), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.WiFi()}
		a, b := e.Start(t, "a", o), e.Start(t, "b", o)
		time.Sleep(time.Second)
		for _, rtt := range []time.Duration{3 * time.Millisecond, 5 * time.Millisecond} {
			e.Measure("a", "b", rtt)
			s, err := a.Status(t.Context())
			if err != nil || s.Members[1].Name != "b" || s.Members[1].RTT != rtt || s.Members[0].RTT != 0 {
				t.Errorf("want %v, got %+v (%v)", rtt, s.Members, err)
			}
		}
		livetest.Stop(t, a, b)
	})
}

// Each neighbour has its share of hellos heard; a member that is no neighbour, and the agent itself,
// have none.
func TestStatusTellsTheShareOfEachNeighbour(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e, o := livetest.NewNetwork(), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.WiFi()}
		o.Timing.Hello.Timeout = 10 * o.Timing.Hello.Interval // as above
		a, b, c := e.Start(t, "a", o), e.Start(t, "b", o), e.Start(t, "c", o)
		interval := o.Timing.Hello.Interval
		time.Sleep(20 * interval)
		e.Cut(func(from, to string) bool { return from == "b" && to == "a" })
		time.Sleep(3 * interval)
		e.Cut(func(_, _ string) bool { return false })
		time.Sleep(2 * interval)
		s, err := a.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]*float64{}
		for _, m := range s.Members {
			of[m.Name] = m.Quality
		}
		if of["a"] != nil || of["b"] == nil || of["c"] == nil || *of["b"] < 0.6 || *of["b"] > 0.8 || *of["c"] != 1 {
			t.Errorf("the shares are %v", s.Members)
		}
		livetest.Stop(t, c)
		time.Sleep(20 * interval)
		if s, err = a.Status(t.Context()); err != nil || s.Members[2].Quality != nil || *s.Members[1].Quality != 1 {
			t.Errorf("after c has left: %v, %v", s.Members, err)
		}
		livetest.Stop(t, a, b)
	})
}

// An agent knows the share of hellos that it hears. At first it hears all. Then it cannot
// hear the other for two intervals, and the share falls. Once those hellos are no longer
// among the last ten the share is 1 again. The other agent heard all hellos, and its
// share does not change.
func TestStatusTellsTheShareOfHellosHeard(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		e, o := livetest.NewNetwork(), agent.Options{Algorithm: agent.Algorithm{Algorithm: election.Vasudevan()}, Timing: agent.WiFi()}
		// Two hellos that are lost can leave more than the usual three intervals between those
		// that are heard. Then a forgets b, and its share begins anew.
		o.Timing.Hello.Timeout = 10 * o.Timing.Hello.Interval
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
		quality(a, 0.7, 0.9) // one to three hellos were lost
		quality(b, 1, 1)
		time.Sleep(15 * interval)
		quality(a, 1, 1)
		livetest.Stop(t, a, b)
	})
}
