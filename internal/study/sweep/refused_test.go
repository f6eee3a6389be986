package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/base/memory"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
)

// A job that is refused after its directory was read changes nothing in it, though it asks for
// more runs than its plan as run has. If the directory is new, it is gone.
func TestARefusedJobChangesNothing(t *testing.T) {
	const own = "scenario: own.yaml\nalgorithms: [vasudevan]\nruns: 2\n"
	for name, c := range map[string]struct {
		refuse func(*Job)
		want   string
	}{
		"memory": {func(j *Job) {
			j.Free = func() (memory.Amount, bool) { return memory.Amount{Bytes: 1, By: "is free"}, true }
		}, "is free"},
		"no engine": {func(j *Job) {
			j.Engine = func(context.Context) (tasks.Engine, error) { return nil, errors.New("no queue answers") }
		}, "no queue answers"},
		"another program": {func(j *Job) { j.Program = version("v2") }, "was begun with bellwether v1"},
		"large files":     {func(j *Job) { j.mostCopied = 10 }, "copies of at most 10"},
	} {
		d := newDesk(t, own)
		d.write("own.yaml", "schema: 2\nduration: 5s\nwarmup: 1s\nmobility: {model: trace, file: a.ns_movements}\n")
		d.write("a.ns_movements", "$node_(0) set X_ 10\n$node_(0) set Y_ 10\n$node_(1) set X_ 60\n$node_(1) set Y_ 10\n")
		d.do(d.job("out"))
		d.write("plan.yaml", strings.Replace(own, "runs: 2", "runs: 3", 1))
		if err := os.Remove(d.path("out/a.ns_movements")); err != nil { // a job that goes on would write it again
			t.Fatal(err)
		}
		d.write("out/.plan.yaml.7.part", "of a process that was killed")
		for _, out := range []string{"out", "new/below"} {
			if name == "another program" && out != "out" {
				continue // it may begin a directory
			}
			before := listing(t, d.path(out))
			j := d.job(out)
			c.refuse(j)
			if err := j.Do(context.Background()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
			if after := listing(t, d.path(out)); after != before {
				t.Errorf("%s: %s was\n%s\nis\n%s", name, out, before, after)
			}
		}
		if _, err := os.Stat(d.path("new")); err == nil {
			t.Errorf("%s: a new directory is left", name)
		}
		d.do(d.job("out"))
		if n := len(d.lines("out")); n != 3 {
			t.Errorf("%s: afterwards %d runs are there", name, n)
		}
	}
}

// A merge that finds other results of a run has added no run.
func TestARefusedMergeChangesNothing(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("one"))
	lines := strings.SplitAfter(string(must(os.ReadFile(d.path("one/"+results.SweepLines)))), "\n")
	// The last run, changed; without its hash, as versions wrote it that had none.
	last := strings.Replace(hashed.ReplaceAllString(lines[23], ""), `"deliveries":`, `"deliveries":1`, 1)
	d.copy("one", "all")
	d.write("all/"+results.SweepLines, last)
	before := listing(t, d.path("all"))
	m := &Merge{Dirs: []string{d.path("one")}, Out: d.path("all"), Warn: func(string) {}}
	if _, err := m.Do(context.Background()); !errors.Is(err, ErrDiffers) {
		t.Errorf("it ends with %v", err)
	}
	if after := listing(t, d.path("all")); after != before {
		t.Errorf("%s was changed:\n%.300s", filepath.Base(d.path("all")), after)
	}
}
