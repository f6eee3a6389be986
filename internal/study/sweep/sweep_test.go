package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/base/build"
	"bellwether/internal/base/durable"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
)

// small is a plan with elections in short runs: 3 points of 2 rows.
const small = `
name: small
scenario: campus-walk
set: {duration: 15s, warmup: 2s, faults: [{at: 5s, crash: best}]}
axes:
  nodes: [6, 9, 12]
algorithms: [vasudevan, flood-max]
runs: 4
`

// A desk is a directory with a plan, and the warnings of a job on it.
type desk struct {
	t    *testing.T
	dir  string
	said []string
	news []campaign.Progress
}

func newDesk(t *testing.T, plan string) *desk {
	d := &desk{t: t, dir: t.TempDir()}
	d.write("plan.yaml", plan)
	return d
}

func (d *desk) path(name string) string { return filepath.Join(d.dir, name) }

func (d *desk) write(name, text string) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.path(name)), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(d.path(name), []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) job(out string) *Job {
	d.said, d.news = nil, nil
	return &Job{
		Plan: d.path("plan.yaml"), Dir: d.path(out), Jobs: 2, Program: version("v1"),
		Progress: func(p campaign.Progress) { d.news = append(d.news, p) },
		Warn:     func(s string) { d.said = append(d.said, s) },
	}
}

// version returns a program with a name of its own.
func version(name string) build.Program {
	return build.Program{Build: build.Build{Version: name, Go: "go9"}, Machine: build.Machine{OS: "linux", Arch: "amd64", Level: "v1"}}
}

func (d *desk) do(j *Job) {
	d.t.Helper()
	if err := j.Do(context.Background()); err != nil {
		d.t.Fatal(err)
	}
}

// lines returns the results, sorted.
func (d *desk) lines(out string) []string {
	d.t.Helper()
	data, err := os.ReadFile(d.path(out + "/" + results.SweepLines))
	if err != nil {
		d.t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	slices.Sort(lines)
	return lines
}

// 3 points, 2 rows, 4 seeds: 24 lines, each run once, the same bytes with any
// number of jobs, the same seeds at every point and for every row.
func TestResultsDoNotDependOnJobs(t *testing.T) {
	d := newDesk(t, small)
	one, four := d.job("one"), d.job("four")
	one.Jobs, four.Jobs = 1, 4
	d.do(one)
	d.do(four)
	lines := d.lines("one")
	if len(lines) != 24 || len(slices.Compact(slices.Clone(lines))) != 24 {
		t.Errorf("%d lines", len(lines))
	}
	if !slices.Equal(lines, d.lines("four")) {
		t.Error("with four jobs the lines differ")
	}
	_, stored, err := Stored(d.path("one"), nil, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	seeds, hashes := map[string][]uint64{}, map[string]bool{}
	for _, l := range stored.Lines {
		at := fmt.Sprint(l.Axes.Values(), l.Label)
		seeds[at] = append(seeds[at], l.Seed)
		hashes[l.TraceSHA256] = true
	}
	if len(seeds) != 6 || len(hashes) != 24 {
		t.Errorf("%d rows, %d traces", len(seeds), len(hashes))
	}
	for at, of := range seeds {
		slices.Sort(of)
		if !slices.Equal(of, []uint64{1, 2, 3, 4}) {
			t.Errorf("%s has the seeds %v", at, of)
		}
	}
	if last := d.news[len(d.news)-1]; last.Done != 24 || last.Total != 24 || last.Fraction != 1 || last.Left != 0 {
		t.Errorf("the last news are %+v", last)
	}
}

// copy copies a directory.
func (d *desk) copy(from, to string) {
	d.t.Helper()
	if err := errors.Join(os.RemoveAll(d.path(to)), os.CopyFS(d.path(to), os.DirFS(d.path(from)))); err != nil {
		d.t.Fatal(err)
	}
}

// For any place at which a file was cut off, the sweep continues from its whole lines and ends
// with the same lines.
func TestSweepGoesOnFromAnyCut(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("whole"))
	want := d.lines("whole")
	whole, err := os.ReadFile(d.path("whole/" + results.SweepLines))
	if err != nil {
		t.Fatal(err)
	}
	first := strings.IndexByte(string(whole), '\n')
	for _, size := range []int{0, 1, first, first + 1, first + 2, len(whole) / 2, len(whole) - 1, len(whole)} {
		cut := string(whole[:size])
		d.copy("whole", "cut")
		d.write("cut/"+results.SweepLines, cut)
		d.do(d.job("cut"))
		if !slices.Equal(d.lines("cut"), want) {
			t.Errorf("cut at %d the lines differ", size)
		}
		if warned := strings.Contains(strings.Join(d.said, "\n"), "the last line was cut off; it is ignored, and its run is made again"); warned != (cut != "" && !strings.HasSuffix(cut, "\n")) {
			t.Errorf("cut at %d it says %q", size, d.said)
		}
	}
	// A loss of power may keep the length of the last line, but not its bytes.
	d.write("cut/"+results.SweepLines, string(whole[:first+1])+strings.Repeat("\x00", 100)+"\n")
	d.do(d.job("cut"))
	if !slices.Equal(d.lines("cut"), want) || !strings.Contains(strings.Join(d.said, "\n"), results.SweepLines+":2: the last line is damaged") {
		t.Errorf("after zeros it says %q", d.said)
	}
}

// A finished plan changes no file, with any version of the program.
func TestFinishedPlanIsLeftAlone(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("out"))
	before := must(os.ReadFile(d.path("out/" + results.SweepLines)))
	again := d.job("out")
	again.Program = version("v2")
	d.do(again)
	if after := must(os.ReadFile(d.path("out/" + results.SweepLines))); string(after) != string(before) {
		t.Error("the results changed")
	}
	if len(d.news) != 0 || len(d.said) != 1 || !strings.HasSuffix(d.said[0], "nothing to do: all 24 runs are in "+d.path("out")) {
		t.Errorf("it says %q and %v", d.said, d.news)
	}
}

