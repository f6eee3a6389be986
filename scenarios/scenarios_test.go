package scenarios

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/sim/energy"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
	"bellwether/trace"
)

func load(t *testing.T, name string, o Options) *Scenario {
	t.Helper()
	s, err := Load(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := Read("test.yaml", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestBuiltinsAreValid(t *testing.T) {
	want := []string{"ten-nodes", "campus-walk", "campus-sparse", "bully-seven", "two-islands", "city-cars", "detectors", "drone-swarm", "drone-survey", "convoy", "disaster-teams", "sensor-field", "old-town", "town-watch", "conference-contacts"}
	if got := Builtin(); !slices.Equal(got, want) {
		t.Errorf("built-in scenarios are %v", got)
	}
	for _, name := range Builtin() {
		s := load(t, name, Options{})
		if s.Name != name || s.About == "" {
			t.Errorf("%s is called %q, about %q", name, s.Name, s.About)
		}
		for _, w := range s.Warnings() {
			t.Errorf("%s: %v", name, w)
		}
		source, _ := Source(name)
		if !strings.HasPrefix(string(source), "# yaml-language-server: $schema=schema.json\n") {
			t.Errorf("%s names no schema for editors", name)
		}
		if e := s.Algorithms[0]; name != "bully-seven" && name != "detectors" && e.Label != "vasudevan" {
			t.Errorf("%s compares with %s", name, e.Label)
		}
	}
}

// Two scenarios compare all algorithms, and a program's own: each with its defaults, then its
// variants. Of the others all have these rows by --algorithms all.
func TestAllMeansEveryAlgorithm(t *testing.T) {
	own := protocol.Algorithm{Name: "own", New: baseline.Named("bully").New, Kinds: baseline.Named("bully").Kinds, Needs: protocol.NeedsRouting,
		Timers: baseline.Named("bully").Timers, Params: baseline.Named("bully").Params, SettleBound: baseline.Named("bully").SettleBound,
		Variants: []protocol.Variant{{Label: "own-slow", Params: map[string]string{"t_max": "1s"}}}}
	for name, picked := range map[string][]string{"campus-walk": {section.WordAll}, "two-islands": nil, "city-cars": nil} {
		var want, got []string
		for _, a := range append(Algorithms(), own) {
			want = append(want, a.Name)
			for _, v := range a.Variants {
				want = append(want, v.Label)
			}
		}
		for _, e := range load(t, name, Options{More: []protocol.Algorithm{own}, Algorithms: picked}).Algorithms {
			got = append(got, e.Label)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has the rows %v, want %v", name, got, want)
		}
	}
	s := parse(t, "schema: 2\nalgorithms: [{name: bully, label: first}, all]\nnodes: 500")
	if len(s.Algorithms) < 15 || s.Algorithms[0].Label != "first" || s.Algorithms[1].Name != "vasudevan" {
		t.Errorf("rows %v", s.Algorithms)
	}
	for path, label := range map[string]string{"algorithms[vasudevan-udp].label": "changed", "algorithms[bully].params.t_max": "bully"} {
		value := map[string]string{"changed": "changed", "bully": "700ms"}[label]
		one := load(t, "two-islands", Options{Set: []Override{{Path: path, Value: value, Flag: "--set"}}})
		if !slices.ContainsFunc(one.Algorithms, func(e Entry) bool { return e.Label == label && (len(e.Params) > 0) }) {
			t.Errorf("%s: %s changes no row of %v", path, value, one.Algorithms)
		}
	}
	large := parse(t, "schema: 2\nalgorithms: all\nnodes: 600")
	if slices.ContainsFunc(large.Algorithms, func(e Entry) bool { return e.Name == "raft" }) {
		t.Error("a row of raft with 600 nodes, though it takes 512")
	}
	if !slices.ContainsFunc(large.Warnings(), func(w Warning) bool {
		return w.Path == "algorithms" && strings.HasPrefix(w.Message, "all leaves these out, because they do not take 600 nodes: ") && strings.Contains(w.Message, "raft")
	}) {
		t.Errorf("no warning says that raft is left out: %v", large.Warnings())
	}
	picked := load(t, "campus-walk", Options{Algorithms: []string{"vasudevan"}, Set: []Override{Set("nodes", "nodes", "2100")}})
	if slices.ContainsFunc(picked.Warnings(), func(w Warning) bool { return w.Path == "algorithms" }) {
		t.Errorf("a warning about rows that were not picked: %v", picked.Warnings())
	}
	if !strings.Contains(string(s.YAML()), "vasudevan-optimised") {
		t.Errorf("the rows are not listed in\n%s", s.YAML())
	}
}

// TestDefaultsAreThoseOfTheDesign lists all values of a scenario without keys.
func TestDefaultsAreThoseOfTheDesign(t *testing.T) {
	s := parse(t, "schema: 2\nabout: nothing given")
	want := Scenario{
		Schema: Form, Name: "test", About: "nothing given",
		Duration: Duration(10 * time.Minute), Warmup: Duration(time.Minute), Runs: 10, Seed: 1, Nodes: 50,
		World: section.Plane{Width: 1000, Height: 1000},
		Mobility: section.Mobility{Model: "random-waypoint", Start: "steady", Obstacles: "ignore", Format: "auto", Coordinates: "auto", Speed: section.Speed{Min: 0.5, Max: 2},
			Pause: section.Pause{Max: Duration(30 * time.Second)}, Distance: 1, Alpha: 0.75, Deviation: section.Deviation{Direction: 22.5},
			Flight: section.Flight{Min: 1, Max: 50, Exponent: 1.6}, PauseExponent: 0.8, Pace: section.Pace{Factor: 10, Exponent: 0.5}, Blocks: section.Blocks{X: 10, Y: 10}, Lanes: section.Lanes{Count: 2, Width: 3.5},
			Turn: section.Turn{Left: 0.25, Right: 0.25}, Members: 3, Spread: 50, Wander: 10, Spacing: 50, Drift: 1.5, Vertical: "none",
			Propulsion: section.Propulsion{Model: "none", Blade: 79.86, Induced: 88.63, TipSpeed: 120, InducedSpeed: 4.03, DragRatio: 0.6,
				AirDensity: 1.225, Solidity: 0.05, DiscArea: 0.503, Weight: 20}},
		Radio: section.Radio{Model: "unit-disk", Range: 250, Bitrate: 2e6, Latency: Duration(time.Millisecond),
			Loss: section.Loss{Model: "bernoulli", Probability: 0.05,
				Good: Duration(950 * time.Millisecond), Bad: Duration(50 * time.Millisecond), LossBad: 1, Far: 0.5, Exponent: 4},
			Access: section.Access{Model: "ideal", Slot: 20e3, SIFS: 10e3, DIFS: 50e3, WindowMin: 31, WindowMax: 1023, Lifetime: 500e6,
				Capture: 10, CarrierSense: -101, CarrierSenseRange: 2.2, Exponent: 4,
				Overlap: "capture", RTSThreshold: 65535, LongRetries: 4, CTS: "unreserved", Idle: "backoff", RateChoice: "arf",
				BackoffPeriod: 320e3, Assessment: 128e3, Turnaround: 192e3, MinBE: 3, MaxBE: 5, MaxBackoffs: 4, ShortSpace: 192e3, LongSpace: 640e3},
			DutyCycle: section.DutyCycle{Window: Duration(time.Hour), Excess: "hold"}, Budget: section.Budget{Per: Duration(time.Minute)},
			// The following keys have no effect with a unit disk: ns-3's defaults.
			Format: "auto", LinkRatio: 0.1, OneSided: "union",
			Preset: "wifi-ns3", Frequency: 5.15e9, SystemLoss: 1, Exponent: 3, ReferenceDistance: 1, ReferenceLoss: 46.6777,
			MinDistance: 0.5, AntennaHeight: 1.5, Power: 16.0206, WallAttenuation: 9,
			Reception: section.RadioReception{Model: "threshold", Sensitivity: -101, NoiseFigure: 7, Bandwidth: 20e6, Modulation: "ofdm-6"},
			Shadowing: section.Shadowing{Correlation: 10}, Fading: section.Fading{Model: "none", Slot: Duration(time.Millisecond)}},
		Energy: section.Energy{Profile: "none", Battery: section.Battery{Min: 300, Max: 1200, Model: "linear", Exponent: 1.05, Rated: Duration(5 * time.Hour), Beta: 0.273},
			Sun: section.Sun{Day: Duration(24 * time.Hour)}},
		Capability: section.Capability{Connectivity: 0.3, Hysteresis: 0.1, Incumbent: 0.05,
			Uptime: section.Uptime{HalfAfter: Duration(time.Hour)}},
		Neighbours: section.Neighbours{Service: "hello", Interval: Duration(time.Second), Timeout: Duration(3 * time.Second)},
		Routing: section.Routing{Service: "oracle", Unicast: "direct", Detection: "hello", ActiveRouteTimeout: 3e9, MyRouteTimeout: 6e9, NodeTraversalTime: 40e6,
			NetDiameter: 35, DeletePeriod: 15e9, HelloInterval: 1e9, AllowedHelloLoss: 2, NextHopWait: 50e6, TTLStart: 1, TTLIncrement: 2,
			TTLThreshold: 7, TimeoutBuffer: 2, RREQRetries: 2, RREQRateLimit: 10, RERRRateLimit: 10, Jitter: 10e6, MaxQueueLen: 64,
			MaxQueueTime: 30e9, BlacklistTimeout: 5600e6, // RFC 3561, §10
			TCInterval: 5e9, NeighbHoldTime: 6e9, TopHoldTime: 15e9, DupHoldTime: 30e9, MPRCoverage: 1}, // RFC 3626, §18
		Detection:  section.Detection{Interval: Duration(2 * time.Second), Misses: 3},
		Start:      section.Start{Elect: section.Electors{All: true}},
		Measure:    section.Measure{Every: Duration(time.Second)},
		Algorithms: (&Scenario{Nodes: 50}).algorithms().entries(),
	}
	want.movement, want.from, want.options, want.table = s.movement, s.from, s.options, s.table
	if !reflect.DeepEqual(*s, want) {
		t.Errorf("got  %+v\nwant %+v", *s, want)
	}
	var names []string
	for _, e := range s.Algorithms {
		names = append(names, e.Name)
	}
	if !slices.Contains(names, "vasudevan") || !slices.Contains(names, "bully") {
		t.Errorf("algorithms are %v", names)
	}
}

func TestDefaultsThatDependOnOthers(t *testing.T) {
	graph := parse(t, "radio: {model: graph, topology: ring}")
	if graph.Warmup != 0 || graph.Radio.Loss.Model != "none" || graph.Radio.Bitrate != 0 ||
		graph.Energy.Profile != "none" || graph.Neighbours.Service != "oracle" {
		t.Errorf("the defaults of a graph are %+v", graph)
	}
	noisy := parse(t, "radio: {model: graph, topology: ring, bitrate: 9, loss: {probability: 0.5}}\nwarmup: 2s\n"+
		"energy: {profile: cc2420}\nneighbours: {service: hello}")
	if noisy.Warmup != Duration(2*time.Second) || noisy.Radio.Loss.Model != "bernoulli" || noisy.Radio.Loss.Probability != 0.5 || noisy.Radio.Bitrate != 9 ||
		noisy.Energy.Profile != "cc2420" || noisy.Neighbours.Service != "hello" {
		t.Errorf("given values do not apply in a graph: %+v", noisy)
	}
	for text, nodes := range map[string]int{
		"mobility: {model: static, positions: [[1, 1], [2, 2], [3, 3]]}":                          3,
		"capability: {values: [4, 5]}":                                                            2,
		"radio: {model: graph, topology: edges, edges: [[1, 7], [7, 3]]}":                         7,
		"mobility: {model: trace, file: city-cars.ns_movements}":                                  62,
		"nodes: 12\nmobility: {model: trace, file: city-cars.ns_movements}\nmeasure: {every: 1s}": 12,
	} {
		if s := parse(t, text); s.Nodes != nodes {
			t.Errorf("%s has %d nodes, want %d", text, s.Nodes, nodes)
		}
	}
	if s := parse(t, "duration: 100s"); s.Warmup != Duration(10*time.Second) {
		t.Errorf("the warm-up of 100s is %v", s.Warmup)
	}
	if s := parse(t, "mobility: {model: static, positions: [[0, 0], [1500, 20]]}"); s.World != (section.Plane{Width: 1500, Height: 1000}) {
		t.Errorf("the world of the positions is %v", s.World)
	}
	if s := parse(t, "start: {leader: 7}"); s.Start.Elect.All || s.Start.Leader != 7 {
		t.Errorf("a settled system starts with %+v", s.Start)
	}
	if f := parse(t, "faults: [{every: 30s, elect: random}]").Faults[0]; f.At != Duration(30*time.Second) {
		t.Errorf("the first of every 30s comes at %v", f.At)
	}
}

// A run cannot end before it begins.
func TestUntilIsNotNegative(t *testing.T) {
	_, err := Read("x.yaml", []byte("nodes: 3\nalgorithms: [bully]\n"), Options{Until: -1})
	if err == nil || err.Error() != "--until -1ns: must be longer than 0s" {
		t.Error(err)
	}
}

func TestUntilChangesTheDurationAlone(t *testing.T) {
	whole, cut := load(t, "campus-walk", Options{}), load(t, "campus-walk", Options{Until: Duration(90 * time.Second)})
	if cut.Duration != Duration(90*time.Second) || cut.Warmup != whole.Warmup {
		t.Errorf("cut at %v, warm-up %v", cut.Duration, cut.Warmup)
	}
}

func TestPickedAlgorithms(t *testing.T) {
	const file = "algorithms: [bully, {name: vasudevan, label: a}, {name: vasudevan, label: b}, {name: flood-max, label: bully-like}]"
	every := ""
	for _, e := range load(t, "ten-nodes", Options{Set: []Override{Assign("algorithms", "all")}}).Algorithms {
		every += " " + e.Label
	}
	every = strings.TrimSpace(every)
	for pick, want := range map[string]string{
		"a":                "a",
		"b bully b":        "b bully",
		"vasudevan":        "a b", // no row has this label: all rows of the algorithm
		"flood-max a":      "bully-like a",
		"chang-roberts":    "chang-roberts", // an algorithm that the file does not name
		"vasudevan-udp":    "vasudevan-udp", // a variant that it does not name
		"b all":            "b " + every,
		"bully-like bully": "bully-like bully",
	} {
		s, err := Read("test.yaml", []byte(file), Options{Algorithms: strings.Fields(pick)})
		if err != nil {
			t.Error(err)
			continue
		}
		var labels []string
		for _, e := range s.Algorithms {
			labels = append(labels, e.Label)
		}
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("%s picks %s, want %s", pick, got, want)
		}
	}
	s, err := Read("test.yaml", []byte("nodes: 600\nalgorithms: [{name: vasudevan, label: bully}]"), Options{Algorithms: []string{"all"}})
	if err != nil {
		t.Fatal(err)
	}
	if of := rowsOf(s.Algorithms, "bully"); len(of) != 1 || of[0].Name != "vasudevan" {
		t.Errorf("all has %v in place of the file's row", of)
	}
	if of := rowsOf(s.Algorithms, "raft"); of != nil || !strings.Contains(fmt.Sprint(s.Warnings()), "all leaves these out, because they do not take 600 nodes: ") {
		t.Errorf("all has %v among 600 nodes, and warns %v", of, s.Warnings())
	}
	s = load(t, "bully-seven", Options{Algorithms: []string{"bully"}, Set: []Override{Assign("algorithms", "[vasudevan]")}})
	if len(s.Algorithms) != 1 || s.Algorithms[0].Name != "bully" {
		t.Errorf("the pick does not apply: %+v", s.Algorithms)
	}
}

func TestAWrittenScenarioIsTheSame(t *testing.T) {
	texts := []string{
		"name: a-b\nabout: \"colon: quote \\\" — and # hash\"",
		"faults:\n  - {at: 1m30s, crash: [1, 2], for: 10s, lose_storage: true}\n  - {every: 60s, elect: random}\n" +
			"  - {at: 2m, partition: [[1, 2], [3]]}\n  - {at: 3m, heal: all}\n  - {at: 0s, radio-off: leader}",
		"faults: [{at: 1s, jam: {x: 0, y: 5.5, radius: 9}, for: 3s}, {at: 1s, crash: {x: 5, y: 5, width: 9, height: 1.5}}, " +
			"{mtbf: 10m, repair: 1m, crash: all}, {at: 1s, pause: best, for: 1s}, {at: 1s, drift: [1, 2], ppm: -20}, " +
			"{at: 1s, duplicate: all, probability: 0.5}, {at: 1s, reorder: [[1, 2]], probability: 1, delay: 5ms}]",
		"energy: {battery: {model: peukert, exponent: 1.2}, sun: {peak: 1.5, day: 1h, set: 40m}}\nfaults: [{at: 1m, recharge: [3]}]",
		"energy: {battery: {model: rakhmatov, beta: 0.5}}",
		"energy: {}\nfaults: [{at: 1m, crash: [2]}]\ninterventions: [{spare: 5@1.5s, receiver: 3}, {drop: 6@2m/2, attempt: 1}, {delay: 7@1ns, by: 5ms}, {hasten: 7@9s, by: 5ms}, {postpone: 7@8.995s, by: 5ms}, " +
			"{hold_up: [1, 2], until: 9s}, {hold_down: [2, 3], from: 0s}, {hold_down: [3, 4], from: 1s, until: 2s}, " +
			"{leave_out: 1}, {leave_out_strike: 2}, {keep_battery: 4}]",
		"start: {leader: 3, elect: [1, 2]}\nseed: 18446744073709551615",
		"algorithms: [bully, {name: vasudevan, label: \"1\", params: {beacon_loss: 7, child_timeout: 55ms}}]",
		"mobility: {model: random-walk, step: 5s}",
		"mobility: {model: random-direction, travel: {min: 1s, max: 9s}}",
		"mobility: {model: road-map, file: traces/valley.geojson}",
		"groups: [{nodes: 3, arrive: 3s, area: {x: 5, width: 9}}, {mobility: {model: static, positions: [[1, 2]]}, depart: {min: 1m, max: 2m}}]",
		"nodes: 3\ncapability: {link_quality: 0.2, closeness: 0.3, uptime: 0.1, mobility: 0.2, static: {weight: 0.2, shares: [0, 0.5, 1]}}",
		"capability: {battery: 0, connectivity: 0, uptime: {weight: 0.25, half_after: 5m}, mobility: {weight: 0.75, limit: 3.5}}",
		"radio: {range: 0.1234567890123}\nmobility: {model: static, positions: [[1e-3, 2.5], [1000, 1000]]}",
	}
	for _, name := range Builtin() {
		source, _ := Source(name)
		texts = append(texts, string(source))
	}
	for _, text := range texts {
		s := parse(t, text)
		again, err := Read("test.yaml", s.YAML(), Options{})
		if err != nil {
			t.Errorf("%v\n%s", err, s.YAML())
			continue
		}
		if got, want := string(again.YAML()), string(s.YAML()); got != want {
			t.Errorf("written twice it is\n%s\nand before\n%s", got, want)
		}
		for _, seed := range []uint64{1, 2} {
			a, errA := s.Config(s.Algorithms[0], seed)
			b, errB := again.Config(again.Algorithms[0], seed)
			a.Algorithm, b.Algorithm = protocol.Algorithm{}, protocol.Algorithm{} // functions are not comparable
			if errA != nil || errB != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("worlds differ (%v, %v):\n%+v\n%+v", errA, errB, a, b)
			}
		}
	}
}

func TestConfigHasTheValuesOfTheFile(t *testing.T) {
	s := parse(t, `
nodes: 6
duration: 4m
radio: {range: 120, bitrate: 1000000, loss: {probability: 0.25}}
energy: {profile: cc2420, battery: {min: 5, max: 9}}
capability: {battery: 0.6, connectivity: 0.4, hysteresis: 0.125, incumbent: 0.02}
neighbours: {interval: 300ms, timeout: 900ms}
routing: {service: flood}
detection: {interval: 1s, misses: 4}
start: {leader: 2, elect: [5]}
faults:
  - {at: 1m, crash: best, for: 30s, lose_storage: true}
  - {every: 20s, elect: random}
  - {at: 2m, partition: [[1, 2], [3]], for: 10s}
  - {at: 3m, radio-off: [4, 5]}
measure: {every: 250ms}
algorithms: [{name: vasudevan, params: {beacon_loss: 9}}]
`)
	c, err := s.Config(s.Algorithms[0], 42, trace.NewHash())
	if err != nil {
		t.Fatal(err)
	}
	if c.Seed != 42 || c.Nodes != 6 || c.Until != 4*time.Minute || c.SampleEvery != time.Second || c.TruthEvery != 0 || len(c.Sinks) != 1 {
		t.Errorf("run: %+v", c)
	}
	if c.Medium != radio.Medium(radio.Disk(120)) || c.Link.BitrateBps != 1e6 || c.Link.Retries != 7 {
		t.Errorf("radio: %+v %+v", c.Medium, c.Link)
	}
	if want, _ := radio.NewBernoulli(42, 0.25, radio.DefaultSlot); c.Loss != radio.Loss(want) {
		t.Errorf("loss: %+v", c.Loss)
	}
	if c.Setup.Hysteresis != (protocol.Margin{Share: 125, Bonus: 20}) || c.Setup.Detection != (protocol.Detection{Interval: time.Second, Misses: 4}) ||
		c.Setup.Values.Int("beacon_loss") != 9 || c.Setup.Values.Duration("beacon_interval") != time.Second {
		t.Errorf("setup: %+v", c.Setup)
	}
	if c.Capability.Battery != 0.6 || c.Capability.Connectivity != 0.4 || c.Capability.Values != nil {
		t.Errorf("capability: %+v", c.Capability)
	}
	if h := c.Services.Hello; h == nil || h.Interval != 300*time.Millisecond || h.Timeout != 900*time.Millisecond ||
		c.Services.Flood == nil || c.Services.Detection != c.Setup.Detection {
		t.Errorf("services: %+v", c.Services)
	}
	if c.Start.Leader != 2 || c.Start.All || !slices.Equal(c.Start.Elect, []protocol.ID{5}) {
		t.Errorf("start: %+v", c.Start)
	}
	want := []emulator.Fault{
		{At: time.Minute, For: 30 * time.Second, Kind: emulator.FaultCrash, Target: emulator.TargetBest, LoseStorage: true},
		{At: 20 * time.Second, Every: 20 * time.Second, Kind: emulator.FaultElect, Target: emulator.TargetRandom},
		{At: 2 * time.Minute, For: 10 * time.Second, Kind: emulator.FaultPartition, Groups: [][]protocol.ID{{1, 2}, {3}}},
		{At: 3 * time.Minute, Kind: emulator.FaultRadioOff, Target: emulator.TargetNodes, Nodes: []protocol.ID{4, 5}},
	}
	if !reflect.DeepEqual(c.Faults, want) {
		t.Errorf("faults: %+v", c.Faults)
	}
	profile, _ := energy.ProfileByName("cc2420")
	if c.Energy.Profile != profile || len(c.Energy.InitialJ) != 6 {
		t.Errorf("energy: %+v", c.Energy)
	}
	if _, err := emulator.New(c); err != nil {
		t.Error(err)
	}
}

func TestCapabilityHasTheValuesOfTheFile(t *testing.T) {
	text := "capability: {link_quality: 0.2, closeness: 0.3, uptime: 0.1, mobility: {weight: 0.25, limit: 4}, " +
		"static: {weight: 0.5, shares: [0, 0.5, 1]}}"
	s := parse(t, text)
	c, err := s.Config(s.Algorithms[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	want := emulator.Capability{Connectivity: 0.3, LinkQuality: 0.2, Closeness: 0.3, Uptime: 0.1, Mobility: 0.25,
		Static: 0.5, UptimeHalf: time.Hour, SpeedLimit: 4, Shares: []float64{0, 0.5, 1}}
	if !reflect.DeepEqual(c.Capability, want) || c.Nodes != 3 || c.Services.Hello.Window != overlay.QualityWindow {
		t.Errorf("got  %+v of %d nodes, window %d\nwant %+v", c.Capability, c.Nodes, c.Services.Hello.Window, want)
	}
	if _, err := emulator.New(c); err != nil {
		t.Error(err)
	}
	// Hellos are not counted where nothing needs it, so that traces and speed do not
	// change.
	for _, without := range []string{"about: nothing", "capability: {values: [1, 2], link_quality: 1}"} {
		s := parse(t, without)
		if c, err := s.Config(s.Algorithms[0], 1); err != nil || c.Services.Hello.Window != 0 {
			t.Errorf("%s: a window of %d, %v", without, c.Services.Hello.Window, err)
		}
	}
}

func TestBatteriesAreCommonToAllRows(t *testing.T) {
	s := load(t, "campus-walk", Options{})
	var first []float64
	for _, e := range s.Algorithms {
		c, err := s.Config(e, 3)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = c.Energy.InitialJ
		}
		if !slices.Equal(c.Energy.InitialJ, first) {
			t.Errorf("%s has different batteries", e.Label)
		}
	}
	sum := 0.0
	for _, j := range first {
		if j < 300 || j > 1200 {
			t.Errorf("a battery of %v J", j)
		}
		sum += j
	}
	if mean := sum / 50; mean < 600 || mean > 900 { // 750 ± 4 standard errors of 37
		t.Errorf("batteries hold %v J on average", mean)
	}
	other, _ := s.Config(s.Algorithms[0], 4)
	if slices.Equal(other.Energy.InitialJ, first) {
		t.Error("another seed has the same batteries")
	}
	// A node's charge does not depend on how many nodes there are.
	fewer, _ := load(t, "campus-walk", Options{Set: []Override{Set("nodes", "nodes", "20")}}).Config(s.Algorithms[0], 3)
	if !slices.Equal(fewer.Energy.InitialJ, first[:20]) {
		t.Error("the batteries change with the number of nodes")
	}
}

func TestEveryRadioProfileCanBeNamed(t *testing.T) {
	for _, p := range energy.Profiles() {
		s, err := Read("test.yaml", []byte("energy: {profile: "+p.Name+", battery: {min: 1000, max: 1000}}"), Options{})
		if err != nil {
			t.Error(err)
		} else if (s.batteries(1) == nil) != (p.Name == section.ProfileNone) {
			t.Errorf("profile %s has batteries: %v", p.Name, s.batteries(1) != nil)
		}
	}
}

func TestMinimumSpeedOfZeroIsAccepted(t *testing.T) {
	s := parse(t, "mobility: {speed: {min: 0, max: 2}}")
	if s.Mobility.Speed.Min != 0 {
		t.Error("the value of the file was changed")
	}
	if c, err := s.Config(s.Algorithms[0], 1); err != nil {
		t.Error(err)
	} else if _, err := emulator.New(c); err != nil {
		t.Error(err)
	}
	if _, err := Read("test.yaml", []byte("mobility: {speed: {min: 0, max: 0.0005}}"), Options{}); err == nil {
		t.Error("a speed below the minimum of the model is accepted")
	}
}

func TestFilesAndTracesBesideThem(t *testing.T) {
	_, write := folder(t)
	write("movements/two.ns_movements", "$node_(4) set X_ 1\n$node_(4) set Y_ 2\n$node_(9) set X_ 3\n$node_(9) set Y_ 4\n")
	s := load(t, write("My Cars.yaml", "mobility: {model: trace, file: movements/two.ns_movements}"), Options{})
	if s.Name != "my-cars" || s.Nodes != 2 || !slices.Equal(s.NodeNames(), []string{"4", "9"}) {
		t.Errorf("%s has nodes %v", s.Name, s.NodeNames())
	}
	if files := s.Files(); len(files) != 1 || files[0].Name != "two.ns_movements" || len(files[0].Data) == 0 {
		t.Errorf("the files are %v", files)
	}
	// The format is recognised by the name of the file. A second file beside it is found.
	write("movements/three.paths", "9 10 70 0 9 0 9\n4 10,1,1 60,2,2\n9 10,1,1\n")
	write("movements/three.active", "9 30 40\n")
	s = load(t, write("paths.yaml", "mobility: {model: trace, file: movements/three.paths}"), Options{})
	if files := s.Files(); s.Nodes != 2 || s.replays[0].Trace.Duration() != time.Minute || len(files) != 2 || files[1].Name != "three.active" {
		t.Errorf("%d nodes for %v, files %v", s.Nodes, s.replays[0].Trace.Duration(), files)
	}
	// A file whose name shows no format has the format and coordinates of the scenario.
	write("cars.txt", "a,0,8.5,47\nb,0,8.6,47.1\n")
	s = load(t, write("table.yaml", "mobility: {model: trace, file: cars.txt, format: csv, coordinates: degrees}"), Options{})
	if w := s.World; s.Nodes != 2 || w.Width < 7500 || w.Width > 7700 || w.Height < 11100 || w.Height > 11200 {
		t.Errorf("%d nodes in %v", s.Nodes, w) // 0.1° of longitude at 47° N is 7.6 km, of latitude 11.1 km
	}
	// A copy of a built-in scenario finds the built-in trace.
	source, _ := Source("city-cars")
	if s := load(t, write("copy.yaml", string(source)), Options{}); s.Nodes != 62 {
		t.Errorf("the copy has %d nodes", s.Nodes)
	}
	for name, text := range map[string]string{
		"empty.ns_movements":     "",
		"truncated.ns_movements": "$node_(4) set X_ 1\n$node_(4) set Y_ 2\n$ns_ at 2.5 \"$node_(4) setdest 353.7 ",
		"cut.fcd.xml":            "<fcd-export><timestep time='0'>",
		"polygons.geojson":       `{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Polygon"}}]}`,
		"nameless.txt":           "1,2,3,4\n",
		"far.csv":                "1,0,0,0\n2,0,99999999,0\n",
		"south.csv":              "1,0,0,0\n2,0,0,-99999999\n",
	} {
		write(name, text)
		_, err := Load(write("bad.yaml", "nodes: 2\nmobility: {model: trace, file: "+name+"}"), Options{})
		if err == nil || !strings.Contains(err.Error(), "bad.yaml:2:32: mobility.file: "+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Reading a pipe or a device may block for ever, and neither can be copied beside the
// results.
func TestPipesAndDevicesAreRefused(t *testing.T) {
	for what, text := range map[string]string{
		"mobility.file":   "mobility: {model: trace, format: csv, file: " + os.DevNull + "}",
		"radio.file":      "radio: {model: matrix, file: " + os.DevNull + "}",
		"radio.obstacles": "radio: {model: friis, obstacles: " + os.DevNull + "}",
	} {
		path := filepath.Join(t.TempDir(), "device.yaml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path, Options{}); err == nil || !strings.Contains(err.Error(), what+": cannot read "+os.DevNull+": is a pipe or a device") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// SUMO's lanes lie beside its streets, so that traces often have negative coordinates. The
// world contains them, and a jam there is not outside.
func TestTraceWithNegativeCoordinates(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("south.csv", "a,0,-3000,-70\nb,0,-2900,30\nb,9,-2900,10\n")
	s := load(t, write("south.yaml", "mobility: {model: trace, file: south.csv}\nduration: 9s\nradio: {range: 50}\n"+
		"faults: [{at: 1s, jam: {x: -2950, y: 0, radius: 50}, for: 3s}, {at: 1s, jam: {x: 500, y: 0, radius: 50}, for: 3s}]"), Options{})
	if w := s.World; w.Width != 100 || w.Height != 100 { // from -3000 to -2900, from -70 to 30
		t.Errorf("the world is %v m by %v m", w.Width, w.Height)
	}
	said := fmt.Sprint(s.Warnings())
	if strings.Contains(said, "covers the whole world") || strings.Contains(said, "faults[0].jam") || !strings.Contains(said, "faults[1].jam") {
		t.Errorf("warnings %v", said)
	}
	again := load(t, write("again.yaml", string(s.YAML())), Options{}) // now with the size of the world
	if again.World != s.World {
		t.Errorf("written and read again, the world is %+v, not %+v", again.World, s.World)
	}
}

func TestFilesThatCannotBeLoaded(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.yaml")
	if err := os.WriteFile(large, make([]byte, strictyaml.MaxBytes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"campus-wlak":                   "did you mean campus-walk?",
		"x":                             "there are ten-nodes, campus-walk",
		"./campus-walk":                 "no such file",
		filepath.Join(dir, "none.yaml"): "no such file",
		dir:                             "is a directory",
		large:                           "larger than 1048576 bytes",
	} {
		if _, err := Load(name, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func TestCommandRepeatsARun(t *testing.T) {
	s := load(t, "campus-walk", Options{
		Set:   []Override{Set("seed", "seed", "7"), Set("runs", "runs", "3"), Assign("radio.loss", "{model: none}"), Set("nodes", "nodes", "20")},
		Until: Duration(90 * time.Second), Algorithms: []string{"bully", "vasudevan-udp"},
	})
	want := "run campus-walk --set 'radio.loss={model: none}' --nodes 20 --algorithms vasudevan-udp --seed 8 --runs 1 --until 1m30s"
	if got := s.Command("vasudevan-udp", 8); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want = "run campus-walk --set 'radio.loss={model: none}' --nodes 20 --algorithms bully,vasudevan-udp --seed 7 --runs 3 --until 1m30s"
	if got := s.Again(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestKindsNameEveryMessageOfAStack(t *testing.T) {
	s := load(t, "campus-walk", Options{Set: []Override{Assign("routing.service", "flood")}})
	for _, e := range s.Algorithms {
		if _, err := protocol.NewCodec(s.Kinds(e)...); err != nil {
			t.Errorf("%s: %v", e.Label, err)
		}
	}
	names := map[string]bool{}
	for _, k := range s.Kinds(Entry{Name: "bully"}) {
		names[k.Name] = true
	}
	if !names["hello"] || !names["coordinator"] {
		t.Errorf("the kinds of a bully over hello and flood are %v", names)
	}
}

// folder returns an empty directory and a function that writes files into it.
func folder(t *testing.T) (dir string, write func(name, text string) string) {
	t.Helper()
	dir = t.TempDir()
	return dir, func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
}
