package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/base/build"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

const small = `
name: small
about: How many <b>nodes</b> & why?
scenario: own.yaml
set: {duration: 6s, warmup: 1s}
axes: {nodes: [4, 6], radio.range: [150, 300]}
algorithms: [vasudevan, {name: bully, label: b}]
runs: 2
`

const own = `
about: "</pre><script>alert(1)</script>"
world: {width: 300, height: 300}
`

// swept runs a plan into a new directory. It returns the directories of the plan and of the
// results.
func swept(t *testing.T, text string) (at, out string) {
	t.Helper()
	at = t.TempDir()
	out = filepath.Join(at, "out")
	write(t, filepath.Join(at, "plan.yaml"), text)
	write(t, filepath.Join(at, "own.yaml"), own)
	job := sweep.Job{Plan: filepath.Join(at, "plan.yaml"), Dir: out, Jobs: 2, Program: build.Program{Build: build.Build{Version: "v7", Go: "go8"}}, Warn: func(string) {}}
	if err := job.Do(context.Background()); err != nil {
		t.Fatal(err)
	}
	return at, out
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// report writes a report, checks that it is sound, and returns its bytes and its text.
func (j *Job) report(t *testing.T) (page, text string) {
	t.Helper()
	j.Program = Program{Version: "bellwether v8", Go: "go9"}
	file, err := j.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(j.Dir, defaultFile); file != want && j.Out == "" {
		t.Errorf("it is %s, want %s", file, want)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), sound(t, b)
}

func holds(t *testing.T, what, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%s: it does not say %q", what, want)
		}
	}
}

// A report of 2 × 2 points of 2 rows has, for each of 8 metrics and 2 ranges, a table, a
// panel of a figure and a table of differences; for each axis a figure of two metrics; one of what decides the order; and the
// same bytes each time.
func TestReportOfASweep(t *testing.T) {
	_, out := swept(t, small)
	page, text := (&Job{Dir: out}).report(t)
	holds(t, "sweep", text, "How many <b>nodes</b> & why?", "Finished: all 16 runs are here.",
		"nodes = 4, 6", "radio.range = 150, 300", "2 of each algorithm at each point, seeds 1 to 2",
		"small: leaderless, radio.range = 150", "small: leaderless, minus vasudevan, radio.range = 300",
		"Figure 1. badly led over nodes: mean and 95 % interval of each algorithm, at each value of the other axes.",
		"Figure 4. Over radio.range: mean and 95 % interval of each algorithm, over all values of nodes.",
		"Figure 11. messages/election over nodes: mean and 95 % interval of each algorithm.",
		"messages/election over nodes: mean and 95 % interval of each algorithm, at radio.range = 300. The numbers are in the tables.",
		"vasudevan and b, compared in own (random-waypoint, 300 m × 300 m, 6s), over nodes = 4, 6 and radio.range = 150, 300: 4 points.",
		"bellwether sweep plan.yaml --out again", "made by bellwether v7", "made by bellwether v8, go9",
		"scenario: own.yaml", "</pre><script>alert(1)</script>", "at the first point: nodes = 4, radio.range = 150",
		"fraction of (live node, time) spent in an election", "as few as 2 runs stand behind a cell")
	if n := strings.Count(page, "<svg "); n != 2+1+2*2+7*2 {
		t.Errorf("%d figures", n)
	}
	if n := len(regexp.MustCompile(`<caption><small>Table \d+\.</small> small: `).FindAllString(page, -1)); n != 32 {
		t.Errorf("%d tables", n)
	}
	if strings.Contains(text, "What is missing") {
		t.Error("it misses something")
	}
	again, _ := (&Job{Dir: out, Out: filepath.Join(t.TempDir(), "other.html")}).report(t)
	if again != page {
		t.Error("the second is another")
	}
}

