package sweep

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// counting makes a job count the runs that it makes.
func counting(j *Job) *int {
	var mutex sync.Mutex
	made := new(int)
	j.one = func(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		mutex.Lock()
		*made++
		mutex.Unlock()
		return campaign.One(ctx, s, e, seed, nil)
	}
	return made
}

// A plan that has grown makes only the new runs, and has in the end the lines of a plan that
// had this size from the beginning.
func TestPlanGrows(t *testing.T) {
	if testing.Short() {
		t.Skip("plans run again as they grow")
	}
	d := newDesk(t, small)
	d.do(d.job("first"))
	for name, c := range map[string]struct {
		old, new string
		more     int // runs
	}{
		"runs":       {"runs: 4", "runs: 6", 12},
		"a value":    {"[6, 9, 12]", "[6, 7, 9, 12]", 8},
		"order":      {"[6, 9, 12]", "[12, 9, 6]", 0},
		"algorithms": {"[vasudevan, flood-max]", "[bully, vasudevan, flood-max]", 12},
		"a sentence": {"name: small", "name: small\nabout: Is it so?", 0},
		"precision":  {"runs: 4", "stop: {metric: leaderless_fraction, half_width: 0.1%, min: 2, max: 6}", 12},
	} {
		d.write("plan.yaml", strings.Replace(small, c.old, c.new, 1))
		d.do(d.job("whole" + name))
		d.copy("first", "grown")
		j := d.job("grown")
		made := counting(j)
		d.do(j)
		if *made != c.more {
			t.Errorf("%s: %d runs are made, want %d", name, *made, c.more)
		}
		if !slices.Equal(d.lines("grown"), d.lines("whole"+name)) {
			t.Errorf("%s: the lines differ from a plan that was so from the beginning", name)
		}
		if got, want := must(os.ReadFile(d.path("grown/plan.yaml"))), must(os.ReadFile(d.path("whole"+name+"/plan.yaml"))); string(got) != string(want) {
			t.Errorf("%s: the plan is\n%s", name, got)
		}
		stand, err := Look(context.Background(), d.path("grown"), nil)
		if err != nil || len(stand.Missing) != 0 || len(stand.Warnings) != strings.Count(name, "precision") {
			t.Errorf("%s: %v missing, %q, %v", name, stand.Missing, stand.Warnings, err)
		}
	}
}

