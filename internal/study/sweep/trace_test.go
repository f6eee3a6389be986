package sweep

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"

	"context"
)

// traces returns the traces of a directory, by their names.
func (d *desk) traces(out string) map[string][]byte {
	d.t.Helper()
	names, err := filepath.Glob(filepath.Join(d.path(out), tracesDir, "*"))
	if err != nil {
		d.t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			d.t.Fatal(err)
		}
	}
	return all
}

// The traces of the first runs of each row at each point are kept: 3 points, 2 rows, 2 runs; the
// same bytes from this process and from other machines, and each reads to its end.
func TestTracesAreTheSameWhoeverMakesThem(t *testing.T) {
	d := newDesk(t, small)
	here, there := d.job("here"), d.job("there")
	here.Traces, there.Traces = 2, 2
	d.carried(there)
	d.do(here)
	d.do(there)
	ours, theirs := d.traces("here"), d.traces("there")
	if len(ours) != 12 || len(theirs) != 12 {
		t.Errorf("%d and %d traces, want 12", len(ours), len(theirs))
	}
	for name, data := range ours {
		if !bytes.Equal(data, theirs[name]) {
			t.Errorf("%s differs", name)
		}
		in, err := trace.NewReader(bytes.NewReader(data), name)
		if err != nil {
			t.Fatal(err)
		}
		records := 0
		for err == nil {
			if _, err = in.Next(); err == nil {
				records++
			}
		}
		if err != io.EOF || records < 100 || !strings.HasPrefix(name, in.Header.Algorithm+".seed") {
			t.Errorf("%s of %s: %d records, %v", name, in.Header.Algorithm, records, err)
		}
	}
	if lines := d.lines("here"); len(lines) != 24 || lines[0] != d.lines("there")[0] {
		t.Error("the lines differ")
	}
}

// A trace beyond the bound is left out with a warning; its run is kept as any other.
func TestGreatTraceIsLeftOut(t *testing.T) {
	d := newDesk(t, small)
	j := d.job("out")
	j.Traces, j.TraceMost = 1, 1000
	d.do(j)
	if n := len(d.traces("out")); n != 0 {
		t.Errorf("%d traces are kept", n)
	}
	warned := 0
	for _, text := range d.said {
		if strings.Contains(text, "has more than 1000 bytes (--trace-most), and is left out") {
			warned++
		}
	}
	if warned != 6 || len(d.lines("out")) != 24 {
		t.Errorf("%d warnings: %q", warned, d.said)
	}
}

// A sweep holds none of its finished runs: 6000 of them, of 2 kB in the file and more in memory,
// leave less than 200 bytes each.
func TestSweepHoldsNoRuns(t *testing.T) {
	d := newDesk(t, strings.Replace(small, "runs: 4", "runs: 1000", 1))
	j := d.job("out")
	j.one = func(_ context.Context, _ *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		return measure.RunResult{Label: e.Label, Name: e.Name, Seed: seed, TraceSHA256: strings.Repeat("ab", 32)}, nil
	}
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	var at [2]int64
	made := 0
	j.Told = func(*results.Line) {
		switch made++; made {
		case 1000:
			at[0] = heap()
		case 6000:
			at[1] = heap()
		}
	}
	d.do(j)
	if grown := (at[1] - at[0]) / 5000; made != 6000 || grown > 200 {
		t.Errorf("%d runs, each of which leaves %d bytes", made, grown)
	}
}
