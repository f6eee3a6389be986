package sweep

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// The runs of a row that sends along no route are made once for all routes, and are those that each
// corner would have made. No other run is shared.
func TestRunsThatRoutesDoNotTouchAreMadeOnce(t *testing.T) {
	d := newDesk(t, "")
	s, _ := stressed(d, "out", "text")
	made := map[string]int{}
	var lock sync.Mutex
	s.Job.one = func(ctx context.Context, at *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		lock.Lock()
		made[e.Label]++
		lock.Unlock()
		return campaign.One(ctx, at, e, seed, nil)
	}
	if err := s.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if made["vasudevan"] != 8 || made["bully"] != 24 || made["omega"] != 24 {
		t.Errorf("the runs that were made are %v, want 8 of vasudevan and 24 of each other", made)
	}
	p, stored, err := Stored(d.path("out"), nil, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	points, err := p.Points(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range stored.Lines {
		kept := &stored.Lines[i]
		if kept.Label != "vasudevan" {
			continue
		}
		at := &points[slices.IndexFunc(points, func(p plan.Point) bool { return slices.Equal(p.At, kept.Axes.Values()) })]
		run, failure := campaign.One(t.Context(), at.Scenario, at.Scenario.Algorithms[0], kept.Seed, nil)
		if failure != nil {
			t.Fatal(failure)
		}
		again := results.NewLine(results.Task{Digest: at.Digest, Row: kept.Row, Seed: kept.Seed, Build: kept.Build}, kept.Scenario, &run)
		again.Plan, again.Axes = kept.Plan, kept.Axes
		if !again.Gives(kept, kept.Build) {
			t.Errorf("at %v with seed %d the line is not that of its own corner", at.At, kept.Seed)
		}
	}
}

// Only what is left is estimated, each run once; nothing is if all are kept.
func TestStressesEstimateWhatIsLeft(t *testing.T) {
	d := newDesk(t, "")
	asked := map[string]int{}
	begin := func() *Stress {
		s, _ := stressed(d, "out", "text")
		clear(asked)
		s.Estimate = func(_ context.Context, at *scenarios.Scenario) map[string]float64 {
			of := map[string]float64{}
			for _, e := range at.Algorithms {
				asked[e.Label]++
				of[e.Label] = 12
			}
			return of
		}
		return s
	}
	says := func(words string, want bool) {
		t.Helper()
		if got := strings.Contains(strings.Join(d.said, "\n"), words); got != want {
			t.Errorf("it says %q: %v, want %v:\n%s", words, got, want, strings.Join(d.said, "\n"))
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	s, made := begin(), 0
	s.Job.Jobs, s.Job.one = 1, func(ctx context.Context, at *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		if made++; made == 31 {
			stop()
		}
		return campaign.One(ctx, at, e, seed, nil)
	}
	if err := s.Do(ctx); !errors.Is(err, campaign.ErrInterrupted) {
		t.Fatal(err)
	}
	if asked["vasudevan"] != 4 || asked["bully"] != 12 {
		t.Errorf("at first the rows are asked for %v times", asked)
	}
	says("16 runs are the same as at another corner; about 10 min on this machine", true) // 56 runs of 12 s
	says("runs are kept", false)

	if err := begin().Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	says(" runs are kept; ", true)
	says("; about 10 min", false)
	says("; about ", true)

	if err := begin().Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	says("; 72 runs are kept", true)
	says("about", false)
	if len(asked) > 0 {
		t.Errorf("with all runs kept it estimates %v", asked)
	}
}