// A directory is complete: if it is moved, without the original plan and files, the sweep
// can be continued there and ends with the same lines.
func TestDirectoryMoves(t *testing.T) {
	d := newDesk(t, strings.Replace(strings.Replace(small, "campus-walk", "worlds/own.yaml", 1), "duration: 15s", "duration: 15s, runs: 4", 1))
	d.write("plan.yaml", `
scenario: worlds/own.yaml
axes: {mobility.file: [../traces/a.ns_movements, ../more/a.ns_movements]}
algorithms: [vasudevan]
runs: 3
`)
	const still = "$node_(0) set X_ 10\n$node_(0) set Y_ 10\n$node_(1) set X_ 60\n$node_(1) set Y_ 10\n"
	d.write("worlds/own.yaml", "schema: 2\nduration: 5s\nwarmup: 1s\nmobility: {model: trace, file: ../traces/a.ns_movements}\n")
	d.write("traces/a.ns_movements", still)
	d.write("more/a.ns_movements", strings.Replace(still, "60", "70", 1))
	d.do(d.job("whole"))
	d.do(d.job("out"))
	half := strings.Join(d.lines("out")[:3], "\n") + "\n"
	d.write("out/"+results.SweepLines, half)
	if err := os.MkdirAll(d.path("far/away"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(d.path("out"), d.path("far/away/out")); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"worlds", "traces", "more", "plan.yaml"} {
		if err := os.RemoveAll(d.path(gone)); err != nil {
			t.Fatal(err)
		}
	}
	j := d.job("")
	j.Plan, j.Dir = d.path("far/away/out"), ""
	made := counting(j)
	d.do(j)
	if *made != 3 || !slices.Equal(d.lines("far/away/out"), d.lines("whole")) {
		t.Errorf("%d runs are made, or the lines differ", *made)
	}
	stand, err := Look(context.Background(), d.path("far/away/out"), nil)
	if err != nil || stand.Points == nil || len(stand.Missing) != 0 {
		t.Errorf("looked at: %+v, %v", stand, err)
	}

	// A copy that was changed is found.
	d.write("far/away/out/a.ns_movements", strings.Replace(still, "60", "61", 1))
	d.write("far/away/out/"+results.SweepLines, half)
	err = j.Do(context.Background())
	if err == nil || !strings.Contains(err.Error(), "../traces/a.ns_movements has changed since the runs in") {
		t.Errorf("a changed file: %v", err)
	}
}

// Files above a size are refused, unless they are not to be copied.
func TestLargeFilesAreNotCopied(t *testing.T) {
	d := newDesk(t, "scenario: own.yaml\nalgorithms: [vasudevan]\nruns: 2\n")
	d.write("own.yaml", "schema: 2\nduration: 5s\nwarmup: 1s\nmobility: {model: trace, file: a.ns_movements}\n")
	d.write("a.ns_movements", "$node_(0) set X_ 10\n$node_(0) set Y_ 10\n$node_(1) set X_ 60\n$node_(1) set Y_ 10\n")
	j := d.job("out")
	j.mostCopied = 10
	err := j.Do(context.Background())
	if err == nil || !strings.Contains(err.Error(), "have 80 bytes, and a directory of results gets copies of at most 10: with --no-copy") {
		t.Errorf("copied: %v", err)
	}
	j.NoCopy = true
	d.do(j)
	index := string(must(os.ReadFile(d.path("out/index.json"))))
	if !strings.Contains(index, `"movable": false`) || !strings.Contains(index, `"from": "`+d.path("a.ns_movements")+`"`) {
		t.Errorf("the index is %s", index)
	}
	if _, err := os.Stat(d.path("out/a.ns_movements")); err == nil {
		t.Error("it is copied")
	}
	// The directory can be continued where it is.
	lines := d.lines("out")
	d.write("out/"+results.SweepLines, lines[0]+"\n")
	again := d.job("")
	again.Plan, again.Dir, again.NoCopy = d.path("out"), "", true
	d.do(again)
	if !slices.Equal(d.lines("out"), lines) {
		t.Error("the lines differ")
	}
}

// Files that bellwether did not write are not changed.
func TestForeignFilesAreLeftAlone(t *testing.T) {
	for name, want := range map[string]string{
		"plan.yaml":        "has a plan.yaml and no index.json: it is no directory of results, and nothing in it is overwritten",
		"campus-walk.yaml": "has a campus-walk.yaml and no index.json",
		"results.ndjson":   "has the results of a sweep of an earlier bellwether, to which this one adds nothing",
		"runs.ndjson":      "has the results of a run of an earlier bellwether",
		"index.json":       "no index of results",
	} {
		d := newDesk(t, small)
		d.write("out/"+name, "mine")
		before := listing(t, d.path("out"))
		if err := d.job("out").Do(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
		if listing(t, d.path("out")) != before {
			t.Errorf("%s: the directory was touched", name)
		}
	}
}

// Points that differ in a setting that only one row uses share the runs of the others. Each
// is made once and counts at all of them, also if one of the points is added later, and
// after any interruption.
func TestRunsThatPointsShareAreMadeOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("sweeps that are run")
	}
	shared := strings.Replace(small, "nodes: [6, 9, 12]", `"algorithms[vasudevan].params.beacon_interval": [1s, 2s, 3s]`, 1)
	d := newDesk(t, shared)
	j := d.job("whole")
	made := counting(j)
	d.do(j)
	if lines := d.lines("whole"); *made != 3*4+4 || len(lines) != 24 {
		t.Errorf("%d runs, %d lines", *made, len(lines))
	}
	for cut := range 24 {
		if !sample.Takes(cut, 7) {
			continue
		}
		d.write("cut/"+results.SweepLines, strings.Join(d.lines("whole")[:cut], "\n")+"\n")
		if cut == 0 {
			d.write("cut/"+results.SweepLines, "")
		}
		d.write("cut/"+results.IndexFile, string(must(os.ReadFile(d.path("whole/"+results.IndexFile)))))
		j := d.job("cut")
		j.Jobs = 1 + cut%3
		made := counting(j)
		d.do(j)
		distinct := map[string]bool{}
		for _, l := range d.lines("whole")[:cut] {
			_, id, _ := strings.Cut(l, `"id":"`)
			distinct[id[:64]] = true
		}
		if *made != 16-len(distinct) || !slices.Equal(d.lines("cut"), d.lines("whole")) {
			t.Errorf("after %d lines with %d runs: %d runs are made", cut, len(distinct), *made)
		}
	}
	d.write("plan.yaml", strings.Replace(shared, "[1s, 2s, 3s]", "[1s, 2s, 3s, 4s]", 1))
	j = d.job("whole")
	made = counting(j)
	d.do(j)
	if *made != 4 || len(d.lines("whole")) != 32 {
		t.Errorf("one more value: %d runs are made, %d lines", *made, len(d.lines("whole")))
	}
}
