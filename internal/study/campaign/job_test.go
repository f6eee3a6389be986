package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/draw/table"
	"bellwether/scenarios"
)

func job(t *testing.T, out *strings.Builder) *Job {
	t.Helper()
	file := filepath.Join(t.TempDir(), "small.yaml")
	if err := os.WriteFile(file, []byte(small), 0o644); err != nil {
		t.Fatal(err)
	}
	return &Job{
		Scenarios: []string{file}, Options: Options{Jobs: 2}, Format: table.FormatJSON, Version: "test",
		Stdout: out, Warn: func(string) {},
	}
}

func TestJobWithAFailedRunReportsTheOthers(t *testing.T) {
	var out strings.Builder
	j := job(t, &out)
	j.Options.TraceFile = func(_, label string, seed uint64) string {
		if label == "bully" && seed == 12 {
			panic("a broken invariant")
		}
		return filepath.Join(t.TempDir(), label)
	}
	err := j.Do(context.Background())
	if !errors.Is(err, ErrFailed) || !strings.Contains(err.Error(), "--algorithms bully --seed 12 --runs 1") ||
		!strings.Contains(err.Error(), "job_test.go") {
		t.Errorf("told %v", err)
	}
	var report struct {
		Warnings   []string
		Algorithms []struct {
			TraceSHA256 []string `json:"trace_sha256"`
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Warnings) != 1 || strings.Contains(report.Warnings[0], "\n") || len(report.Algorithms[1].TraceSHA256) != 3 {
		t.Errorf("the report is %s", out.String())
	}
}

func TestJobThatIsInterruptedPrintsWhatThereIs(t *testing.T) {
	var out strings.Builder
	j := job(t, &out)
	ctx, cancel := context.WithCancel(context.Background())
	j.Options.Progress = func(p Progress) {
		if p.Done == 1 {
			cancel()
		}
	}
	j.Format, j.Out, j.Options.Jobs = "text", t.TempDir(), 1
	if err := j.Do(ctx); !errors.Is(err, ErrInterrupted) {
		t.Error(err)
	}
	if !strings.Contains(out.String(), "vasudevan") || !strings.Contains(out.String(), "The same again") {
		t.Errorf("printed %s", out.String())
	}
	if got := listing(t, j.Out); got != "index.json lock positions.geojson results.json runs.ndjson scenario.yaml table.md" {
		t.Errorf("the directory holds %s", got)
	}
}

func TestJobChecksAllBeforeItRuns(t *testing.T) {
	var out strings.Builder
	j := job(t, &out)
	j.Scenarios = append(j.Scenarios, "campus-wlak", j.Scenarios[0])
	j.Options.Jobs, j.Columns, j.Out = 0, []string{"qualty"}, filepath.Join(t.TempDir(), "results")
	j.Load.Set = []scenarios.Override{scenarios.Set("nodes", "nodes", "8")}
	err := j.Do(context.Background())
	for _, want := range []string{"--jobs must be at least 1", "did you mean campus-walk?", "both called small"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("told %v, want %q", err, want)
		}
	}
	if _, err := os.Stat(j.Out); out.Len() > 0 || err == nil {
		t.Errorf("written: %q, %v", out.String(), err)
	}
	j = job(t, &out)
	j.Trace = filepath.Join(t.TempDir(), "none", "t.ndjson")
	if err := j.Do(context.Background()); err == nil || errors.Is(err, ErrFailed) || !strings.Contains(err.Error(), "none") {
		t.Errorf("a trace into no directory: %v", err)
	}
}
