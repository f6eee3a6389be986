package reproduce

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
	"bellwether/internal/study/tasks/taskstest"
	"bellwether/internal/testkit/sample"
)

// other returns an engine that makes each run from its task alone.
func other(t *testing.T, o *Options) *taskstest.Carried {
	e := &taskstest.Carried{T: t, Jobs: 2, Twice: 3, Handlers: map[tasks.Kind]tasks.Handler{
		tasks.Run: (&sweep.Carrier{Program: o.Program, Room: tasks.NewRoom(4 << 30)}).Handle,
	}}
	o.Engine = func(context.Context) (tasks.Engine, error) { return e, nil }
	return e
}

// Other machines make the same study, and, in campaigns, the parts that shards made merge to it.
func TestAStudyIsTheSameWhoeverMakesIt(t *testing.T) {
	whole, want := ran(t)
	same := func(name, dir string, s *Study) {
		t.Helper()
		if diff := cmp.Diff(s, want); diff != "" {
			t.Errorf("%s: another study: %s", name, diff)
		}
		if diff := cmp.Diff(sorted(t, filepath.Join(dir, results.SweepLines)), sorted(t, filepath.Join(whole, results.SweepLines))); diff != "" {
			t.Errorf("%s: other lines: %s", name, diff)
		}
		for _, file := range []string{jsonFile, tableFile, "fig5.svg", results.PlanFile, scenarioFile} {
			if read(t, filepath.Join(dir, file)) != read(t, filepath.Join(whole, file)) {
				t.Errorf("%s: %s differs", name, file)
			}
		}
	}
	far := least(filepath.Join(t.TempDir(), "far"))
	e := other(t, &far)
	s, err := Run(t.Context(), far)
	if err != nil || e.Done() != 12 {
		t.Fatalf("%d runs carried, %v", e.Done(), err)
	}
	same("other machines", far.Out, s)
	if !sample.Whole() {
		return // shards make all runs twice more
	}

	m := &sweep.Merge{Out: filepath.Join(t.TempDir(), "all"), Warn: func(string) {}}
	for i := range 3 {
		part := least(filepath.Join(t.TempDir(), fmt.Sprint("part-", i+1)))
		part.Shard = tasks.Shard{I: i + 1, N: 3}
		if s, err := Run(t.Context(), part); s != nil || err != nil {
			t.Fatalf("a part: %v, %v", s, err)
		}
		if _, err := os.Stat(filepath.Join(part.Out, tableFile)); err == nil {
			t.Error("a part has tables")
		}
		if n := len(sorted(t, filepath.Join(part.Out, results.SweepLines))); n == 0 || n == 12 {
			t.Errorf("a part has %d of 12 runs", n)
		}
		m.Dirs = append(m.Dirs, part.Out)
	}
	merged, err := m.Do(t.Context())
	if err != nil || merged.Missing != 0 || merged.Runs != 12 || merged.Twice != 0 {
		t.Fatalf("%+v, %v", merged, err)
	}
	all := least(m.Out)
	all.Engine = func(context.Context) (tasks.Engine, error) { return nil, errors.New("a run is made again") }
	if s, err = Run(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	same("shards", m.Out, s)
}

// A part of a study without a directory is refused.
func TestAPartNeedsADirectory(t *testing.T) {
	o := least("")
	o.Shard = tasks.Shard{I: 1, N: 2}
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrShard) {
		t.Errorf("error %v", err)
	}
}