// The page has all that is needed to make the same lines again in another place.
func TestReportRepeatsItself(t *testing.T) {
	_, out := swept(t, small)
	s, err := (&Job{Dir: out}).read(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := new(page)
	s.repeat(p, "bellwether")
	elsewhere := t.TempDir()
	for _, d := range p.Documents {
		if d.Needed {
			write(t, filepath.Join(elsewhere, d.Name), d.Text)
		}
	}
	job := sweep.Job{Plan: filepath.Join(elsewhere, "plan.yaml"), Dir: filepath.Join(elsewhere, "again"), Jobs: 1, Program: build.Program{Build: build.Build{Version: "v7", Go: "go8"}}, Warn: func(string) {}}
	if err := job.Do(context.Background()); err != nil {
		t.Fatal(err)
	}
	again, err := (&Job{Dir: job.Dir}).read(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if a, b := s.fingerprint(), again.fingerprint(); a != b {
		t.Errorf("the lines are others: %s, %s", a, b)
	}
}

// The page of an unfinished sweep shows the finished runs, and names the missing ones.
func TestReportOfABeginning(t *testing.T) {
	_, out := swept(t, small)
	results := filepath.Join(out, results.SweepLines)
	data, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	kept := ""
	for line := range strings.Lines(string(data)) {
		if !strings.Contains(line, `"nodes":6,"radio.range":300`) || strings.Contains(line, `"label":"b"`) && strings.Contains(line, `"seed":1`) {
			kept += line
		}
	}
	write(t, results, kept+`{"plan":"small","axes":{"no`)
	_, text := (&Job{Dir: out}).report(t)
	holds(t, "beginning", text, "Not finished: 13 of 16 runs are here.", "What is missing",
		"nodes = 6, radio.range = 300vasudevan02", "nodes = 6, radio.range = 300b12",
		"the last line was cut off; it is ignored", "at nodes = 6, radio.range = 300 there is no run of vasudevan to compare with")

	kept = ""
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, `"label":"b"`) {
			kept += line
		}
	}
	write(t, results, kept)
	_, text = (&Job{Dir: out}).report(t)
	holds(t, "of the second row", text, "Not finished: 8 of 16 runs are here.", "no run of vasudevan is finished yet: the others are compared with b")
	if _, err := (&Job{Dir: out, Versus: "vasudevan"}).Do(context.Background()); err == nil ||
		err.Error() != "--versus vasudevan: no run of it is finished yet; there are runs of b" {
		t.Errorf("with a row that has no run: %v", err)
	}

	write(t, results, "")
	if _, err := (&Job{Dir: out}).Do(context.Background()); err == nil || !strings.Contains(err.Error(), "has no results yet") {
		t.Errorf("of nothing: %v", err)
	}
}

// If the scenario was removed or changed, the page has the numbers but no parameters.
func TestReportWithoutItsScenario(t *testing.T) {
	_, out := swept(t, small)
	for change, want := range map[string]string{
		own + "seed: 1\nradio: {bitrate: 1000000}\n": "the scenario own has changed since this run was made",
		"": "the scenario of the plan cannot be loaded any more",
	} {
		if change == "" {
			if err := os.Remove(filepath.Join(out, "own.yaml")); err != nil {
				t.Fatal(err)
			}
		} else {
			write(t, filepath.Join(out, "own.yaml"), change)
		}
		_, text := (&Job{Dir: out}).report(t)
		holds(t, want, text, want, "16 runs are here; how many were wanted is unknown.", "small: leaderless, radio.range = 150")
		if strings.Contains(text, "every default filled in") {
			t.Errorf("%s: it shows a scenario", want)
		}
	}
}

// ran writes what run --out writes.
func ran(t *testing.T, runs string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	job := campaign.Job{
		Scenarios: []string{"ten-nodes"}, Options: campaign.Options{Jobs: 2, Versus: "bully"}, Format: "json", Out: dir,
		Program: build.Program{Build: build.Build{Version: "v7", Go: "go8"}},
		Load:    scenarios.Options{Algorithms: []string{"vasudevan", "bully", "flood-max"}, Set: []scenarios.Override{scenarios.Set("runs", "runs", runs)}},
		Stdout:  io.Discard, Warn: func(string) {},
	}
	if err := job.Do(context.Background()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The page of a run has its table, one of every metric, boxes, and the hash of every run. It
// compares with the same row as the run did.
func TestReportOfARun(t *testing.T) {
	dir := ran(t, "3")
	page, text := (&Job{Dir: dir}).report(t)
	holds(t, "run", text, "Finished: all 9 runs are here.", "vasudevan, bully and flood-max, compared in ten-nodes (10 nodes, links: edges, ", "ten-nodes: 3 runs from seed 1", "no arrows: 3 pairs of runs are too few to tell a difference from chance; with 2 rows compared with bully it takes 7 runs",
		"bellwether run scenario.yaml --versus bully --out again", "made by bellwether v7", "Every metric",
		"Figure 1. badly led and frames: the runs of each algorithm, with median and quartiles.", "Figure 7. messages/election: the runs of each algorithm, with median and quartiles.", "ten-nodes: minus bully")
	results, err := os.ReadFile(filepath.Join(dir, campaign.RunsFile))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(results)) {
		_, rest, _ := strings.Cut(line, `"trace_sha256":"`)
		hash, _, _ := strings.Cut(rest, `"`)
		if len(hash) != 64 || !strings.Contains(text, hash) {
			t.Errorf("it has no hash %q", hash)
		}
	}
	table, err := os.ReadFile(filepath.Join(dir, campaign.TableFile))
	if err != nil {
		t.Fatal(err)
	}
	if _, verdict, found := strings.Cut(string(table), "\nVerdict: "); !found || strings.Count(text, "Verdict: "+strings.SplitN(verdict, "\n", 2)[0]) != 1 {
		t.Errorf("the page does not have the verdict of the run's table once: %s", verdict)
	}
	for line := range strings.Lines(string(table)) {
		if cells := strings.Split(line, "|"); len(cells) > 2 && strings.Contains(line, "±") {
			for _, cell := range cells[1 : len(cells)-1] {
				if !strings.Contains(page, ">"+strings.TrimSpace(cell)) && !strings.Contains(page, strings.TrimSpace(cell)+"<") {
					t.Errorf("the run's table has %q, the page has not", cell)
				}
			}
		}
	}

	// Two runs are removed, and the report of the run.
	lines := bytes.SplitAfter(results, []byte("\n"))
	write(t, filepath.Join(dir, campaign.RunsFile), string(bytes.Join(lines[2:], nil)))
	if err := os.Remove(filepath.Join(dir, campaign.ResultsFile)); err != nil {
		t.Fatal(err)
	}
	_, text = (&Job{Dir: dir, Metrics: []string{"first_death_s"}}).report(t)
	holds(t, "part", text, "Not finished: 7 of 9 runs are here.", "results.json is missing",
		"No figure of first_death_s: boxes: ")
}

// For any content of the files, the page is sound and shows the content as text.
func TestReportEscapesEverything(t *testing.T) {
	const evil = `<script>alert(1)</script>"' onload=x &amp; ]]> --> </style></title>{{.}}`
	dir := t.TempDir()
	var lines bytes.Buffer
	for seed := uint64(1); seed <= 2; seed++ {
		line := results.Line{Schema: results.Form, Scenario: evil, Label: evil, Name: evil, Goal: "best", Seed: seed, Build: evil, TraceSHA256: evil}
		line.Metrics.Set("leaderless_fraction", measure.Value{X: float64(seed) / 10, Known: true})
		if err := json.NewEncoder(&lines).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, campaign.RunsFile), lines.String())
	write(t, filepath.Join(dir, campaign.ScenarioFile), "nodes: 5\nabout: '"+strings.ReplaceAll(evil, "'", "''")+"'\n")
	write(t, filepath.Join(dir, campaign.ResultsFile), fmt.Sprintf(`{"warnings":[%q],"versus":%[1]q}`, evil))
	page, text := (&Job{Dir: dir, Metrics: []string{"leaderless_fraction"}}).report(t)
	if n := strings.Count(text, evil); n < 9 {
		t.Errorf("it shows the text %d times", n)
	}
	if strings.Contains(page, "<script") || strings.Count(page, "</style>") != 1 {
		t.Error("it is not escaped")
	}
}