// The plan as run reads as the plan, ranges and all.
func TestPlanAsRunGoesOn(t *testing.T) {
	d := newDesk(t, strings.Replace(small, "[6, 9, 12]", "{from: 6, to: 12, step: 3}", 1))
	d.do(d.job("out"))
	d.write("plan.yaml", string(must(os.ReadFile(d.path("out/plan.yaml")))))
	d.do(d.job("out"))
	if len(d.said) != 1 || !strings.Contains(d.said[0], "nothing to do") {
		t.Errorf("it says %q", d.said)
	}
}

var hashed = regexp.MustCompile(`,"sha256":"[0-9a-f]{64}"`)

func TestWhatDoesNotBelongIsRefused(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("out"))
	whole := string(must(os.ReadFile(d.path("out/" + results.SweepLines))))
	lines := strings.SplitAfter(whole, "\n")
	half := strings.Join(lines[:12], "")
	former := hashed.ReplaceAllString(half, "") // written by a version that wrote no hash
	fewer := strings.Replace(small, "runs: 4", "runs: 3", 1)
	params := strings.Replace(small, "[vasudevan, flood-max]", "[{name: vasudevan, params: {child_timeout: 2s}}, flood-max]", 1)
	for name, c := range map[string]struct {
		plan, results, version, want string
	}{
		"fewer runs":       {fewer, whole, "v1", `has the results of another plan (plan.yaml): it has "runs: 4", this "runs: 3"; what is there must be a part of what is asked for: `},
		"fewer values":     {strings.Replace(small, "[6, 9, 12]", "[6, 9]", 1), whole, "v1", `it has "nodes: [6, 9, 12]", this "nodes: [6, 9]"`},
		"other parameters": {params, half, "v1", `the row vasudevan was "vasudevan vasudevan {}" and is "vasudevan vasudevan {child_timeout: 2s}"`},
		"another world":    {strings.Replace(small, "warmup: 2s", "warmup: 3s", 1), half, "v1", `it has "warmup: 2s", this "warmup: 3s"`},
		"another version":  {small, half, "v2", `out was begun with bellwether v1, go9, this is v2, go9; go on with that one, or see with "bellwether verify `},
		"a changed world":  {small, strings.Replace(half, `"scenario_sha256":"`, `"scenario_sha256":"0`, 1), "v1", "results.ndjson:1: its id is not that of its scenario, row, seed and build: the line was changed"},
		"a run twice":      {small, half + strings.Replace(lines[3], `"deliveries":`, `"deliveries":1`, 1), "v1", "results.ndjson:13: the same run as line 4 with other results"},
		"a foreign point":  {small, strings.Replace(former, `"nodes":`, `"nodes":7`, 1), "v1", "results.ndjson:1: no point of the plan has these axes"},
		"a foreign axis":   {small, strings.Replace(former, `"nodes":`, `"edges":`, 1), "v1", "results.ndjson:1: axis 1 is edges, in the plan nodes"},
		"a foreign row":    {small, strings.Replace(former, `"label":"`, `"label":"x`, 1), "v1", "results.ndjson:1: the plan has no row \"x"},
		"an edited count":  {small, strings.Replace(half, `"deliveries":`, `"deliveries":1`, 1), "v1", "results.ndjson:1: its sha256 is not that of the rest of the line: the line was changed"},
		"a foreign seed":   {small, strings.Replace(half, `"seed":`, `"seed":9`, 1), "v1", "results.ndjson:1: its id is not"},
		"a foreign build":  {small, strings.Replace(half, `"build":"v1`, `"build":"v3`, 1), "v1", "results.ndjson:1: made by bellwether v3, go9, which index.json does not list"},
		"a form to come":   {small, strings.Replace(half, `"schema":2`, `"schema":3`, 1), "v1", "results.ndjson:1: no line of results: it is of form 3; this bellwether reads 2"},
		"no line":          {small, "hello\n" + half, "v1", "results.ndjson:1: no line of results"},
		"no jobs":          {small, half, "", "--jobs must be at least 1"},
	} {
		d.write("plan.yaml", c.plan)
		d.write("out/"+results.SweepLines, c.results)
		j := d.job("out")
		j.Program = version(c.version)
		if name == "no jobs" {
			j.Jobs = 0
		}
		before := listing(t, d.path("out"))
		err := j.Do(context.Background())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if after := listing(t, d.path("out")); after != before {
			t.Errorf("%s: what is there was touched", name)
		}
	}
}

