package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// trials kills the leader again and again, brings it back each time, and tells how
// long the others were without one.
func (d *demo) trials(ctx context.Context) error {
	var took []time.Duration
	for range d.Trials {
		// A beacon is sent once an interval: where in it the leader dies must not be
		// the same each time.
		if err := wait(ctx, rand.N(2*time.Second)); err != nil {
			return err
		}
		t, err := d.takeover(ctx)
		if err != nil {
			return err
		}
		took = append(took, t)
		if err := d.bringBack(ctx); err != nil {
			return err
		}
	}
	slices.Sort(took)
	at := func(share float64) float64 { return took[int(share*float64(len(took)-1)+0.5)].Seconds() }
	fmt.Fprintf(d.Out, "\n%s, %s, %d agents: from the kill until all follow another, %d trials: median %.2fs, 95 %% within %.2fs, longest %.2fs\n",
		d.Algorithm, d.Timing, d.Nodes, len(took), at(0.5), at(0.95), took[len(took)-1].Seconds())
	return nil
}

func wait(ctx context.Context, span time.Duration) error {
	select {
	case <-time.After(span):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
