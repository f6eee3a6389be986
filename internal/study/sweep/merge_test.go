package sweep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// stopping is a plan whose points have different numbers of runs, several rounds each.
var stopping = strings.Replace(small, "runs: 4", "stop: {metric: messages_per_node_s, half_width: 6%, min: 3, max: 14}", 1)

// file returns the lines of a directory as they stand there.
func (d *desk) file(out string) []byte {
	d.t.Helper()
	data, err := os.ReadFile(d.path(out + "/" + results.SweepLines))
	if err != nil {
		d.t.Fatal(err)
	}
	return data
}

func (d *desk) merge(out string, dirs ...string) *Merged {
	d.t.Helper()
	m := &Merge{Out: d.path(out), Warn: func(s string) { d.said = append(d.said, s) }}
	for _, dir := range dirs {
		m.Dirs = append(m.Dirs, d.path(dir))
	}
	merged, err := m.Do(context.Background())
	if err != nil {
		d.t.Fatal(err)
	}
	return merged
}

// A round says what goes wrong, given its number from 1 and the number of the shard: true
// means that the shard is not made at all; else the number of runs after which it is cut.
type round struct {
	absent func(round, shard int) bool
	cut    func(round, shard int) int // runs; 0: not
	twice  bool                       // each shard is made twice, and merged twice
}

// rounds makes a plan in n shards, until the merged directory lacks nothing, and returns how many
// rounds that took.
func (d *desk) rounds(n int, r round) int {
	d.t.Helper()
	for number := 1; number < 30; number++ {
		var dirs []string
		for i := 1; i <= n; i++ {
			dir := fmt.Sprintf("part-%d", i)
			if r.absent == nil || !r.absent(number, i) {
				d.shard(dir, tasks.Shard{I: i, N: n}, number, r)
			}
			if _, err := os.Stat(d.path(dir)); err == nil {
				dirs = append(dirs, dir)
			}
		}
		if r.twice {
			dirs = append(dirs, dirs...)
		}
		if merged := d.merge("all", dirs...); merged.Missing == 0 {
			return number
		}
	}
	d.t.Fatalf("%d shards: the rounds do not end", n)
	return 0
}

func (d *desk) shard(dir string, s tasks.Shard, number int, r round) {
	d.t.Helper()
	for range map[bool]int{false: 1, true: 2}[r.twice] {
		j := d.job(dir)
		j.Shard = s
		if number > 1 {
			j.Plan = d.path("all")
		}
		ctx, stop := context.WithCancel(context.Background())
		if r.cut != nil && r.cut(number, s.I) > 0 {
			j.Jobs = 1
			left := r.cut(number, s.I)
			j.one = func(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
				if left--; left < 0 {
					stop()
				}
				return campaign.One(ctx, s, e, seed, nil)
			}
		}
		err := j.Do(ctx)
		stop()
		if err != nil && !errors.Is(err, campaign.ErrInterrupted) {
			d.t.Fatal(err)
		}
	}
}

// For any distribution of a plan over shards, and any faults in them, the merged file equals
// the file of one process with one job, byte for byte.
func TestShardsInRoundsGiveTheFileOfOneJob(t *testing.T) {
	if testing.Short() {
		t.Skip("a plan is made many times")
	}
	// With the last one all points go on in each round.
	together := strings.Replace(stopping, "6%, min: 3, max: 14", "0.1%, min: 2, max: 5", 1)
	for name, plan := range map[string]string{"fixed": small, "stopping": stopping, "together": together} {
		first := newDesk(t, plan)
		one := first.job("one")
		one.Jobs = 1
		first.do(one)
		want := first.file("one")
		for _, c := range []struct {
			name string
			n    int
			round
			plans string
		}{
			{"two", 2, round{}, "stopping together"},
			{"three", 3, round{}, "stopping"},
			{"seven", 7, round{}, "fixed stopping together"},
			{"more than runs", 40, round{}, "fixed"}, // rounds of 40 shards take their time
			{"one is missing at first", 3, round{absent: func(round, shard int) bool { return round == 1 && shard == 2 }}, "fixed stopping"},
			{"one is missing later", 3, round{absent: func(round, shard int) bool { return round == 2 && shard == 1 }}, "stopping together"},
			{"one is cut each time", 3, round{cut: func(round, shard int) int { return map[bool]int{true: 1 + round}[shard == 3 && round < 4] }}, "fixed stopping together"},
			{"twice", 3, round{twice: true}, "fixed stopping"},
		} {
			if !strings.Contains(c.plans, name) || !sample.Whole() && !strings.HasPrefix(c.plans, name) {
				continue // go test makes each distribution of one plan
			}
			d := newDesk(t, plan)
			took := d.rounds(c.n, c.round)
			if !bytes.Equal(d.file("all"), want) {
				t.Errorf("%s, %s: after %d rounds the file is another one", name, c.name, took)
			}
			if name != "fixed" && took < 2 {
				t.Errorf("%s: one round was enough: the test shows nothing", c.name)
			}
		}
	}
}

