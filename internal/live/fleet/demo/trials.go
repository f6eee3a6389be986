package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// trials kills the leader several times, starts it again each time, and prints how long
// the others had no leader.
func (d *demo) trials(ctx context.Context) error {
	var took []time.Duration
	for range d.Trials {
		// A beacon is sent once an interval. The leader must die at different times
		// within the interval.
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

// enoughForTail is the least number of trials in which the slowest twentieth is at least
// one trial.
const enoughForTail = 20

// summary describes sorted times of trials. Of few trials it gives no 95th percentile.
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
