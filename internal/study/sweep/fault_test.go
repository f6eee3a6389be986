package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// smallDisk is a file on a disk with room for a number of bytes.
type smallDisk struct {
	results.Appendable
	space int
}

func (d *smallDisk) Write(b []byte) (int, error) {
	if len(b) <= d.space {
		d.space -= len(b)
		return d.Appendable.Write(b)
	}
	n, _ := d.Appendable.Write(b[:d.space])
	d.space = 0
	return n, &fs.PathError{Op: "write", Path: "results", Err: syscall.ENOSPC}
}

// A full disk ends the session with a clear error and whole lines only; with
// space again the same command goes on from there.
func TestFullDiskLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a sweep cut off at many places")
	}
	d := newDesk(t, small)
	d.do(d.job("whole"))
	whole := d.lines("whole")
	for _, space := range []int{0, 10, len(whole[0]) + 1, 5000, 20_000} {
		out := fmt.Sprint("out", space)
		j := d.job(out)
		p, err := plan.Load(j.Plan)
		if err != nil {
			t.Fatal(err)
		}
		points, err := p.Points(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		l := newLedger(p, points)
		content, err := j.content(p, points, l)
		if err != nil {
			t.Fatal(err)
		}
		dir, err := results.Open(j.Dir, content, j.Warn)
		if err != nil {
			t.Fatal(err)
		}
		dir.Through(func(a results.Appendable) results.Appendable { return &smallDisk{a, space} })
		l.shelf = dir
		err = j.run(context.Background(), dir, l)
		if !errors.Is(err, results.ErrWrite) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the same command goes on from there") {
			t.Errorf("space %d: %v", space, err)
		}
		if err := dir.Close(); err != nil {
			t.Fatal(err)
		}
		kept := must(os.ReadFile(d.path(out + "/" + results.SweepLines)))
		if len(kept) > 0 && kept[len(kept)-1] != '\n' || len(kept) > space {
			t.Errorf("space %d: a part of a line is left", space)
		}
		d.do(d.job(out))
		if len(d.said) != 0 || !slices.Equal(d.lines(out), whole) {
			t.Errorf("space %d: afterwards it says %q", space, d.said)
		}
	}
}

// A run that panics has no line; the others go on, and the next session makes it.
func TestFailedRunIsMadeAgain(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("whole"))
	j := d.job("out")
	j.one = func(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		if s.Nodes == 9 && e.Label == "flood-max" && seed == 2 {
			return measure.RunResult{}, &campaign.Failure{Label: e.Label, Seed: seed, Err: errors.New("an invariant is broken"),
				Reproduce: "bellwether " + s.Command(e.Label, seed)}
		}
		return campaign.One(ctx, s, e, seed, nil)
	}
	err := j.Do(context.Background())
	if !errors.Is(err, campaign.ErrFailed) || !strings.Contains(err.Error(), "an invariant is broken; to repeat it: bellwether run campus-walk ") ||
		!strings.Contains(err.Error(), "--set nodes=9 --algorithms flood-max --seed 2 --runs 1") {
		t.Errorf("got %v", err)
	}
	if n := len(d.lines("out")); n != 23 {
		t.Errorf("%d lines", n)
	}
	d.do(d.job("out"))
	if !slices.Equal(d.lines("out"), d.lines("whole")) {
		t.Error("the lines differ")
	}
}

// After a failure and an interrupt the error names both.
func TestInterruptAndFailureAreBothTold(t *testing.T) {
	d := newDesk(t, small)
	ctx, stop := context.WithCancel(context.Background())
	j := d.job("out")
	j.Jobs = 1
	j.one = func(_ context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		stop()
		return measure.RunResult{}, &campaign.Failure{Label: e.Label, Seed: seed, Err: errors.New("an invariant is broken")}
	}
	if err := j.Do(ctx); !errors.Is(err, campaign.ErrFailed) || !errors.Is(err, campaign.ErrInterrupted) {
		t.Errorf("got %v", err)
	}
}

// A line has all that a table needs: written and read, it gives the same run.
func TestLineKeepsTheRun(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("out"))
	p, stored, err := Stored(d.path("out"), nil, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	points, err := p.Points(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i := range stored.Lines {
		l := &stored.Lines[i]
		at := slices.IndexFunc(points, func(p plan.Point) bool { return p.At[0] == l.Axes.Values()[0] })
		s := points[at].Scenario
		run, failure := campaign.One(context.Background(), s, s.Algorithms[rowOf(s.Algorithms, l.Label)], l.Seed, nil)
		if failure != nil {
			t.Fatal(failure)
		}
		want := run
		want.WallS = 0 // not in the line
		got := l.Result()
		for _, key := range measure.Keys() { // counts behind the metrics are not kept
			if x, y := got.Metrics.Get(key.Name), want.Metrics.Get(key.Name); x != y {
				t.Errorf("%s, seed %d: %s read %v, run %v", l.Label, l.Seed, key.Name, x, y)
			}
		}
		got.Metrics, want.Metrics = measure.Metrics{}, measure.Metrics{}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s, seed %d: read\n%+v\nrun\n%+v", l.Label, l.Seed, l.Result(), want)
		}
	}
}
