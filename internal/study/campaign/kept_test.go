package campaign

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"bellwether/internal/base/build"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/results"
	"bellwether/scenarios"
)

// smallDisk is a file on a disk with room for a number of bytes.
type smallDisk struct {
	results.Appendable
	space int
}

func (d *smallDisk) Write(b []byte) (int, error) {
	n := min(len(b), d.space)
	d.space -= n
	if n < len(b) {
		d.Appendable.Write(b[:n])
		return n, &fs.PathError{Op: "write", Path: "runs", Err: syscall.ENOSPC}
	}
	return d.Appendable.Write(b)
}

// A full disk ends the campaign and leaves only whole lines; with space again it goes on.
func TestFullDiskLosesNothing(t *testing.T) {
	s := read(t, small)
	keeping := keeping{Dir: filepath.Join(t.TempDir(), "out"), Program: build.Program{Build: build.Build{Version: "v1"}}, Warn: func(string) {}}
	k, err := keeping.open(s)
	if err != nil || k.settle() != nil {
		t.Fatal(err)
	}
	k.dir.Through(func(a results.Appendable) results.Appendable { return &smallDisk{a, 10_000} })
	_, err = Run(context.Background(), s, Options{Jobs: 2, keep: k})
	if !errors.Is(err, results.ErrWrite) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the same command goes on from there") {
		t.Errorf("got %v", err)
	}
	if err := k.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(keeping.Dir, RunsFile))
	if err != nil || len(text) == 0 || len(text) > 10_000 || text[len(text)-1] != '\n' {
		t.Errorf("%d bytes are left, %v", len(text), err)
	}
	if k, err = keeping.open(s); err != nil || k.settle() != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n == 0 || len(k.lines) != n {
		t.Errorf("%d lines of %d are there", len(k.lines), n)
	}
	if out := run(t, s, Options{Jobs: 2, keep: k}); len(out.Runs) != 12 {
		t.Errorf("%d runs", len(out.Runs))
	}
	if err := k.close(); err != nil {
		t.Fatal(err)
	}
}

// A kept run is made again if its trace is to be written, and must be the same.
func TestKeptRunMadeAgainIsTheSame(t *testing.T) {
	s := read(t, small)
	dir := t.TempDir()
	keeping := keeping{Dir: filepath.Join(dir, "out"), Program: build.Program{Build: build.Build{Version: "v1"}}, Warn: func(string) {}}
	session := func(o Options) *Outcome {
		k, err := keeping.open(s)
		if err != nil || k.settle() != nil {
			t.Fatal(err)
		}
		defer k.close()
		o.Jobs, o.keep = 2, k
		return run(t, s, o)
	}
	session(Options{})
	file := filepath.Join(keeping.Dir, RunsFile)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	traces := TraceFiles(filepath.Join(dir, "t.ndjson"), false)
	if out := session(Options{TraceFile: traces}); len(out.Failures) > 0 || len(out.Runs) != 12 {
		t.Errorf("%d runs, %v", len(out.Runs), out.Failures)
	}
	if _, err := os.Stat(traces("small", "bully", 12)); err != nil {
		t.Error(err)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Error("lines were added")
	}
	former := regexp.MustCompile(`,"sha256":"[0-9a-f]{64}"`).ReplaceAllString(string(before), "") // of a version that wrote no hash
	changed := strings.Replace(former, `"deliveries":`, `"deliveries":1`, 1)
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := session(Options{TraceFile: traces}); len(out.Failures) != 1 || !errors.Is(out.Failures[0].Err, errDiffers) {
		t.Errorf("a changed line: %v", out.Failures)
	}
}

