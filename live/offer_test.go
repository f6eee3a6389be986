package live

import (
	"context"
	"errors"
	"testing"
	"time"

	"bellwether/internal/base/crash"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/sensors"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
)

// An Offer that never returns, at the start or later, does not keep Run from ending with
// its context.
func TestRunDoesNotWaitForAnOffer(t *testing.T) {
	for blocked, want := range map[int]error{1: context.DeadlineExceeded, 3: nil} {
		bubble.Test(t, func(t *testing.T) {
			on, calls, end := livetest.NewNetwork(), 0, make(chan struct{})
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			ended := make(chan error, 1)
			go func() {
				ended <- Run(ctx, Options{Name: "alone",
					Offer: func() int64 {
						if calls++; calls == blocked {
							<-end
						}
						return 1
					},
					network: func(m membership.Meta) agent.Network { return on.Join("alone", m) }})
			}()
			time.Sleep(3 * time.Minute)
			select {
			case err := <-ended:
				if !errors.Is(err, want) {
					t.Errorf("blocked at call %d: %v, want %v", blocked, err, want)
				}
				close(end)
			default:
				t.Errorf("blocked at call %d, Run goes on after its context", blocked)
				close(end)
				<-ended
			}
		})
	}
}

// A value that is out of range does not replace the last good one, and a panic names its
// Offer.
func TestInvalidOffers(t *testing.T) {
	given := int64(7)
	o := &offer{ask: func() int64 { return given }}
	for _, next := range []int64{7, -1} {
		given = next
		if value, err := o.Value(t.Context(), sensors.Heard{}); value != 7 || (err != nil) != (next < 0) {
			t.Errorf("of %d it makes %d, %v", next, value, err)
		}
	}
	o.ask = func() int64 { panic("no offer") }
	defer func() {
		if p, named := recover().(*crash.Panic); !named || p.Whose != "the program's own Offer" {
			t.Errorf("got %v", p)
		}
	}()
	_, _ = o.Value(t.Context(), sensors.Heard{})
}