// A directory that was made by several jobs has its lines in another order. Merged alone, it is
// the file of one job.
func TestMergingOneDirectorySortsIt(t *testing.T) {
	d := newDesk(t, small)
	one, four := d.job("one"), d.job("four")
	one.Jobs, four.Jobs = 1, 4
	d.do(one)
	d.do(four)
	d.merge("sorted", "four")
	if !bytes.Equal(d.file("sorted"), d.file("one")) {
		t.Error("the lines are not in the order of the plan")
	}
	if merged := d.merge("sorted", "one", "four", "sorted"); merged.Added != 0 || merged.Twice != 24 {
		t.Errorf("merged again: %+v", merged)
	}
	// A merged directory can be continued like any directory.
	j := d.job("sorted")
	made := counting(j)
	d.do(j)
	if *made != 0 {
		t.Errorf("%d runs are made again", *made)
	}
}

// A merge into the directory of a shard is refused: users would take the directory for the
// shard, and lose all runs.
func TestAShardGetsNoOtherRuns(t *testing.T) {
	d := newDesk(t, small)
	for i := 1; i <= 2; i++ {
		j := d.job(fmt.Sprintf("part-%d", i))
		j.Shard = tasks.Shard{I: i, N: 2}
		d.do(j)
	}
	m := &Merge{Dirs: []string{d.path("part-1"), d.path("part-2")}, Out: d.path("part-1"), Warn: func(string) {}}
	if _, err := m.Do(context.Background()); err == nil || !strings.Contains(err.Error(), "is shard 1/2 of the sweep") {
		t.Errorf("merged into a shard: %v", err)
	}
}

// Plans are compared before results, in any order of directories, so different plans never
// look like contradicting results.
func TestMergeComparesPlansFirst(t *testing.T) {
	d := newDesk(t, small)
	begin := func(dir, old, new string) {
		d.write("plan.yaml", strings.Replace(strings.Replace(small, old, new, 1), "runs: 4", "runs: 2", 1))
		j := d.job(dir)
		j.Jobs = 1
		d.do(j)
	}
	begin("small", "name: small", "name: small")
	begin("other", "name: small", "name: other")
	begin("set", "15s", "14s")
	begin("more", "[6, 9, 12]", "[6, 7, 9, 12]")
	begin("less", "[6, 9, 12]", "[6]")
	begin("seven", "[6, 9, 12]", "[7]")
	begin("rows", "[vasudevan, flood-max]", "[vasudevan, bully]")
	begin("axis", "nodes: [6, 9, 12]", "radio.range: [80]")
	begin("stops", "runs: 4", "stop: {metric: messages_per_node_s, half_width: 90%, min: 2, max: 2}")
	for _, c := range []struct{ dirs, want string }{
		{"small other", "runs of two plans are not put together"},
		{"small set", "what is set over it, differs"},
		{"less seven", "has no point nodes"},
		{"small rows", "has no row"},
		{"small axis", "axis 1 is"},
		{"small stops", "their stop differs"},
		{"small more", ""},
		{"less seven more", ""},
	} {
		dirs := strings.Fields(c.dirs)
		for range len(dirs) {
			dirs = append(dirs[1:], dirs[0])
			out := "out-" + strings.Join(dirs, "-")
			m := &Merge{Out: d.path(out), Warn: func(string) {}}
			for _, dir := range dirs {
				m.Dirs = append(m.Dirs, d.path(dir))
			}
			merged, err := m.Do(context.Background())
			switch {
			case c.want == "" && (err != nil || merged.Missing != 0 || !bytes.Equal(d.file(out), d.file("more"))):
				t.Errorf("%v: %+v, %v", dirs, merged, err)
			case c.want != "" && (err == nil || errors.Is(err, ErrDiffers) || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v: %v, want %q", dirs, err, c.want)
			}
		}
	}
	m := &Merge{Dirs: []string{d.path("other")}, Out: d.path("small"), Warn: func(string) {}}
	if _, err := m.Do(context.Background()); err == nil || errors.Is(err, ErrDiffers) {
		t.Errorf("into the directory of another plan: %v", err)
	}
}

// A directory that is named twice counts once.
func TestMergeOfADirectoryNamedAgain(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("one"))
	d.copy("one", "copy")
	d.copy("one", "second")
	if merged := d.merge("all", "one", "one", "./one"); merged.Runs != 24 || merged.Twice != 0 {
		t.Errorf("named again: %+v", merged)
	}
	if merged := d.merge("all", "one", "copy", "second"); merged.Twice != 24 {
		t.Errorf("in three directories: %+v", merged)
	}
}
