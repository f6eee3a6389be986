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
	fmt.Fprintf(d.Out, "\n%s, %s, %d agents: from the kill until all follow another, %s\n", d.Algorithm, d.Timing, d.Nodes, summary(took))
	return nil
}

// enoughForTail is from how many trials on one in twenty is one of them.
const enoughForTail = 20

// summary tells sorted times of trials. Of few, the longest is no 95th percentile.
func summary(took []time.Duration) string {
	n := len(took)
	longest := took[n-1].Seconds()
	if n == 1 {
		return fmt.Sprintf("1 trial: %.2fs", longest)
	}
	median := (took[(n-1)/2] + took[n/2]).Seconds() / 2
	if n < enoughForTail {
		return fmt.Sprintf("%d trials: median %.2fs, longest %.2fs (95 %% takes %d trials)", n, median, longest, enoughForTail)
	}
	return fmt.Sprintf("%d trials: median %.2fs, 95 %% within %.2fs, longest %.2fs", n, median, took[(19*n+19)/20-1].Seconds(), longest)
}

func wait(ctx context.Context, span time.Duration) error {
	select {
	case <-time.After(span):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
