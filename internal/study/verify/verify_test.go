package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/base/build"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
)

// program returns a program with a version, for a processor.
func program(version, level string) build.Program {
	return build.Program{Build: build.Build{Version: version, Go: "go9"}, Machine: build.Machine{OS: "linux", Arch: "amd64", Level: level}}
}

const still = "$node_(0) set X_ 10\n$node_(0) set Y_ 10\n$node_(1) set X_ 60\n$node_(1) set Y_ 10\n"

// swept returns a directory of 2 points, 2 rows and 3 seeds, and its plan.
func swept(t *testing.T, more string) (dir, plan string) {
	t.Helper()
	at := t.TempDir()
	dir, plan = filepath.Join(at, "out"), filepath.Join(at, "plan.yaml")
	write(t, filepath.Join(at, "a.ns_movements"), still)
	write(t, filepath.Join(at, "own.yaml"), "schema: 2\nduration: 5s\nwarmup: 1s\nmobility: {model: trace, file: a.ns_movements}\n"+more)
	write(t, plan, "scenario: own.yaml\naxes: {radio.range: [100, 200]}\nalgorithms: [vasudevan, bully]\nruns: 3\n")
	if err := sweeping(plan, dir, program("v1", "v1")); err != nil {
		t.Fatal(err)
	}
	return dir, plan
}