// A report of a sweep with an edited line is refused.
func TestReportRefusesEditedLines(t *testing.T) {
	_, out := swept(t, small)
	file := filepath.Join(out, results.SweepLines)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, strings.Replace(string(text), `"deliveries":`, `"deliveries":1`, 1))
	if _, err := (&Job{Dir: out}).Do(context.Background()); err == nil || !strings.Contains(err.Error(), "the line was changed") {
		t.Errorf("got %v", err)
	}
}

func TestReportRefuses(t *testing.T) {
	_, out := swept(t, small)
	run := ran(t, "2")
	study, broken, former := studied(t), t.TempDir(), t.TempDir()
	write(t, filepath.Join(broken, "vkt04.json"), "hello")
	write(t, filepath.Join(former, "runs.ndjson"), `{"about":"Fig. 5","world_sha256":"a1","seed":1,"version":"v0","metrics":{}}`+"\n")
	empty := t.TempDir()
	write(t, filepath.Join(empty, "a", campaign.RunsFile), "")
	for want, j := range map[string]Job{
		"no such file or directory":                                    {Dir: filepath.Join(out, "nowhere")},
		"holds no results: it has no index.json":                       {Dir: t.TempDir()},
		"no results of its own, but directories below it do: " + empty: {Dir: empty},
		"has no finished run":                                          {Dir: filepath.Join(empty, "a")},
		"--metric leadrless_fraction: unknown metric; did you":         {Dir: out, Metrics: []string{"leadrless_fraction"}},
		"--metric leader_qualty: unknown metric; did you":              {Dir: run, Metrics: []string{"leader_qualty"}},
		"--columns ndoes: the plan has no such axis; did you":          {Dir: out, Columns: []string{"ndoes"}},
		"--columns nodes: a run has no axes, nor is it a metric":       {Dir: run, Columns: []string{"nodes"}},
		"--versus c: there is no such row":                             {Dir: out, Versus: "c"},
		"--versus: " + study + " holds a reproduction":                 {Dir: study, Versus: "c"},
		"--metric: " + study + " holds a reproduction":                 {Dir: study, Metrics: []string{"leaderless_fraction"}},
		"--columns: " + study + " holds a reproduction":                {Dir: study, Columns: []string{"nodes"}},
		"vkt04.json: invalid character":                                {Dir: broken},
		`runs.ndjson:1: no line of results: it is a run of a repro`:    {Dir: former},
		"versus c: there is no such row":                               {Dir: run, Versus: "c"},
		"not a directory":                                              {Dir: run, Out: filepath.Join(run, campaign.RunsFile, "x.html")},
	} {
		if _, err := j.Do(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := (&Job{Dir: out}).Do(ctx); !errors.Is(err, campaign.ErrInterrupted) {
		t.Errorf("interrupted: %v", err)
	}
}
