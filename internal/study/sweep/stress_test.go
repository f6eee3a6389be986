package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/plan"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// walkers is a small world that shares its medium, with a margin, and a row that routes.
const walkers = `
schema: 2
name: walkers
nodes: 6
duration: 20s
warmup: 2s
runs: 12
world: {width: 200, height: 200}
mobility: {model: random-waypoint, speed: {min: 1, max: 5}}
radio: {model: unit-disk, range: 120, access: {model: csma, lifetime: 300ms}}
energy: {profile: none}
capability: {connectivity: 1, hysteresis: 0.2, incumbent: 0.1}
algorithms: [vasudevan, bully, omega]
faults: [{at: 8s, crash: best}]
`

// turned returns the plan of a stress of a scenario's text, changed by flags.
func turned(t *testing.T, text string, flags ...string) (*plan.Plan, error) {
	t.Helper()
	d := newDesk(t, "")
	d.write("world.yaml", text)
	s := Stress{Job: Job{Warn: func(string) {}}, Scenario: d.path("world.yaml")}
	for _, flag := range flags {
		path, value, _ := strings.Cut(flag, "=")
		s.Load.Set = append(s.Load.Set, scenarios.Assign(path, value))
	}
	_, p, err := s.plan()
	return p, err
}

// without returns the world with a text in place of another.
func without(old, new string) string { return strings.Replace(walkers, old, new, 1) }

