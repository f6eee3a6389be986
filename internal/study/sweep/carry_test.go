package sweep

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
	"bellwether/internal/study/tasks/taskstest"
	"bellwether/scenarios"
)

// carried makes the runs of a job by their orders alone.
func (d *desk) carried(j *Job) *taskstest.Carried {
	d.t.Helper()
	other := &taskstest.Carried{T: d.t, Jobs: 3, Twice: 2, Handlers: map[tasks.Kind]tasks.Handler{
		tasks.Run: (&Carrier{Program: j.Program, Room: tasks.NewRoom(1 << 30)}).Handle,
	}}
	j.Engine = func(context.Context) (tasks.Engine, error) { return other, nil }
	return other
}

// Machines that have only orders make the same lines, for a plan in a file, for a program's
// own plan, and for files that a scenario names.
func TestOtherMachinesMakeTheSameLines(t *testing.T) {
	t.Run("a file", func(t *testing.T) {
		d := newDesk(t, small)
		d.do(d.job("here"))
		far := d.job("far")
		other := d.carried(far)
		d.do(far)
		if !slices.Equal(d.lines("far"), d.lines("here")) || other.Done() != 24 {
			t.Errorf("other lines, %d carried", other.Done())
		}
	})
	t.Run("the program's own", func(t *testing.T) {
		d := newDesk(t, small)
		make := func(out string) *Job {
			j := d.job(out)
			j.Given = given(t, d.path(out+"/plan.yaml"))
			return j
		}
		d.do(make("here"))
		far := make("far")
		d.carried(far)
		d.do(far)
		if !slices.Equal(d.lines("far"), d.lines("here")) {
			t.Error("other lines")
		}
	})
	t.Run("movement", func(t *testing.T) {
		d := newDesk(t, "{name: moved, scenario: ./mine.yaml, axes: {radio.range: [50, 90]}, algorithms: [vasudevan], runs: 2}")
		d.write("mine.yaml", "{duration: 15s, warmup: 2s, mobility: {model: trace, file: walk.ns_movements, format: ns2}}")
		d.write("walk.ns_movements", "$node_(0) set X_ 10.0\n$node_(0) set Y_ 10.0\n$node_(1) set X_ 60.0\n$node_(1) set Y_ 10.0\n$ns_ at 1.0 \"$node_(1) setdest 90.0 10.0 2.0\"\n")
		d.do(d.job("here"))
		far := d.job("far")
		d.carried(far)
		d.do(far)
		if !slices.Equal(d.lines("far"), d.lines("here")) {
			t.Error("other lines")
		}
	})
}

// Orders that are not of a run of this program are refused.
func TestFalseOrdersOfRunsAreRefused(t *testing.T) {
	p := given(t, "plan.yaml")
	points, err := p.Points(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	row := points[0].Scenario.Algorithms[0]
	id := func(seed uint64, build string) string {
		return results.Task{Digest: points[0].Digest, Row: row.Row(), Seed: seed, Build: build}.ID()
	}
	ours := version("v1")
	order, err := new(orders).order(p, &points[0], campaign.Row{Label: row.Label, Seed: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	do := func(id string, change func(spec string) string, room *tasks.Room) ([]byte, error) {
		c := &Carrier{Program: ours, Room: room}
		return c.Handle(t.Context(), id, json.RawMessage(change(string(order.Spec))), &taskstest.Contents{Dir: t.TempDir(), Of: order.Needs})
	}
	same := func(spec string) string { return spec }
	swap := func(a, b string) func(string) string {
		return func(spec string) string {
			if !strings.Contains(spec, a) {
				t.Fatalf("%s has no %s", spec, a)
			}
			return strings.Replace(spec, a, b, 1)
		}
	}
	if _, err := do(id(1, ours.Build.Name()), same, nil); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		id     string
		change func(string) string
		room   *tasks.Room
		want   string
	}{
		"another seed":       {id(2, ours.Build.Name()), same, nil, "the order is that of another run"},
		"another program":    {id(1, "v2"), same, nil, "the order is that of another run"},
		"an unknown row":     {id(1, ours.Build.Name()), swap(`"label":"`+row.Label, `"label":"quicksort`), nil, `no row "quicksort"`},
		"a file of its own":  {id(1, ours.Build.Name()), swap(`"label"`, `"files":[{"as":"a","sha256":"/etc/passwd"}],"label"`), nil, "no content"},
		"an unknown field":   {id(1, ours.Build.Name()), swap(`"label"`, `"shell":"","label"`), nil, "unknown field"},
		"too many nodes":     {id(1, ours.Build.Name()), swap(`["nodes","6"]`, `["nodes","99999999999"]`), nil, "nodes"},
		"more than a little": {id(1, ours.Build.Name()), same, tasks.NewRoom(1000), "not enough memory"},
	} {
		if _, err := do(c.id, c.change, c.room); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Shards of a program's own plan merge like shards of a plan in a file.
func TestShardsOfAPlanWithoutAFileMerge(t *testing.T) {
	d := newDesk(t, small)
	all := d.job("all")
	all.Given, all.Jobs = given(t, d.path("all/plan.yaml")), 1
	d.do(all)
	var dirs []string
	for i := range 3 {
		shard := tasks.Shard{I: i + 1, N: 3}
		part := d.job("part" + shard.String()[:1])
		part.Given, part.Shard = given(t, part.Dir+"/plan.yaml"), shard
		d.do(part)
		dirs = append(dirs, part.Dir)
	}
	merged, err := (&Merge{Dirs: dirs, Out: d.path("merged"), Warn: func(s string) { t.Log(s) }}).Do(t.Context())
	if err != nil || merged.Missing != 0 || merged.Added != 16 {
		t.Fatalf("%+v, %v", merged, err)
	}
	for _, name := range []string{results.SweepLines, results.PlanFile, "mine.yaml"} {
		want, err := os.ReadFile(d.path("all/" + name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(d.path("merged/" + name))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s differs: %v\n%s\n%s", name, err, got, want)
		}
	}
	if _, err := plan.Load(d.path("merged/" + results.PlanFile)); err != nil {
		t.Error(err)
	}
}

// Each built-in scenario arrives unchanged at another machine, with all files that it names.
func TestBuiltInScenariosTravel(t *testing.T) {
	for _, name := range scenarios.Builtin() {
		p, err := plan.Read(filepath.Join(t.TempDir(), "plan.yaml"), []byte("name: travels\nscenario: "+name+"\nset: {radio.range: 77}\nruns: 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		points, err := p.Points(t.Context())
		if err != nil { // not every radio has a range
			p, _ = plan.Read(filepath.Join(t.TempDir(), "plan.yaml"), []byte("name: travels\nscenario: "+name+"\nruns: 1\n"))
			if points, err = p.Points(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		order, err := new(orders).order(p, &points[0], campaign.Row{Label: "x", Seed: 1}, 0)
		if err != nil {
			t.Fatal(err)
		}
		var spec runSpec
		if err := json.Unmarshal(order.Spec, &spec); err != nil {
			t.Fatal(err)
		}
		there, err := spec.Load(&taskstest.Contents{Dir: t.TempDir(), Of: order.Needs}, (*registry.Registry)(nil).Options())
		if err != nil || there.Digest() != points[0].Digest {
			t.Errorf("%s: %v", name, err)
		}
	}
}