// listing returns the files of a directory, with the times of their last change; "" without the
// directory.
func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&out, "%s %v: %s\n", e.Name(), must(e.Info()).ModTime().UnixNano(), must(os.ReadFile(filepath.Join(dir, e.Name()))))
	}
	return out.String()
}

func must[T any](of T, err error) T {
	if err != nil {
		panic(err)
	}
	return of
}

func TestDirectoryIsForOneProcess(t *testing.T) {
	d := newDesk(t, small)
	d.write("out/lock", "")
	held, err := durable.Lock(d.path("out/lock"), results.Readable)
	if err != nil {
		t.Fatal(err)
	}
	err = d.job("out").Do(context.Background())
	if !errors.Is(err, durable.ErrInUse) || !strings.Contains(err.Error(), fmt.Sprintf("is in use by process %d", os.Getpid())) {
		t.Errorf("got %v", err)
	}
	held.Close()
	d.do(d.job("out"))
}

// A sweep that is interrupted at its beginning and several times later keeps the finished
// runs and ends with the same lines.
func TestInterruptKeepsWhatIsFinished(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("whole"))
	for session := 0; ; session++ {
		ctx, stop := context.WithCancel(context.Background())
		j := d.job("out")
		before := -1
		j.Progress = func(p campaign.Progress) {
			if before < 0 {
				before = p.Done
			}
			if p.Done >= before+session%3 {
				stop()
			}
		}
		err := j.Do(ctx)
		stop()
		if err == nil {
			break
		}
		if !errors.Is(err, campaign.ErrInterrupted) {
			t.Fatal(err)
		}
		if session > 200 {
			t.Fatal("it gets nowhere")
		}
	}
	if !slices.Equal(d.lines("out"), d.lines("whole")) {
		t.Error("the lines differ")
	}
}

// With stop the number of runs is the same for any jobs and after interrupts,
// the same for the rows of a point, min or more times min, at most max; and it is
// the first at which all intervals are narrow enough.
func TestPrecisionEndsAPoint(t *testing.T) {
	const stop = "stop: {metric: messages_per_node_s, half_width: 6%, min: 3, max: 14}"
	d := newDesk(t, strings.Replace(small, "runs: 4", stop, 1))
	one, four := d.job("one"), d.job("four")
	one.Jobs, four.Jobs = 1, 4
	d.do(one)
	d.do(four)
	lines := d.lines("one")
	if !slices.Equal(lines, d.lines("four")) {
		t.Error("with four jobs the lines differ")
	}
	p, stored, err := Stored(d.path("one"), nil, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[int]bool{}
	for _, nodes := range []string{"6", "9", "12"} {
		byRow := map[string][]results.Line{}
		for _, l := range stored.Lines {
			if l.Axes.Values()[0] == nodes {
				byRow[l.Label] = append(byRow[l.Label], l)
			}
		}
		n := len(byRow["vasudevan"])
		counts[n] = true
		if len(byRow["flood-max"]) != n || n%3 != 0 && n != 14 {
			t.Errorf("%s nodes: %d and %d runs", nodes, n, len(byRow["flood-max"]))
		}
		for asked := 3; asked <= n; asked += 3 {
			narrow := 0
			for _, row := range byRow {
				if precise(first(row, asked), p.Stop, 1) {
					narrow++
				}
			}
			if done := asked == n; n != 14 && (narrow == 2) != done || n == 14 && narrow == 2 {
				t.Errorf("%s nodes: of %d runs after %d %d rows are precise", nodes, n, asked, narrow)
			}
		}
	}
	if most := strings.Join(d.said, "\n"); strings.Contains(most, "14 runs do not bring messages_per_node_s within 6%") != counts[14] {
		t.Errorf("of %v runs it says %q", counts, d.said)
	}
	stand, err := Look(context.Background(), d.path("one"), nil)
	if err != nil || len(stand.Missing) > 0 || stand.Asked != len(lines) ||
		strings.Contains(strings.Join(stand.Warnings, "\n"), "14 runs do not bring messages_per_node_s within 6%") != counts[14] {
		t.Errorf("%d of %d runs, missing %v, %q, %v", len(lines), stand.Asked, stand.Missing, stand.Warnings, err)
	}
	if len(counts) < 2 {
		t.Errorf("every point has the same number of runs, %v: this tests little", counts)
	}
	d.copy("one", "cut")
	d.write("cut/"+results.SweepLines, strings.Join(lines[:len(lines)/2], "\n")+"\n")
	d.do(d.job("cut"))
	if !slices.Equal(d.lines("cut"), lines) {
		t.Error("from half of the lines it goes elsewhere")
	}
}
