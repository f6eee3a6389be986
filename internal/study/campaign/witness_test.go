package campaign

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/contract/provenance"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
)

// A trace can be run again from its own header, without another file, and gives the same
// hash. This holds for every built-in world; go test takes a quarter of them.
func TestATraceIsRunAgainFromItself(t *testing.T) {
	for i, name := range scenarios.Builtin() {
		if !sample.Takes(i, 4) {
			continue
		}
		s, err := scenarios.Load(name, scenarios.Options{Until: scenarios.Duration(6e9), Set: []scenarios.Override{
			scenarios.Set("runs", "runs", "2"), scenarios.Set("seed", "seed", "5")}})
		if err != nil {
			t.Fatal(err)
		}
		row := s.Algorithms[len(s.Algorithms)-1]
		file := filepath.Join(t.TempDir(), "kept.ndjson")
		first := attempt(t.Context(), s, task{entry: row, seed: 6}, Options{TraceFile: TraceFiles(file, true), Build: "b"})
		if first.err != nil {
			t.Fatal(first.err)
		}
		again, err := scenarios.Load(file, scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		out := run(t, again, Options{Jobs: 1})
		if len(out.Runs) != 1 || out.Runs[0].Label != row.Label || out.Runs[0].Seed != 6 || out.Runs[0].TraceSHA256 != first.run.TraceSHA256 {
			t.Errorf("%s: %s with seed 6 gave %s, from its trace %+v", name, row.Label, first.run.TraceSHA256, out.Runs)
		}
	}
}

// A file that is too large for the header must be beside the trace, and another file is
// refused.
func TestATraceWantsLargeFilesBesideIt(t *testing.T) {
	dir := t.TempDir()
	var moves strings.Builder
	moves.WriteString("$node_(0) set X_ 1.0\n$node_(0) set Y_ 1.0\n$node_(0) set Z_ 0.0\n$ns_ at 1.0 \"$node_(0) setdest 500.0 1.0 1.0\"\n")
	for moves.Len() <= provenance.MaxInlined {
		moves.WriteString("# a comment that makes the file as long as it has to be for this test, and no longer than that\n")
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("long.ns_movements", moves.String())
	put("long.yaml", "duration: 5s\nwarmup: 0s\nruns: 1\nmobility: {model: trace, file: long.ns_movements}\nalgorithms: [vasudevan]\n")
	s, err := scenarios.Load(filepath.Join(dir, "long.yaml"), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(dir, "kept.ndjson")
	if r := attempt(t.Context(), s, task{entry: s.Algorithms[0], seed: 1}, Options{TraceFile: TraceFiles(kept, true)}); r.err != nil {
		t.Fatal(r.err)
	}
	if _, err := scenarios.Load(kept, scenarios.Options{}); err != nil {
		t.Errorf("with the file beside it: %v", err)
	}
	put("long.ns_movements", moves.String()+"\n")
	if _, err := scenarios.Load(kept, scenarios.Options{}); err == nil || !strings.Contains(err.Error(), "is not the file of the run") {
		t.Errorf("with another file beside it: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "long.ns_movements")); err != nil {
		t.Fatal(err)
	}
	if _, err := scenarios.Load(kept, scenarios.Options{}); err == nil || !strings.Contains(err.Error(), "put it beside the trace") {
		t.Errorf("without it: %v", err)
	}
}
