package demo

import (
	"testing"
	"time"
)

// The time within which 95 % take over is given for twenty trials and more. Of five trials
// it would be that of the slowest.
func TestFewTrialsGiveNoTail(t *testing.T) {
	var took []time.Duration
	for i := range 20 {
		took = append(took, time.Duration(i+1)*time.Second)
	}
	for _, c := range []struct {
		trials int
		want   string
	}{
		{1, "1 trial: 1.00s"},
		{4, "4 trials: median 2.50s, longest 4.00s (95 % takes 20 trials)"},
		{5, "5 trials: median 3.00s, longest 5.00s (95 % takes 20 trials)"},
		{20, "20 trials: median 10.50s, 95 % within 19.00s, longest 20.00s"},
	} {
		if got := summary(took[:c.trials]); got != c.want {
			t.Errorf("%d trials are printed as %q, want %q", c.trials, got, c.want)
		}
	}
}