// The report of a directory does not depend on how many campaigns made its runs: warnings
// that come from the runs (a short warm-up, mute radios) consider all of them. A line does
// not depend on whether a trace was written as well.
func TestReportsDoNotDependOnSessions(t *testing.T) {
	for name, text := range map[string]string{"too short for bully": arriving, "radios could not send": quiet} {
		if testing.Short() && text == arriving {
			continue // 24 runs of five minutes
		}
		dir := t.TempDir()
		file := filepath.Join(dir, "world.yaml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		session := func(out, traces string) {
			job := Job{Scenarios: []string{file}, Format: table.FormatJSON, Stdout: io.Discard, Warn: func(string) {}, Options: Options{Jobs: 2},
				Out: filepath.Join(dir, out), Trace: traces, Program: build.Program{Build: build.Build{Version: "v1"}}}
			if err := job.Do(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		content := func(out, file string) string {
			text, err := os.ReadFile(filepath.Join(dir, out, file))
			if err != nil {
				t.Fatal(err)
			}
			lines := slices.DeleteFunc(strings.Split(string(text), "\n"), func(l string) bool { return strings.Contains(l, `"wall_s"`) })
			if file == RunsFile {
				slices.Sort(lines) // they are in the order in which runs ended
			}
			return strings.Join(lines, "\n")
		}
		session("whole", "")
		session("cut", filepath.Join(dir, "t.ndjson"))
		lines := strings.SplitAfter(content("cut", RunsFile), "\n")
		if err := os.WriteFile(filepath.Join(dir, "cut", RunsFile), []byte(strings.Join(lines[len(lines)-2:], "")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		session("cut", "")
		if table := content("whole", TableFile); !strings.Contains(table, name) {
			t.Errorf("%s is not in\n%s", name, table)
		}
		for _, file := range []string{RunsFile, TableFile, ResultsFile} {
			if got, want := content("cut", file), content("whole", file); got != want {
				t.Errorf("%s: %s of several sessions is\n%.3000s\nof one\n%.3000s", name, file, got, want)
			}
		}
	}
}

// A campaign can be continued with the scenario of its directory, also if the files that the
// scenario names were not copied.
func TestDirectoryGoesOnByItsScenario(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "far", "out")
	for name, text := range map[string]string{
		"a.ns_movements": "$node_(0) set X_ 10\n$node_(0) set Y_ 10\n$node_(1) set X_ 60\n$node_(1) set Y_ 10\n",
		"own.yaml":       "schema: 2\nduration: 5s\nwarmup: 1s\nruns: 1\nmobility: {model: trace, file: a.ns_movements}\nalgorithms: [bully]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for runs, file := range []string{filepath.Join(dir, "own.yaml"), filepath.Join(out, ScenarioFile)} {
		job := Job{Scenarios: []string{file}, Format: table.FormatJSON, Stdout: io.Discard, Warn: func(string) {}, Options: Options{Jobs: 2},
			Load: scenarios.Options{Set: []scenarios.Override{scenarios.Assign("runs", strconv.Itoa(runs+1))}},
			Out:  out, NoCopy: true, Program: build.Program{Build: build.Build{Version: "v1"}}}
		if err := job.Do(context.Background()); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(out, RunsFile)); err != nil || strings.Count(string(text), "\n") != runs+1 {
			t.Errorf("%d runs: %v\n%s", runs+1, err, text)
		}
	}
	// Another program may not add the runs that are asked of it, and changes no document.
	before, err := os.ReadFile(filepath.Join(out, ScenarioFile))
	if err != nil {
		t.Fatal(err)
	}
	job := Job{Scenarios: []string{filepath.Join(dir, "own.yaml")}, Format: table.FormatJSON, Stdout: io.Discard, Warn: func(string) {}, Options: Options{Jobs: 2},
		Load: scenarios.Options{Set: []scenarios.Override{scenarios.Assign("runs", "9")}},
		Out:  out, NoCopy: true, Program: build.Program{Build: build.Build{Version: "v2"}}}
	if err := job.Do(context.Background()); err == nil {
		t.Error("another program went on with the directory")
	}
	if after, err := os.ReadFile(filepath.Join(out, ScenarioFile)); err != nil || string(after) != string(before) {
		t.Errorf("refused, it wrote %s: %v\n%s", ScenarioFile, err, after)
	}
}