func sweeping(plan, dir string, p build.Program) error {
	job := sweep.Job{Plan: plan, Dir: dir, Jobs: 2, Program: p, Warn: func(string) {}}
	return job.Do(context.Background())
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// verify verifies a directory and returns the output.
func (j Job) verify(t *testing.T) (string, error) {
	t.Helper()
	var out strings.Builder
	j.Stdout, j.Warn = &out, func(text string) { out.WriteString(text + "\n") }
	j.Jobs, j.Sample, j.Seed = 2, max(j.Sample, 1), max(j.Seed, 1)
	if j.Program == (build.Program{}) {
		j.Program = program("v1", "v1")
	}
	err := j.Do(context.Background())
	return out.String(), err
}

// Unchanged results are the same, all of them and each sample. A sample depends on the seed,
// and not on the order in which runs ended.
func TestUntouchedResultsAreTheSame(t *testing.T) {
	dir, _ := swept(t, "")
	if said, err := (Job{Dir: dir, All: true}).verify(t); err != nil || said != "plan: 12 of 12 runs made again: all give what is kept\n" {
		t.Errorf("all: %q, %v", said, err)
	}
	choice := func(seed uint64) (out []string) {
		v, err := (&Job{Dir: dir, Sample: 4, Seed: seed, Program: program("v1", "v1")}).open(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range v.checks {
			out = append(out, v.key(0)[:0]+c.line.ID)
		}
		return out
	}
	before := strings.Join(choice(7), " ")
	lines := strings.SplitAfter(read(t, filepath.Join(dir, results.SweepLines)), "\n")
	write(t, filepath.Join(dir, results.SweepLines), strings.Join(append(lines[5:12:12], lines[:5]...), ""))
	if after := strings.Join(choice(7), " "); after != before || after == strings.Join(choice(8), " ") {
		t.Errorf("the sample is %s, before %s", after, before)
	}
	if said, err := (Job{Dir: dir, Sample: 4, Seed: 7}).verify(t); err != nil || said != "plan: 4 of 12 runs made again, chosen by seed 7: all give what is kept\n" {
		t.Errorf("a sample: %q, %v", said, err)
	}
}

// A change is found, and its cause is reported.
func TestDifferencesHaveTheirCause(t *testing.T) {
	for name, c := range map[string]struct {
		file     string // to change, from old to new
		old, new string
		program  build.Program
		want     []string
	}{
		"a count": {results.SweepLines, `"deliveries":`, `"deliveries":1`, program("v1", "v1"),
			[]string{"radio.range = 100, vasudevan, seed 1: the trace is the same, but not what was measured: deliveries was 1", "12 differ", "program    the same\nscenario   the same\nprocessor  the same: linux/amd64 v1\n", "the line was changed by hand"}},
		"a hash": {results.SweepLines, `"trace_sha256":"`, `"trace_sha256":"0`, program("v1", "v1"), []string{"seed 3: the trace was 0", "the line was changed by hand"}},
		"a metric": {results.SweepLines, `"messages_per_node_s":`, `"messages_per_node_s":1`, program("v2", "v1"),
			[]string{"messages_per_node_s was 1", "program    was v1, go9; is v2, go9\n"}},
		"a seed":         {results.SweepLines, `"seed":1`, `"seed":2`, program("v1", "v1"), []string{"seed 2: the line was changed: its id is not that of", "4 differ"}},
		"the movement":   {"a.ns_movements", "60", "61", program("v1", "v1"), []string{"12 differ", "scenario   changed: ", "a.ns_movements: its SHA-256 was "}},
		"the scenario":   {"own.yaml", "duration: 5s", "duration: 6s", program("v1", "v1"), []string{"12 differ", "the scenario was ", "scenario   it was changed\n"}},
		"the plan":       {results.PlanFile, "[100, 200]", "[100, 300]", program("v1", "v1"), []string{"6 differ", "scenario   the plan was changed\n"}},
		"an axis":        {results.SweepLines, `"radio.range":100`, `"radio.range":101`, program("v1", "v1"), []string{"radio.range = 101, vasudevan, seed 1: the line was changed: its sha256 is not", "6 differ", "scenario   the same\n"}},
		"another value":  {results.SweepLines, `"radio.range":100`, `"radio.range":200`, program("v2", "v1"), []string{"6 differ", "the line was changed: its sha256 is not", "scenario   the same\n"}},
		"a label":        {results.SweepLines, `"label":"bully"`, `"label":"bull"`, program("v1", "v1"), []string{"bull, seed 1: the line was changed: its sha256 is not", "scenario   the same\n"}},
		"the processor":  {results.SweepLines, `"deliveries":`, `"deliveries":1`, program("v1", "v3"), []string{"processor  was linux/amd64 v1; is linux/amd64 v3\n"}},
		"no such trace":  {"a.ns_movements", still, "", program("v1", "v1"), nil},
		"sampled before": {results.SweepLines, `"truth":{"mode":"exact"},`, "", program("v2", "v1"), []string{"truth      was sampled at regular instants"}},
		"another reader": {"own.yaml", "duration: 5s", "duration: 6s", program("v2", "v1"), []string{"scenario   it was changed, or this program reads it otherwise\n"}},
	} {
		dir, _ := swept(t, "")
		file := filepath.Join(dir, c.file)
		write(t, file, strings.ReplaceAll(read(t, file), c.old, c.new))
		index := read(t, filepath.Join(dir, results.IndexFile))
		said, err := (Job{Dir: dir, All: true, Program: c.program}).verify(t)
		if !errors.Is(err, ErrDiffers) {
			t.Errorf("%s: %v", name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: the output is\n%s\nwant %s", name, said, want)
			}
		}
		if read(t, filepath.Join(dir, results.IndexFile)) != index {
			t.Errorf("%s: a program that differs was recorded", name)
		}
	}
}

// Runs of another program that nobody has changed differ by the program: it is said what that
// means and what to do, and that traces of sampled components have another form.
func TestRunsOfAnotherProgramSayWhatToDo(t *testing.T) {
	const (
		other   = "are of another build of bellwether, which may compute other results"
		sampled = "(trace format 1). This one records each change (trace format 2), so no trace hash can be the same. Go on with the program that made them"
		form    = "in another form; transmissions and deliveries are the same\n"
	)
	for name, c := range map[string]struct {
		change    func(*results.Line)
		program   build.Program
		has, lack []string
	}{
		"another program":  {func(l *results.Line) { l.TraceSHA256 = "0" + l.TraceSHA256[1:] }, program("v2", "v1"), []string{other}, []string{sampled, form}},
		"the same program": {func(l *results.Line) { l.TraceSHA256 = "0" + l.TraceSHA256[1:] }, program("v1", "v1"), nil, []string{other, sampled, form}},
		"sampled":          {func(l *results.Line) { l.TraceSHA256, l.Truth = "0"+l.TraceSHA256[1:], nil }, program("v2", "v1"), []string{sampled, form}, []string{other}},
		"sampled, other counts": {func(l *results.Line) {
			l.TraceSHA256, l.Truth, l.Deliveries = "0"+l.TraceSHA256[1:], nil, l.Deliveries+1
		}, program("v2", "v1"), []string{sampled, "in another form; deliveries was "}, []string{form}},
	} {
		dir, _ := swept(t, "")
		file := filepath.Join(dir, results.SweepLines)
		stored, err := results.Load(dir, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for i := range stored.Lines {
			c.change(&stored.Lines[i])
			line, err := stored.Lines[i].Encode()
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(line)
		}
		write(t, file, lines.String())
		said, err := (Job{Dir: dir, All: true, Program: c.program}).verify(t)
		if !errors.Is(err, ErrDiffers) {
			t.Errorf("%s: %v", name, err)
		}
		again := "make all runs again with this one: bellwether sweep " + filepath.Join(dir, results.PlanFile) + " --out ANOTHER\n"
		if strings.Contains(said, again) != (c.has != nil) {
			t.Errorf("%s: it says\n%s", name, said)
		}
		for _, want := range c.has {
			if !strings.Contains(said, want) {
				t.Errorf("%s: it says\n%s\nwant %s", name, said, want)
			}
		}
		for _, not := range c.lack {
			if strings.Contains(said, not) {
				t.Errorf("%s: it says\n%s\nnot %s", name, said, not)
			}
		}
	}
}

// A changed line is found by its hash, whether or not it is in the sample.
func TestAChangedLineIsAlwaysVerified(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"deliveries":`, `"deliveries":1`, "deliveries was 1"},
		{`"schema":2,`, `"schema": 2,`, "which is what the run gives"},
	} {
		dir, _ := swept(t, "")
		file := filepath.Join(dir, results.SweepLines)
		lines := strings.SplitAfter(read(t, file), "\n")
		for i := range lines[:2] {
			changed := slices.Clone(lines)
			changed[i] = strings.Replace(lines[i], c.old, c.new, 1)
			write(t, file, strings.Join(changed, ""))
			said, err := (Job{Dir: dir, Sample: 1}).verify(t)
			if !errors.Is(err, ErrDiffers) || !strings.Contains(said, "1 differ\n") || !strings.Contains(said, c.want) {
				t.Errorf("line %d: %v: %s", i+1, err, said)
			}
		}
	}
}

// Another program may add runs only after a sample, which is recorded. Another processor
// may do so without a sample if results do not depend on it.
func TestAnotherProgramAddsRunsAfterASample(t *testing.T) {
	const bound = "energy: {profile: wifi-ns3, battery: {model: rakhmatov, min: 300, max: 1200}}\n"
	dir, plan := swept(t, bound)
	write(t, plan, strings.Replace(read(t, plan), "runs: 3", "runs: 4", 1))
	for _, other := range []build.Program{program("v2", "v1"), program("v1", "v3")} {
		err := sweeping(plan, dir, other)
		if err == nil || !strings.Contains(err.Error(), `see with "bellwether verify `+dir+`" whether this one gives the same and may go on`) {
			t.Errorf("%v, without a sample: %v", other, err)
		}
	}
	if err := sweeping(plan, dir, program("v1", "v3")); err == nil || !strings.Contains(err.Error(),
		"was begun on linux/amd64 v1, this is linux/amd64 v3, and a battery of model rakhmatov sums what exp gives") {
		t.Errorf("another processor: %v", err)
	}
	said, err := (Job{Dir: dir, Sample: 2, Program: program("v2", "v1")}).verify(t)
	if err != nil || !strings.Contains(said, "bellwether v2, go9 on linux/amd64 v1 may add runs from now on: index.json says so") {
		t.Errorf("%q, %v", said, err)
	}
	if index := read(t, filepath.Join(dir, results.IndexFile)); !strings.Contains(strings.Join(strings.Fields(index), ""), `"verified":{"runs":2,"of":12,"seed":1}`) {
		t.Errorf("the index is %s", index)
	}
	if said, err := (Job{Dir: dir, Sample: 2, Program: program("v2", "v1")}).verify(t); err != nil || strings.Contains(said, "may add") {
		t.Errorf("a second time: %q, %v", said, err)
	}
	if err := sweeping(plan, dir, program("v2", "v1")); err != nil {
		t.Fatal(err)
	}
	lines := read(t, filepath.Join(dir, results.SweepLines))
	if strings.Count(lines, `"build":"v1, go9"`) != 12 || strings.Count(lines, `"build":"v2, go9"`) != 4 {
		t.Errorf("the lines are\n%s", lines)
	}

	dir, plan = swept(t, "")
	write(t, plan, strings.Replace(read(t, plan), "runs: 3", "runs: 4", 1))
	if err := sweeping(plan, dir, program("v1", "v3")); err != nil {
		t.Errorf("another processor, on which no result depends: %v", err)
	}
	if index := read(t, filepath.Join(dir, results.IndexFile)); !strings.Contains(index, `"level": "v3"`) {
		t.Errorf("it is not recorded: %s", index)
	}
}

func TestInterruptedVerification(t *testing.T) {
	dir, _ := swept(t, "")
	ctx, stop := context.WithCancel(context.Background())
	var out strings.Builder
	j := Job{Dir: dir, All: true, Sample: 1, Jobs: 1, Program: program("v2", "v1"), Stdout: &out, Warn: func(string) {},
		Progress: func(p campaign.Progress) {
			if p.Done == 2 {
				stop()
			}
		}}
	err := j.Do(ctx)
	if !errors.Is(err, campaign.ErrInterrupted) || errors.Is(err, ErrDiffers) || !strings.Contains(out.String(), "of 12 runs made again") {
		t.Errorf("%q, %v", out.String(), err)
	}
	if strings.Contains(out.String(), "may add") {
		t.Error("an interrupted sample was recorded")
	}
}

func TestFormerResultsCannotBeVerified(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "scenario.yaml"), "nodes: 4\n")
	write(t, filepath.Join(dir, results.RunLines), `{"scenario":"x","label":"a","version":"v0"}`+"\n")
	if _, err := (Job{Dir: dir}).verify(t); err == nil || !strings.Contains(err.Error(), "is of an earlier bellwether") {
		t.Error(err)
	}
}

// formerly replaces the lines of a directory by lines of a program that has other hashes for
// scenarios, because it does not know a key or has another default.
func formerly(t *testing.T, file string) {
	t.Helper()
	lines, _, _, err := results.Read(strings.NewReader(read(t, file)), file)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for i := range lines {
		l := &lines[i]
		l.ScenarioSHA256 = "0" + l.ScenarioSHA256[1:]
		l.ID = l.Task().ID()
		text, err := l.Encode()
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	write(t, file, all.String())
}

// A program that has another hash for the scenario, since it knows other keys or defaults,
// is refused with what to do, and may add runs after a sample. Then the first program may
// add runs, too.
func TestProgramsWithOtherHashesOfScenarios(t *testing.T) {
	v1, v2 := program("v1", "v1"), program("v2", "v1")
	dir, plan := swept(t, "")
	lines := filepath.Join(dir, results.SweepLines)
	formerly(t, lines)
	write(t, plan, strings.Replace(read(t, plan), "runs: 3", "runs: 4", 1))
	err := sweeping(plan, dir, v2)
	if err == nil || !strings.Contains(err.Error(), `if you have changed nothing, go on with that one, or see with "bellwether verify `+dir) {
		t.Errorf("before a sample: %v", err)
	}
	said, err := (Job{Dir: dir, Sample: 2, Program: v2}).verify(t)
	if err != nil || !strings.Contains(said, "other hashes of them, with the same results") || !strings.Contains(said, "v2, go9 on linux/amd64 v1 may add runs") {
		t.Fatalf("%q, %v", said, err)
	}
	if err := sweeping(plan, dir, v2); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(read(t, lines), "\n"); n != 16 {
		t.Errorf("%d lines", n)
	}
	if said, err := (Job{Dir: dir, All: true, Program: v2}).verify(t); err != nil || said != "plan: 16 of 16 runs made again: all give what is kept\n" {
		t.Errorf("%q, %v", said, err)
	}
	stand, err := sweep.Look(context.Background(), dir, nil)
	if err != nil || len(stand.Missing) > 0 || strings.Contains(strings.Join(stand.Warnings, "\n"), "changed") || stand.Asked != 16 {
		t.Errorf("%d missing of %d, %q, %v", len(stand.Missing), stand.Asked, stand.Warnings, err)
	}
	// The first program has the old hash, and needs no sample.
	write(t, plan, strings.Replace(read(t, plan), "runs: 4", "runs: 5", 1))
	if err := sweeping(plan, dir, v1); err != nil {
		t.Error(err)
	}

	dir, _ = swept(t, "")
	formerly(t, filepath.Join(dir, results.SweepLines))
	if said, err := (Job{Dir: dir, Sample: 2, Program: v1}).verify(t); !errors.Is(err, ErrDiffers) || !strings.Contains(said, "scenario   it was changed\n") {
		t.Errorf("the same program: %q, %v", said, err)
	}
}
