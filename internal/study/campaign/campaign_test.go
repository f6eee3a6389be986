package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// small is a world with an election within a short run.
const small = `
schema: 2
name: small
duration: 20s
warmup: 2s
runs: 4
seed: 11
nodes: 8
world: {width: 400, height: 400}
faults: [{at: 8s, crash: best, for: 5s}]
detection: {interval: 500ms, misses: 3}
algorithms: [vasudevan, bully, flood-max]
`

func read(t *testing.T, text string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Read("small.yaml", []byte(text), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func run(t *testing.T, s *scenarios.Scenario, o Options) *Outcome {
	t.Helper()
	out, err := Run(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// timeless removes the wall time.
func timeless(runs []measure.RunResult) []measure.RunResult {
	runs = slices.Clone(runs)
	for i := range runs {
		runs[i].WallS = 0
	}
	return runs
}

func TestResultsDoNotDependOnJobs(t *testing.T) {
	s := read(t, small)
	one := run(t, s, Options{Jobs: 1, Positions: true})
	if len(one.Positions) != s.Nodes || len(one.Runs) != 12 || len(one.Failures) != 0 || one.Interrupted {
		t.Fatalf("%d runs, %d failures", len(one.Runs), len(one.Failures))
	}
	var order []string
	for _, r := range one.Runs {
		order = append(order, fmt.Sprint(r.Label, r.Seed))
	}
	if want := "vasudevan11 vasudevan12 vasudevan13 vasudevan14 bully11 bully12 bully13 bully14 " +
		"flood-max11 flood-max12 flood-max13 flood-max14"; strings.Join(order, " ") != want {
		t.Errorf("runs are %v", order)
	}
	hashes := map[string]bool{}
	for _, r := range one.Runs {
		hashes[r.TraceSHA256] = true
		if r.SimulatedS != 20 || r.Events == 0 || r.Deliveries == 0 {
			t.Errorf("%s %d: %+v", r.Label, r.Seed, r)
		}
	}
	if len(hashes) != 12 || hashes[""] {
		t.Errorf("%d traces for 12 runs", len(hashes))
	}
	for _, jobs := range []int{0, 3, 100} {
		other := run(t, s, Options{Jobs: jobs, Positions: true})
		if !reflect.DeepEqual(timeless(other.Runs), timeless(one.Runs)) || !reflect.DeepEqual(other.Positions, one.Positions) {
			t.Errorf("with %d jobs the results differ", jobs)
		}
	}
	if r := run(t, s, Options{Jobs: 2, NoHash: true}).Runs[0]; r.TraceSHA256 != "" || r.Events != one.Runs[0].Events {
		t.Errorf("without a hash: %+v", r)
	}
}

func TestReportComparesWithOneRow(t *testing.T) {
	s := read(t, small)
	for versus, want := range map[string]string{"": "vasudevan", "bully": "bully"} {
		report := run(t, s, Options{Jobs: 2, Versus: versus}).Report
		if report.Versus != want || report.Scenario != "small" || report.Runs != 4 || report.Seed != 11 || report.SimulatedS != 240 {
			t.Errorf("%q: %+v", versus, report)
		}
		for _, a := range report.Algorithms {
			if d := a.Paired.Get("messages_per_node_s"); (d == nil) != (a.Label == want) {
				t.Errorf("%s is compared with %s: %v", a.Label, want, d)
			}
		}
	}
	if _, err := Run(context.Background(), s, Options{Versus: "bulli"}); err == nil || !strings.Contains(err.Error(), "did you mean bully?") {
		t.Error(err)
	}
	alone := read(t, strings.Replace(small, "[vasudevan, bully, flood-max]", "[bully]", 1))
	if got := run(t, alone, Options{Jobs: 1}).Report.Versus; got != "" {
		t.Errorf("one row is compared with %q", got)
	}
}

// TestFailedRunsAreToldAndOthersGoOn makes one run panic and one fail, when they
// open their trace files.
func TestFailedRunsAreToldAndOthersGoOn(t *testing.T) {
	dir := t.TempDir()
	var told int
	out := run(t, read(t, small), Options{Jobs: 2,
		Progress: func(p Progress) {
			if p.Err != nil {
				told++
			}
		},
		TraceFile: func(_, label string, seed uint64) string {
			switch fmt.Sprint(label, seed) {
			case "bully12":
				panic("a broken invariant")
			case "flood-max14":
				return filepath.Join(dir, "none", "x.ndjson")
			}
			return filepath.Join(dir, fmt.Sprint(label, seed))
		}})
	if len(out.Runs) != 10 || len(out.Failures) != 2 || told != 2 {
		t.Fatalf("%d runs, %d failures, %d told", len(out.Runs), len(out.Failures), told)
	}
	panicked, failed := out.Failures[0], out.Failures[1]
	want, after, _ := strings.Cut(panicked.Error(), ", in campaign.TestFailedRunsAreToldAndOthersGoOn")
	if want != "bully failed with seed 12: panic: a broken invariant" || !strings.HasSuffix(after, "; to repeat it: bellwether run small.yaml --algorithms bully --seed 12 --runs 1") {
		t.Errorf("told: %s", panicked)
	}
	if !errors.Is(failed.Err, os.ErrNotExist) || failed.Seed != 14 {
		t.Errorf("told: %s", failed)
	}
	if w := out.Report.Warnings; !slices.Contains(w, panicked.Error()) {
		t.Errorf("the report's warnings are %q", w)
	}
	for _, a := range out.Report.Algorithms {
		if n := a.Metrics.Get("messages_per_node_s").N; n != 3 && a.Label != "vasudevan" {
			t.Errorf("%s has %d runs", a.Label, n)
		}
	}
}

// Rows without a finished run are not in the table; a warning names them.
func TestInterruptNamesRowsWithoutRuns(t *testing.T) {
	s := read(t, small)
	first, rest := s.Algorithms[0].Label, s.Algorithms[1:]
	out := &Outcome{Scenario: s, Interrupted: true, Runs: []measure.RunResult{{Label: first}}}
	told := troubles(out, 12)
	for _, e := range rest {
		if !strings.Contains(told[0], e.Label) {
			t.Errorf("%q does not name %s", told[0], e.Label)
		}
	}
	if want := "interrupted: 1 of 12 runs are finished, none of "; !strings.HasPrefix(told[0], want) || strings.Contains(told[0], "of "+first) {
		t.Errorf("told %q", told[0])
	}
}

func TestInterruptKeepsWhatIsFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := read(t, small)
	out, err := Run(ctx, s, Options{Jobs: 2, Progress: func(p Progress) {
		if p.Done == 5 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !out.Interrupted || len(out.Runs) < 5 || len(out.Runs) > 6 || len(out.Failures) != 0 {
		t.Errorf("interrupted %v, %d runs, failures %v", out.Interrupted, len(out.Runs), out.Failures)
	}
	want := fmt.Sprintf("interrupted: %d of 12 runs are finished", len(out.Runs))
	if w := out.Report.Warnings; len(w) != 1 || !strings.HasPrefix(w[0], want) {
		t.Errorf("warnings are %q", w)
	}
	whole := run(t, s, Options{Jobs: 1})
	for _, r := range timeless(out.Runs) {
		if !slices.ContainsFunc(timeless(whole.Runs), func(o measure.RunResult) bool { return reflect.DeepEqual(o, r) }) {
			t.Errorf("%s %d differs from that of a whole campaign", r.Label, r.Seed)
		}
	}
	// A campaign without a finished run has a report too.
	out, err = Run(ctx, s, Options{Jobs: 2})
	if err != nil || !out.Interrupted || len(out.Runs) != 0 || len(out.Report.Algorithms) != 0 {
		t.Errorf("%v: %+v", err, out)
	}
}

// seen is a sink that stores the records of movement, truth, capabilities and script.
type seen struct{ records []trace.Record }

func (*seen) Wants() trace.Set {
	return trace.Of(trace.Move, trace.Fault, trace.Capability, trace.Boot, trace.Crash, trace.Absent, trace.Component)
}

func (s *seen) Record(r *trace.Record) { s.records = append(s.records, *r) }

// TestAlgorithmsMeetTheSameWorld: if capabilities do not depend on traffic, all records except
// messages are the same under every algorithm.
func TestAlgorithmsMeetTheSameWorld(t *testing.T) {
	if testing.Short() {
		t.Skip("a world for every algorithm")
	}
	worlds := map[string]string{
		"walk": `
duration: 90s
nodes: 15
energy: {profile: none}
capability: {battery: 0, connectivity: 0, incumbent: 0, values: [` + strings.Repeat("7, 3, 9, 1, 8, ", 2) + `2, 6, 11, 4, 5]}
faults:
  - {at: 10s, crash: best, for: 20s}
  - {every: 7s, crash: random, for: 3s}
  - {at: 30s, partition: [[1, 2, 3, 4, 5]], for: 20s}
  - {at: 60s, resign: best}
  - {every: 11s, elect: random}
`,
		"cars": "duration: 20s\nmobility: {model: trace, file: city-cars.ns_movements}\nenergy: {profile: none}\n" +
			"capability: {connectivity: 0, battery: 0, incumbent: 0}\n",
	}
	for name, text := range worlds {
		s := read(t, text)
		var first []trace.Record
		for _, e := range s.Algorithms {
			sink := new(seen)
			config, err := s.Config(e, 5, sink)
			if err != nil {
				t.Fatal(err)
			}
			world, err := emulator.New(config)
			if err != nil {
				t.Fatal(err)
			}
			if err := world.Run(context.Background()); err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = sink.records
				continue
			}
			if len(sink.records) != len(first) {
				t.Errorf("%s: %s saw %d records, %s %d", name, e.Label, len(sink.records), s.Algorithms[0].Label, len(first))
			}
			for i := range min(len(first), len(sink.records)) {
				if !reflect.DeepEqual(first[i], sink.records[i]) {
					t.Errorf("%s: %s saw %+v, %s %+v", name, e.Label, sink.records[i], s.Algorithms[0].Label, first[i])
					break
				}
			}
		}
		kinds := map[trace.Kind]int{}
		for _, r := range first {
			kinds[r.Kind]++
		}
		if kinds[trace.Move] < 20 || kinds[trace.Component] < 40 || name == "walk" && kinds[trace.Fault] < 20 {
			t.Errorf("%s: too little happened to compare: %v", name, kinds)
		}
	}
}

func TestTraceFilesAreNamedAfterTheirRuns(t *testing.T) {
	if got := TraceFiles("a/b.ndjson", true)("s", "l", 3); got != "a/b.ndjson" {
		t.Error(got)
	}
	if got := TraceFiles("a.b/c.ndjson", false)("s", "l", 3); got != "a.b/c.s.l.seed3.ndjson" {
		t.Error(got)
	}
	if got := TraceFiles("plain", false)("s", "l", 3); got != "plain.s.l.seed3" {
		t.Error(got)
	}
}

func TestTraceOfAFailedRunIsKeptBeside(t *testing.T) {
	s := read(t, small)
	for _, c := range []struct {
		run  func() (*result, error)
		want string
	}{
		{func() (*result, error) { return new(result), nil }, "t.ndjson"},
		{func() (*result, error) { return nil, errors.New("it failed") }, "t.ndjson.failed"},
		{func() (*result, error) { panic("a broken invariant") }, "t.ndjson.failed"},
		{func() (*result, error) { return nil, fmt.Errorf("cut off: %w", context.Canceled) }, ""},
	} {
		dir := t.TempDir()
		f, err := createTrace(filepath.Join(dir, "t.ndjson"), s, task{entry: s.Algorithms[0], seed: 11}, "test")
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() { recover() }()
			f.during(c.run)
		}()
		if got := listing(t, dir); got != c.want {
			t.Errorf("the directory holds %q, want %q", got, c.want)
		}
	}
}

func TestInterruptedRunLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := read(t, small)
	r := attempt(ctx, s, task{entry: s.Algorithms[0], seed: 11}, Options{TraceFile: TraceFiles(filepath.Join(dir, "t.ndjson"), true)})
	if !errors.Is(r.err, context.Canceled) || listing(t, dir) != "" {
		t.Errorf("%v, and the directory holds %q", r.err, listing(t, dir))
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestPositionsAreThoseOfTheFirstRun(t *testing.T) {
	s := read(t, "duration: 5s\nruns: 2\nwarmup: 0s\nmobility: {model: static, positions: [[1, 2], [30.5, 40]]}\nalgorithms: [vasudevan]")
	if out := run(t, s, Options{Jobs: 2}); len(out.Positions) > 0 {
		t.Errorf("%d positions without Options.Positions", len(out.Positions))
	}
	out := run(t, s, Options{Jobs: 2, Positions: true})
	var b strings.Builder
	if err := geoJSON(&b, out.Positions, []string{"car", "bus"}); err != nil {
		t.Fatal(err)
	}
	var read any
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), "")
	want := `{"type":"FeatureCollection","coordinates_are":"metreseastandnorthofthecornerofthescenario'sworld,notdegrees","features":[` +
		`{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"node":1,"from_s":0,"name_in_trace":"car"}},` +
		`{"type":"Feature","geometry":{"type":"Point","coordinates":[30.5,40]},"properties":{"node":2,"from_s":0,"name_in_trace":"bus"}}]}`
	if text != want {
		t.Errorf("got %s", text)
	}
}

func TestProgressGoesFromBeginningToEnd(t *testing.T) {
	var last Progress
	told := 0
	run(t, read(t, small), Options{Jobs: 4, Progress: func(p Progress) {
		told++
		if p.Total != 12 || p.Scenario != "small" || p.Done < last.Done || p.Done > last.Done+1 || p.Fraction < last.Fraction {
			t.Errorf("%+v after %+v", p, last)
		}
		if told == 1 && (p.Done != 0 || p.Fraction != 0) {
			t.Errorf("it begins with %+v", p)
		}
		last = p
	}})
	if last.Done != 12 || last.Fraction != 1 || told < 12*15 {
		t.Errorf("it ends with %+v after %d words", last, told)
	}
}
