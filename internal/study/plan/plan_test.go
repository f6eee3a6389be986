package plan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const sound = `
name: density
about: How many nodes?
scenario: ten-nodes
set: {duration: 5s, "algorithms[bully].label": b}
axes:
  radio.latency: {from: 1ms, to: 3ms, step: 1ms}
  capability.hysteresis: {from: 0, to: 0.3, step: 0.1}
algorithms: [vasudevan, {name: bully, params: {}}]
runs: 3
`

func read(t *testing.T, text string) *Plan {
	t.Helper()
	p, err := Read("dir/plan.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// 3 latencies and 4 margins give 12 points, the last axis varying fastest. Sums of tenths
// are exact, unlike 0.1 + 0.2 in binary.
func TestPointsAreAllCombinations(t *testing.T) {
	p := read(t, sound)
	points, err := p.Points(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, point := range points {
		at = append(at, strings.Join(point.At, "/"))
		s := point.Scenario
		if s.Radio.Latency.String() != point.At[0] || s.Duration.String() != "5s" || len(s.Algorithms) != 2 || s.Algorithms[1].Label != "b" {
			t.Errorf("%v: latency %v, duration %v, algorithms %v", point.At, s.Radio.Latency, s.Duration, s.Algorithms)
		}
	}
	if want := "1ms/0 1ms/0.1 1ms/0.2 1ms/0.3 2ms/0 2ms/0.1 2ms/0.2 2ms/0.3 3ms/0 3ms/0.1 3ms/0.2 3ms/0.3"; strings.Join(at, " ") != want {
		t.Errorf("points %v", at)
	}
	if got := points[5].Scenario.Capability.Hysteresis; got != 0.1 {
		t.Errorf("hysteresis %v", got)
	}
	if got := p.Describe(points[11].At); got != "radio.latency = 3ms, capability.hysteresis = 0.3" {
		t.Errorf("described as %s", got)
	}
}

// A named value may set several paths.
func TestNamedValuesSetSeveralPaths(t *testing.T) {
	p := read(t, named)
	points, err := p.Points(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, point := range points {
		s := point.Scenario
		at = append(at, fmt.Sprintf("%v: %v x %v, %d nodes, t_max %s", point.At, s.World.Width, s.World.Height, s.Nodes, s.Algorithms[1].Params["t_max"]))
	}
	want := []string{
		"[small 20]: 200 x 100, 20 nodes, t_max ", "[small 30]: 200 x 100, 30 nodes, t_max ",
		"[large 20]: 800 x 800, 20 nodes, t_max 2s", "[large 30]: 800 x 800, 30 nodes, t_max 2s",
	}
	if !reflect.DeepEqual(at, want) {
		t.Errorf("points\n%s", strings.Join(at, "\n"))
	}
	if got := p.Describe(points[3].At); got != "world = large, nodes = 30" {
		t.Errorf("described as %s", got)
	}
}

// A scenario may be given as text instead of a file.
func TestAScenarioFromMemory(t *testing.T) {
	p := read(t, "{scenario: mine, axes: {nodes: [2, 3]}}")
	p.Text = []byte("{nodes: 7, runs: 2, algorithms: [bully]}")
	points, err := p.Points(context.Background())
	if err != nil || len(points) != 2 || points[1].Scenario.Nodes != 3 || points[1].Scenario.Name != "mine" || p.Runs != 2 {
		t.Fatalf("%v, %v", points, err)
	}
}

const named = `
scenario: campus-walk
axes:
  world:
    small: {world.width: 200, world.height: 100}
    large:
      world.width: 800
      world.height: 800
      algorithms[bully].params.t_max: 2s
  nodes: {20: {nodes: 20}, 30: {nodes: 30, mobility.speed.max: 3}}
algorithms: [vasudevan, bully]
`

// The hash covers everything that a run depends on, and not the number of runs.
func TestHashIsOfTheScenarioNotOfTheRuns(t *testing.T) {
	hash := func(text string) string {
		points, err := read(t, text).Points(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return points[0].Digest
	}
	base := hash("scenario: ten-nodes")
	for text, same := range map[string]bool{
		"{scenario: ten-nodes, runs: 7}":                     true,
		"{scenario: ten-nodes, set: {seed: 9}}":              true,
		"{scenario: ten-nodes, set: {duration: 1m}}":         true, // the value of the file
		"{scenario: ten-nodes, set: {duration: 61s}}":        false,
		"{scenario: ten-nodes, algorithms: [bully]}":         true, // the id of a run contains the row separately
		"{scenario: ten-nodes, set: {measure: {every: 2s}}}": false,
	} {
		if got := hash(text) == base; got != same {
			t.Errorf("%s: same hash %v, want %v", text, got, same)
		}
	}
}

func TestPlanWithoutAxesOrRuns(t *testing.T) {
	p := read(t, "scenario: ten-nodes")
	points, err := p.Points(context.Background())
	if err != nil || len(points) != 1 || len(points[0].At) != 0 {
		t.Fatalf("%d points, %v", len(points), err)
	}
	if p.Name != "plan" || p.Runs != 12 || p.Adaptive() {
		t.Errorf("name %s, runs %d", p.Name, p.Runs)
	}
}

// A plan that was written reads back as the same plan, also from another directory.
func TestYAMLReadsBack(t *testing.T) {
	for _, text := range []string{
		sound, named, "scenario: ten-nodes",
		"scenario: walk.yaml\nstop: {metric: leaderless_fraction, half_width: 2.5%}",
		"{scenario: campus-walk, axes: {radio.loss: [none, {model: bernoulli, probability: 0.1}], mobility.speed.max: [2, 5.5]}}",
		`{scenario: campus-walk, about: "a: #b", set: {"algorithms[vasudevan].params": {signalling: "udp"}, faults: []}}`,
	} {
		p := read(t, text)
		again, err := Read("elsewhere/"+p.Name+".yaml", p.YAML())
		if err != nil {
			t.Fatalf("%v\n%s", err, p.YAML())
		}
		if string(again.YAML()) != string(p.YAML()) {
			t.Errorf("%s\nbecomes\n%s", p.YAML(), again.YAML())
		}
		values := func(p *Plan) (out [][]string) {
			for _, a := range p.Axes {
				out = append(out, append(append([]string{a.Path}, a.Values...), a.paths()...))
			}
			return out
		}
		if !reflect.DeepEqual(values(again), values(p)) || again.Stop != p.Stop || again.Runs != p.Runs {
			t.Errorf("%+v becomes %+v", p, again)
		}
	}
}

func TestScenarioFileIsFoundBesideThePlan(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"own.yaml": "nodes: 7", "plan.yaml": "scenario: own.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(filepath.Join(dir, "plan.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if points, err := p.Points(context.Background()); err != nil || points[0].Scenario.Nodes != 7 {
		t.Errorf("%v", err)
	}
	if _, err := Load(filepath.Join(dir, "none.yaml")); err == nil {
		t.Error("read a plan that is not there")
	}
}

// Every fault is reported with its place in the plan.
func TestFaultsHavePlaces(t *testing.T) {
	for text, want := range map[string]string{
		"scenaro: x":                                                                            "plan.yaml:1:1: scenaro: unknown key; did you mean scenario?",
		"runs: 3":                                                                               "plan.yaml:1: scenario: is missing",
		"scenario: campus-wlak":                                                                 "plan.yaml:1:11: scenario: campus-wlak: no such scenario; did you mean campus-walk?",
		"scenario: none.yaml":                                                                   "plan.yaml:1:11: scenario: open ",
		"scenario: ten-nodes\nruns: 0":                                                          "plan.yaml:2:7: runs: must be at least 1, got 0",
		"scenario: ten-nodes\nruns: 1000000000":                                                 "plan.yaml:2:7: runs: must be at most 100000, got 1000000000",
		"scenario: ten-nodes\naxes: {nodes: 20}":                                                "plan.yaml:2:15: axes.nodes: must be a list, or a range {from, to, step}, got 20",
		"scenario: ten-nodes\naxes: {nodes: []}":                                                "axes.nodes: has no values",
		"scenario: ten-nodes\naxes: {w: {a b: {nodes: 2}}}":                                     "axes.w.a b: the name of a value has letters",
		"scenario: ten-nodes\naxes: {w: {a: {nodes: 2}, b: 3}}":                                 "axes.w.b: must be a mapping of paths to values",
		"scenario: ten-nodes\naxes: {w: {a: {}}}":                                               "axes.w.a: sets nothing",
		"scenario: ten-nodes\naxes: {w: {a: {seed: 2}}}":                                        "axes.w: seed: is no axis",
		"scenario: campus-walk\naxes: {w: {a: {nodes: 20}, b: {nodes: -2}}}":                    "plan.yaml:2:39: axes.w.b.nodes: must be at least 1, got -2",
		"scenario: ten-nodes\naxes: {w: {a: {nodes: 2}}, nodes: [3, 4]}":                        "axes.nodes: sets nodes, as the axis w does",
		"scenario: ten-nodes\nset: {nodes: 3}\naxes: {w: {a: {nodes: 2}}}":                      "set.nodes: is also an axis",
		"scenario: ten-nodes\naxes: [nodes]":                                                    "axes: must be a mapping of paths to values",
		"scenario: campus-walk\naxes: {nodes: [20, 20]}":                                        "plan.yaml:2:20: axes.nodes[1]: 20 is listed twice, first as value 1",
		"scenario: campus-walk\naxes: {ndoes: [20, 40]}":                                        "plan.yaml:2:16: axes.ndoes[0]: unknown key; did you mean nodes?",
		"scenario: campus-walk\naxes: {nodes: [20, -4]}":                                        "plan.yaml:2:20: axes.nodes[1]: must be at least 1, got -4",
		"scenario: campus-walk\nset: {radio.range: wide}":                                       "plan.yaml:2:20: set.radio.range: must be a number of m, got wide",
		"scenario: bully-seven\nset: {nodes: 5000}":                                             "plan.yaml:2:14: set.nodes: bully takes at most 2048 nodes",
		"scenario: campus-walk\nalgorithms: [bulli]":                                            "plan.yaml:2:14: algorithms[0]: unknown algorithm \"bulli\"; did you mean bully?",
		"scenario: campus-walk\naxes: {runs: [1, 2]}":                                           "axes.runs: is no axis: runs stands at the top of the plan",
		"scenario: campus-walk\naxes: {seed: [1, 2]}":                                           "axes.seed: is no axis: every point has the seeds",
		"scenario: campus-walk\nset: {nodes: 5}\naxes: {nodes: [1]}":                            "set.nodes: is also an axis",
		"scenario: campus-walk\naxes: {nodes: {from: 1, to: 9}}":                                "axes.nodes: a range needs from, to and step; step is missing",
		"scenario: campus-walk\naxes: {nodes: {from: 1, to: 9, stp: 1}}":                        "axes.nodes.stp: unknown key of a range; did you mean step?",
		"scenario: campus-walk\naxes: {nodes: {from: 9, to: 1, step: 1}}":                       "axes.nodes: from 9 is above to 1",
		"scenario: campus-walk\naxes: {nodes: {from: 1, to: 9, step: 0}}":                       "axes.nodes: step must be more than 0",
		"scenario: campus-walk\naxes: {nodes: {from: 1s, to: 9, step: 1}}":                      "axes.nodes: from, to and step must be three numbers or three durations",
		"scenario: campus-walk\naxes: {nodes: {from: 1, to: 1000000000, step: 1}}":              "axes.nodes: makes 1000000000 values; at most 10000",
		"scenario: campus-walk\naxes: {radio.range: {from: 0, to: 1, step: 1e-9}}":              "three numbers or three durations",
		"scenario: campus-walk\naxes: {measure.every: [1s], mobility.model: [static, static ]}": "listed twice",
		"scenario: ten-nodes\naxes: {world.width: [100, 200]}":                                  "plan.yaml:2:7: axes: the points world.width = 100 and world.width = 200 are the same scenario: an axis has no effect",
		"scenario: ten-nodes\nruns: 5\nstop: {metric: leader_quality, half_width: 5%}":          "plan.yaml:3:7: stop: stands beside runs",
		"scenario: ten-nodes\nstop: {metric: leader_qualty, half_width: 5%}":                    "stop.metric: unknown metric \"leader_qualty\"; did you mean leader_quality?",
		"scenario: ten-nodes\nstop: {metric: leader_quality, half_width: 5}":                    "stop.half_width: must be a share like 5%, got 5",
		"scenario: ten-nodes\nstop: {metric: leader_quality, half_width: 0%}":                   "stop.half_width: must be more than 0% and at most 100%",
		"scenario: ten-nodes\nstop: {metric: leader_quality}":                                   "stop: does not say how precise",
		"scenario: ten-nodes\nstop: {metric: leader_quality, half_width: 5%, min: 20, max: 10}": "stop: min 20 is above max 10",
	} {
		p, err := Read("plan.yaml", []byte(text))
		if err == nil {
			_, err = p.Points(context.Background())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// A billion runs are refused by their number, before anything is built.
func TestAbsurdPlansAreRefusedWithTheCount(t *testing.T) {
	thousand := "{from: 1, to: 1000, step: 1}"
	text := "scenario: campus-walk\nalgorithms: [vasudevan]\nruns: 1\naxes: {nodes: " + thousand +
		", radio.range: " + thousand + ", world.width: " + thousand + "}"
	_, err := read(t, text).Points(context.Background())
	want := "dir/plan.yaml:4:7: axes: the plan asks for 1000000000 runs: 1000000000 points × 1 algorithm × 1 run; " +
		"at most 10000 points and 1000000 runs"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v", err)
	}
	if _, err := read(t, "{scenario: ten-nodes, axes: {duration: {from: 1s, to: 100s, step: 1s}}, runs: 3000}").Points(context.Background()); err == nil ||
		!strings.Contains(err.Error(), "the plan asks for 1500000 runs: 100 points × 5 algorithms × 3000 runs") {
		t.Errorf("got %v", err)
	}
}

// FuzzRead reads any bytes as a plan: it never panics; what is sound is written
// and read again to the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		sound, named, "axes: {a: {b: {c: 1, d: {e: [f]}}, 2: {c: x}}}", "scenario: ten-nodes\nstop: {metric: leader_quality, half_width: 5%}", "axes: {a: {from: 1, to: 2, step: .5}}",
		"scenario: x\naxes: {a.b[c]: [{d: [1, '2', \"3\\n\"]}, ~, true, 'true', 1.50]}", "scenario: /\nset: {'': {}}",
		"scenario: ten-nodes\naxes: {x: {from: -0.5, to: 99999999999, step: 0.000001}}", "scenario: &a ten-nodes\nname: *a",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read("fuzz.yaml", data)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("a fault without a word")
			}
			return
		}
		again, err := Read("fuzz.yaml", p.YAML())
		if err != nil {
			t.Fatalf("written, it is refused: %v\n%s", err, p.YAML())
		}
		if string(again.YAML()) != string(p.YAML()) {
			t.Fatalf("written twice it differs:\n%s\n%s", p.YAML(), again.YAML())
		}
	})
}

func TestLoadingPointsCanBeInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := read(t, sound).Points(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A plan states its form. A plan of a later form is refused, and a written plan has the
// present form.
func TestPlansStateTheirForm(t *testing.T) {
	for _, text := range []string{"", "schema: 1\n", "schema: 2\n"} {
		p, err := Read("x.yaml", []byte(text+"scenario: ten-nodes\n"))
		if err != nil || !strings.Contains(string(p.YAML()), fmt.Sprintf("schema: %d\n", Form)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	_, err := Read("x.yaml", []byte("schema: 3\nscenario: ten-nodes\n"))
	if err == nil || !strings.Contains(err.Error(), "x.yaml:1:9: schema: form 3 is later than this bellwether, which reads up to 2") {
		t.Errorf("a form to come: %v", err)
	}
}
