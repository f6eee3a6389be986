package sweep

import (
	"bytes"
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

	"bellwether/internal/campaign"
	"bellwether/internal/plan"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// smallDisk takes so many bytes and no more.
type smallDisk struct {
	appendable
	space int
}

func (d *smallDisk) Write(b []byte) (int, error) {
	if len(b) <= d.space {
		d.space -= len(b)
		return d.appendable.Write(b)
	}
	n, _ := d.appendable.Write(b[:d.space])
	d.space = 0
	return n, &fs.PathError{Op: "write", Path: "results", Err: syscall.ENOSPC}
}

// A full disk ends the sitting with a clear error and whole lines only; with
// space again the same command goes on from there.
func TestFullDiskLosesNothing(t *testing.T) {
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
		dir, err := open(j.Dir, p, j.Warn)
		if err != nil {
			t.Fatal(err)
		}
		dir.results.file = &smallDisk{dir.results.file, space}
		err = j.run(context.Background(), dir, p, points)
		if !errors.Is(err, ErrWrite) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the same command goes on from there") {
			t.Errorf("space %d: %v", space, err)
		}
		if err := dir.close(); err != nil {
			t.Fatal(err)
		}
		kept := must(os.ReadFile(d.path(out + "/" + ResultsFile)))
		if len(kept) > 0 && kept[len(kept)-1] != '\n' || len(kept) > space {
			t.Errorf("space %d: a part of a line is left", space)
		}
		d.do(d.job(out))
		if len(d.said) != 0 || !slices.Equal(d.lines(out), whole) {
			t.Errorf("space %d: afterwards it says %q", space, d.said)
		}
	}
}

// A run that panics has no line; the others go on, and the next sitting makes it.
func TestFailedRunIsMadeAgain(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("whole"))
	j := d.job("out")
	j.one = func(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		if s.Nodes == 9 && e.Label == "flood-max" && seed == 2 {
			return measure.RunResult{}, &campaign.Failure{Label: e.Label, Seed: seed, Err: errors.New("an invariant is broken"),
				Stack: "the stack", Reproduce: s.Command(e.Label, seed)}
		}
		return campaign.One(ctx, s, e, seed)
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

// An interrupt after a failure is told as both.
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

// FuzzRead reads any bytes as results: it never panics, and what it takes for
// whole lines is read again as the same lines, without a warning.
func FuzzRead(f *testing.F) {
	var out bytes.Buffer
	file := resultsFile{file: nowhere{&out}}
	for seed := range uint64(3) {
		line := Line{Plan: "p", Axes: At{{Path: "nodes", Value: "20"}, {Path: "radio.loss", Value: "{model: none}"}}, Label: "a", Seed: seed}
		line.Metrics.Set("election_time_s", measure.Value{X: 1.5, Known: true, N: 4, Censored: 1, Median: 1})
		if err := file.add(&line); err != nil {
			f.Fatal(err)
		}
	}
	whole := out.String()
	for _, seed := range []string{
		whole, whole[:len(whole)-1], whole[:len(whole)/2], whole + "\x00\x00", whole + "{}\n" + whole, "\n", "null\n", "[]\n",
		strings.ReplaceAll(whole, `"nodes":20`, `"nodes":[1]`), strings.ReplaceAll(whole, "1.5", "1e999"),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, size, _, err := Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			if len(lines) > 0 || size > 0 {
				t.Fatal("an error and lines")
			}
			return
		}
		if size > int64(len(data)) {
			t.Fatalf("%d bytes of %d", size, len(data))
		}
		again, same, warning, err := Read(bytes.NewReader(data[:size]), "fuzz")
		if err != nil || same != size || len(again) != len(lines) || warning != "" {
			t.Fatalf("read again: %d of %d lines, %q, %v", len(again), len(lines), warning, err)
		}
		var copied bytes.Buffer
		file := resultsFile{file: nowhere{&copied}}
		for i := range lines {
			if err := file.add(&lines[i]); err != nil {
				t.Fatalf("what was read cannot be written: %v", err)
			}
		}
		if third, _, warning, err := Read(bytes.NewReader(copied.Bytes()), "copy"); err != nil || len(third) != len(lines) || warning != "" {
			t.Fatalf("a copy: %d of %d lines, %q, %v", len(third), len(lines), warning, err)
		}
	})
}

// nowhere is a file in memory.
type nowhere struct{ *bytes.Buffer }

func (nowhere) Sync() error          { return nil }
func (nowhere) Close() error         { return nil }
func (nowhere) Truncate(int64) error { return nil }

// A line holds all that a table needs: written and read, it is the same run.
func TestLineKeepsTheRun(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("out"))
	p, lines, err := Stored(d.path("out"), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	points, err := p.Points(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i := range lines {
		l := &lines[i]
		at := slices.IndexFunc(points, func(p plan.Point) bool { return p.At[0] == l.values()[0] })
		s := points[at].Scenario
		run, failure := campaign.One(context.Background(), s, s.Algorithms[rowOf(s.Algorithms, l.Label)], l.Seed)
		if failure != nil {
			t.Fatal(failure)
		}
		want := run
		want.WallS = 0
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