// Each assumption is an axis if the scenario bears its opposite, else it is left out with the
// reason. The runs are the fewest that can tell rows apart.
func TestAssumptionsAreTurnedRound(t *testing.T) {
	for _, c := range []struct {
		name, text string
		flags      []string
		axes       string // its values, without the words of what they set
		leftOut    string
		runs       int
	}{
		{"all", walkers, nil, "medium: contended ideal; margin: with without; routes: oracle aodv olsr", "", 10},
		{"runs are given", walkers, []string{"runs=3"}, "medium: contended ideal; margin: with without; routes: oracle aodv olsr", "", 3},
		{"no margin", walkers, []string{"capability.hysteresis=0", "capability.incumbent=0"}, "medium: contended ideal; margin: none tenth; routes: oracle aodv olsr", "", 10},
		{"fixed values have no bonus", without("{connectivity: 1, hysteresis: 0.2, incumbent: 0.1}", "{values: [6, 5, 4, 3, 2, 1]}"), nil,
			"medium: contended ideal; margin: none tenth; routes: oracle aodv olsr", "", 10},
		{"no row routes", walkers, []string{"algorithms=[vasudevan, flood-max]"}, "medium: contended ideal; margin: with without", "no row sends along routes", 9},
		{"no row routes that is judged", walkers, []string{"algorithms=[vasudevan, flood-max, omega]"}, "medium: contended ideal; margin: with without", "no row sends along routes", 9},
		{"rows of another goal", walkers, []string{"algorithms=[omega, {name: omega, label: other}]"}, "medium: contended ideal; margin: with without; routes: oracle aodv olsr", "", 10},
		{"an ideal medium", without(", access: {model: csma, lifetime: 300ms}", ""), nil, "medium: ideal contended; margin: with without; routes: oracle aodv olsr", "", 10},
		{"olsr", walkers + "routing: {service: olsr, jitter: 200ms}\n", nil, "medium: contended ideal; margin: with without; routes: olsr oracle aodv", "", 10},
		{"a graph", without("{model: unit-disk, range: 120, access: {model: csma, lifetime: 300ms}}", "{model: graph, topology: ring}"),
			[]string{"mobility={model: static}"}, "margin: with without; routes: oracle aodv olsr", "no rule says which frames collide", 9},
		{"a flag of the medium", walkers, []string{"radio.access={model: csma, cw_min: 15}", "radio.access.cw_max=63"},
			"medium: contended ideal; margin: with without; routes: oracle aodv olsr", "", 10},
		{"flags of all", walkers, []string{"radio.access.model=csma", "capability.hysteresis=0.3", "capability.incumbent=0.2", "routing.service=aodv", "nodes=5", "nodes=6"},
			"medium: contended ideal; margin: with without; routes: aodv oracle olsr", "", 10},
	} {
		p, err := turned(t, c.text, c.flags...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var axes []string
		for _, a := range p.Axes {
			axes = append(axes, a.Path+": "+strings.Join(a.Values, " "))
		}
		if got := strings.Join(axes, "; "); got != c.axes || p.Runs != c.runs {
			t.Errorf("%s: the axes are %q and the runs %d, want %q and %d", c.name, got, p.Runs, c.axes, c.runs)
		}
		if got := strings.Join(p.Stress.LeftOut, "; "); !strings.Contains(got, c.leftOut) || (got == "") != (c.leftOut == "") {
			t.Errorf("%s: left out is %q, want %q", c.name, got, c.leftOut)
		}
		firstCornerIsTheScenario(t, c.name, c.text, p, c.flags)
	}
}

// firstCornerIsTheScenario holds the first corner to the scenario with the same flags and the standard
// of the plan, and each corner to be another scenario.
func firstCornerIsTheScenario(t *testing.T, name, text string, p *plan.Plan, flags []string) {
	t.Helper()
	points, err := p.Points(t.Context())
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	var o scenarios.Options
	for _, flag := range flags {
		path, value, _ := strings.Cut(flag, "=")
		o.Set = append(o.Set, scenarios.Assign(path, value))
	}
	for _, set := range p.Set {
		if set.Path == "measure.tolerance" {
			o.Set = append(o.Set, scenarios.Assign(set.Path, set.Value))
		}
	}
	as, err := scenarios.Read("world.yaml", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	if points[0].Digest != as.Digest() {
		t.Errorf("%s: the first corner is not the scenario:\n%s\n%s", name, points[0].Scenario.YAML(), as.YAML())
	}
}

// A stress that could say nothing is refused.
func TestStressesThatSayNothingAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"one row":         {without("[vasudevan, bully, omega]", "[vasudevan]"), "fewer than two elect the best node"},
		"one that elects": {without("[vasudevan, bully, omega]", "[vasudevan, omega]"), "fewer than two elect the best node"},
		"a fault":         {without("range: 120", "range: -1"), "radio.range"},
	} {
		if _, err := turned(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// stressed returns a stress of the walkers into a directory, "" for none.
func stressed(d *desk, out, format string) (*Stress, *bytes.Buffer) {
	d.write("world.yaml", walkers)
	var b bytes.Buffer
	d.said = nil
	s := &Stress{Scenario: d.path("world.yaml"), Format: format, Table: Table{Stdout: &b, Version: "bellwether v1"},
		Job: Job{Jobs: 2, Program: version("v1"), Warn: func(text string) { d.said = append(d.said, text) }}}
	if out != "" {
		s.Job.Dir = d.path(out)
	}
	s.Load.Set = []scenarios.Override{scenarios.Set("runs", "runs", "2"), scenarios.Set("duration", "duration", "10s")}
	return s, &b
}

// A stress that is stopped prints what is finished. The same command goes on, ends with the table
// of an undisturbed one, and the table of the directory is the same. Rows that do not route
// have the same runs under both routes, as the table says.
func TestStressesGoOnAndAreTabled(t *testing.T) {
	d := newDesk(t, "")
	whole, want := stressed(d, "", "text")
	if err := whole.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"contended\twith   \toracle\t", "ideal    \twithout\taodv  \t", "2 runs are too few", "routes do not touch the rows that send along no route: vasudevan; their runs are the same there, and made once", "other goals: omega",
		"run can say otherwise of it, since here the tests of 12 corners are corrected together, and one standard judges all",
		"The same again, with bellwether v1: bellwether run " + d.path("world.yaml") + " --duration 10s --seed 1 --runs 2 --stress\n"} {
		if !strings.Contains(want.String(), words) {
			t.Errorf("the table lacks %q:\n%s", words, want)
		}
	}
	if said := strings.Join(d.said, "\n"); !strings.Contains(said, "12 corners × 3 rows × 2 seeds") || !strings.Contains(said, "--runs 2 is too few to tell any rows apart at 12 corners: it takes 10") {
		t.Errorf("beforehand it says %q", said)
	}
	ctx, stop := context.WithCancel(t.Context())
	cut, part := stressed(d, "out", "text")
	made := 0
	cut.Job.Jobs, cut.Job.one = 1, func(ctx context.Context, s *scenarios.Scenario, e scenarios.Entry, seed uint64) (measure.RunResult, *campaign.Failure) {
		if made++; made > 10 {
			stop()
		}
		return campaign.One(ctx, s, e, seed, nil)
	}
	if err := cut.Do(ctx); !errors.Is(err, campaign.ErrInterrupted) || !strings.Contains(part.String(), " of 72 runs") {
		t.Fatalf("%v, and it prints\n%s", err, part)
	}
	again, got := stressed(d, "out", "text")
	if err := again.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	var tabled bytes.Buffer
	table := Table{Dir: d.path("out"), Format: "text", Stdout: &tabled, Version: "bellwether v1", Warn: func(string) {}}
	if err := table.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() || tabled.String() != want.String() {
		t.Errorf("undisturbed it prints\n%s\ncontinued\n%s\nand table\n%s", want, got, &tabled)
	}
	_, stored, err := Stored(d.path("out"), nil, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	routes := map[string][]string{} // hashes of one run under all routes
	for _, l := range stored.Lines {
		at := fmt.Sprint(l.Label, l.Seed, l.Axes.Values()[:2])
		routes[at] = append(routes[at], l.TraceSHA256)
	}
	for at, hashes := range routes {
		if touched := !strings.HasPrefix(at, "vasudevan"); (hashes[0] != hashes[1]) != touched {
			t.Errorf("%s: routes touch its runs: %v, want %v", at, !touched, touched)
		}
	}
}

// JSON has what was not tried, the verdict and every metric; CSV a row for each corner and row.
func TestStressesAreData(t *testing.T) {
	d := newDesk(t, "")
	s, text := stressed(d, "out", "json")
	if err := s.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	var told struct {
		Wanted, Missing int
		Stress          struct {
			LeftOut   []string `json:"left_out"`
			Untouched []string
		}
		Verdict struct {
			Axes  []string
			Tests int
			Cells []struct {
				At      []string
				Verdict struct{ Finding string }
			} `json:"points"`
		}
		Cells []struct{ Axes map[string]string }
	}
	if err := json.Unmarshal(text.Bytes(), &told); err != nil {
		t.Fatal(err)
	}
	v := told.Verdict
	if told.Wanted != 72 || told.Missing != 0 || len(told.Stress.LeftOut) > 0 || !slices.Equal(told.Stress.Untouched, []string{"vasudevan"}) ||
		!slices.Equal(v.Axes, []string{"medium", "margin", "routes"}) || v.Tests != 24 || len(v.Cells) != 12 || v.Cells[11].Verdict.Finding != "too-few-runs" || len(told.Cells) < 12*3*20 {
		t.Errorf("JSON has %+v", told)
	}
	var tabled bytes.Buffer
	table := Table{Dir: d.path("out"), Format: "csv", Stdout: &tabled, Warn: func(string) {}}
	if err := table.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(tabled.String()), "\n")
	if len(lines) != 1+12*3 || lines[0] != "medium,margin,routes,label,standing,badly_led_fraction,transmissions_per_node_s,runs,finding" {
		t.Errorf("CSV has %d lines:\n%s", len(lines), &tabled)
	}
}

// The verdict of a sweep does not depend on the points that are shown.
func TestVerdictsAreOfTheWholeSweep(t *testing.T) {
	d := newDesk(t, small)
	d.do(d.job("out"))
	verdicts := map[string]bool{}
	for _, where := range [][]string{nil, {"nodes=6"}, {"nodes=12"}} {
		p, stored, err := Stored(d.path("out"), nil, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		table := Table{Dir: d.path("out"), Format: "text", Where: where, Warn: func(string) {}}
		cross, err := table.Cross(p, stored.Lines)
		if err != nil {
			t.Fatal(err)
		}
		if len(where) > 0 && len(cross.Points) != 1 || cross.Points[0].Report.Verdict.Tests != 6 {
			t.Errorf("%v: %d points, of %d tests", where, len(cross.Points), cross.Points[0].Report.Verdict.Tests)
		}
		text, err := json.Marshal(cross.Verdict)
		if err != nil {
			t.Fatal(err)
		}
		verdicts[string(text)] = true
	}
	if len(verdicts) != 1 {
		t.Errorf("--where changes the verdict: %v", verdicts)
	}
}
