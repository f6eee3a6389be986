package scenarios

import (
	"math"
	"testing"

	"bellwether/emulator"
	"bellwether/trace/measure"
)

// numbers are the metrics of one run of a text's first algorithm.
func numbers(t *testing.T, text string) measure.Metrics {
	t.Helper()
	s := parse(t, text)
	a, _ := s.Algorithm(s.Algorithms[0].Name)
	run := measure.NewRun(s.Measured(a))
	config, err := s.Config(s.Algorithms[0], s.Seed, run)
	if err != nil {
		t.Fatal(err)
	}
	w, err := emulator.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return run.Metrics()
}

// Four nodes that hear each other; node 4 offers most, and nodes 2 to 4 are gateways. Whatever the algorithm, the time
// in which no member of a component is eligible is known by hand, to the nanosecond. In it nobody is badly led but who
// follows a leader of another component, and but for elections nobody is at any other time.
func TestWorldsInWhichFewAreEligible(t *testing.T) {
	const world = "schema: 2\nduration: 60s\nwarmup: 0s\nradio: {model: graph, topology: complete}\nnodes: 4\nstart: {elect: all}\n" +
		"energy: {profile: wifi-ns3, battery: {min: 1e6, max: 1e6}}\ncapability: {values: [10, 20, 30, 40]}\n" +
		"eligible: battery > 20 %, role = gateway\ntags: [{nodes: [2, 3, 4], tags: {role: gateway}}]\n"
	for name, c := range map[string]struct {
		faults string
		none   float64 // node-seconds, of 240
	}{
		"the next eligible one takes over": {"[{at: 20s, drain: [4], left: 0.15}, {at: 40s, drain: [3], left: 0.15}]", 0},
		"nobody is left":                   {"[{at: 20s, drain: [2, 3, 4], left: 0.15}, {at: 45s, recharge: [3]}]", 4 * 25},
		"one side has none":                {"[{at: 10s, drain: [4], left: 0.15}, {at: 20s, partition: [[1, 4], [2, 3]], for: 15s}]", 2 * 15},
		"the last one crashes":             {"[{at: 5s, drain: [2, 3], left: 0.15}, {at: 20s, crash: [4], for: 20s}]", 3 * 20},
	} {
		for _, algorithm := range []string{"vasudevan", "bully", "flood-max", "tanist"} {
			m := numbers(t, world+"faults: "+c.faults+"\nalgorithms: ["+algorithm+"]\n")
			whole := 240.0
			if name == "the last one crashes" {
				whole -= 20
			}
			none, badly := m.Get("none_eligible_fraction"), m.Get("badly_led_fraction")
			if math.Abs(none.X*whole-c.none) > 1e-6 {
				t.Errorf("%s, %s: nobody is eligible for %v node-seconds, want %v", name, algorithm, none.X*whole, c.none)
			}
			if badly.X > 0.25 || !badly.Known {
				t.Errorf("%s, %s: %v are badly led", name, algorithm, badly.X)
			}
			if leaderless := m.Get("leaderless_fraction"); leaderless.X > badly.X+1e-12 {
				t.Errorf("%s, %s: %v are leaderless, %v badly led", name, algorithm, leaderless.X, badly.X)
			}
		}
	}
	// Omega elects node 1, which is no gateway and abstains: nobody is led until nobody is eligible.
	m := numbers(t, world+"faults: [{at: 20s, drain: [2, 3, 4], left: 0.15}]\nalgorithms: [omega]\n")
	for key, want := range map[string]float64{"none_eligible_fraction": 2.0 / 3, "badly_led_fraction": 1.0 / 3, "leaderless_fraction": 1.0 / 3, "goal_instability_fraction": 1.0 / 3, "agreement_fraction": 2.0 / 3} {
		if got := m.Get(key).X; math.Abs(got-want) > 1e-9 {
			t.Errorf("omega: %s is %v, want %v", key, got, want)
		}
	}
	if m := numbers(t, "radio: {model: graph, topology: complete}\nnodes: 3\nduration: 5s\nalgorithms: [omega]\n"); m.Get("none_eligible_fraction").Known {
		t.Error("without rules it is counted who is not eligible")
	}
}

// A leader that ceases to be eligible is told at once, and resigns: the others do without a leader for an election, and
// not until they miss it, which takes 6 s or more of all nodes here. A node that becomes eligible again is told at once, too:
// the algorithm that sees everything follows it after the detours of its messages.
func TestMachinesAreToldAtOnceWhoMayLead(t *testing.T) {
	const world = "schema: 2\nduration: 40s\nwarmup: 0s\nradio: {model: graph, topology: complete}\nnodes: 4\nstart: {elect: all}\n" +
		"energy: {profile: wifi-ns3, battery: {min: 1e6, max: 1e6}}\ncapability: {values: [10, 20, 30, 40]}\n" +
		"eligible: battery > 20 %\nfaults: [{at: 10.4s, drain: [4], left: 0.15}, {at: 25.3s, recharge: [4]}]\n"
	for algorithm, most := range map[string]float64{"vasudevan": 3, "bully": 3, "flood-max": 3, "tanist": 3, "global-view": 0.1} {
		m := numbers(t, world+"algorithms: ["+algorithm+"]\n")
		if got := 160 * m.Get("leaderless_fraction").X; got > most {
			t.Errorf("%s: nobody is led for %v node-seconds, at most %v after a flip", algorithm, got, most)
		}
		if got := 160 * m.Get("badly_led_fraction").X; algorithm == "global-view" && got > 0.3 {
			t.Errorf("%s: nodes follow the wrong leader for %v node-seconds: 4 if nobody tells a machine of a flip", algorithm, got)
		}
	}
}
