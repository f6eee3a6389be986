package agent_test

import (
	"context"
	"testing"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
)

// A leader that was killed and starts again, before the others have missed it or after, is followed
// as its next life: in no more than the time after which a leader is missed, two signs of it and the
// time for which an agent listens. Of tanist, whose heirs ask for the lead, within two signs.
func TestALeaderThatStartsAgainIsFollowed(t *testing.T) {
	each(t, func(t *testing.T, a agent.Algorithm) {
		for i, down := range []time.Duration{10 * time.Millisecond, time.Second, 3 * time.Second, 3500 * time.Millisecond, 10 * time.Second} {
			if !sample.Takes(i, 2) {
				continue
			}
			bubble.Test(t, func(t *testing.T) {
				e, o := livetest.NewNetwork(), agent.Options{Algorithm: a}
				all := map[string]*agent.Agent{}
				for i, name := range []string{"b", "c", "d"} {
					o.Offer = int64(100 * (i + 1))
					all[name] = e.Start(t, name, o)
				}
				o.Name, o.Offer, o.Storage, o.Epoch = "e", 1000, &livetest.Disk{Node: 'e'}, time.Now()
				ctx, kill := context.WithCancel(t.Context())
				first, err := agent.Join(ctx, o, func(_ *agent.Options, meta membership.Meta) (agent.Network, error) { return e.Join("e", meta), nil })
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(sample.Of(1, 10)) * time.Minute)
				if got := livetest.Leader(t, all["b"]); got != "e" {
					t.Fatalf("%q leads", got)
				}
				kill()
				<-first.Done()
				time.Sleep(down)
				o.Epoch = time.Now() // as package daemon does
				all["e"] = e.Start(t, "e", o)
				began, agreed := time.Now(), time.Now()
				for time.Since(began) < 30*time.Second {
					time.Sleep(10 * time.Millisecond)
					for _, one := range all {
						if livetest.Leader(t, one) != "e" {
							agreed = time.Now()
						}
					}
				}
				took := agreed.Sub(began)
				t.Logf("down for %v: followed after %v", down, took)
				bound := agent.LAN().Detection.Timeout() + 2*time.Second + agent.LAN().Hello.Timeout
				if a.Name == "tanist" {
					bound = 2 * time.Second
				}
				if took > bound {
					t.Errorf("down for %v: followed %v after its start", down, took)
				}
				for _, one := range all {
					livetest.Stop(t, one)
				}
			})
		}
	})
}
