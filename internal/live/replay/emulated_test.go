package replay_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/replay"
	"bellwether/internal/testkit/scenariotest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// lossy is a chain of six nodes with a partition, a crash and loss.
const lossy = `
name: lossy
duration: 5m
warmup: 10s
runs: 1
nodes: 6
radio: {model: graph, topology: edges, edges: [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [1, 3]], latency: 3ms, loss: {model: bernoulli, probability: 0.2}}
capability: {values: [1, 5, 2, 9, 4, 7]}
neighbours: {service: hello}
faults:
  - {at: 60.5s, crash: 4, for: 30s}
  - {at: 120.5s, partition: [[1, 2, 3], [4, 5, 6]], for: 1m}
algorithms: [vasudevan]
`

const epoch = 1_790_000_000_000_000_000 // in September 2026

// A splitter keeps the records that each node of an emulated world has, as an agent would
// write them. The emulator records a frame on the air at its end, an agent at its
// beginning.
type splitter struct {
	seen map[protocol.ID][]trace.Record
}

const latency = 3 * time.Millisecond

func (s *splitter) Wants() trace.Set { return trace.All }

func (s *splitter) Record(r *trace.Record) {
	node, one := r.Node, *r
	switch r.Kind {
	case trace.Lost:
		if r.Peer != protocol.Nobody {
			node = r.Peer // the sender's mask lost it
		}
	case trace.Transmit:
		one.At = one.At.Add(-latency)
	case trace.Truth, trace.Component, trace.Fault, trace.Energy, trace.LinkUp, trace.LinkDown:
		return
	case trace.End:
		for node := range s.seen {
			s.seen[node] = append(s.seen[node], one)
		}
		return
	}
	s.seen[node] = append(s.seen[node], one)
}

// write writes a file for each node, with clocks that are ahead.
func (s *splitter) write(t *testing.T, dir string, codec *protocol.Codec, skew func(protocol.ID) time.Duration) {
	t.Helper()
	for node, records := range s.seen {
		slices.SortStableFunc(records, func(a, b trace.Record) int { return cmp.Compare(a.At, b.At) })
		var text bytes.Buffer
		w := trace.NewWriter(&text, trace.WriterOptions{Algorithm: "vasudevan", Codec: codec,
			Zero: epoch + int64(skew(node)), HelloTimeout: 3 * time.Second})
		for i := range records {
			w.Record(&records[i])
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%v.1.ndjson", node)), text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// emulated runs a scenario once, returns its metrics, and writes its nodes' files into a
// directory beside the scenario.
func emulated(t *testing.T, text string, skew func(protocol.ID) time.Duration) (dir, file string, m measure.Metrics) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, "lossy.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := scenarios.Load(file, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	meter := measure.NewRun(measure.Options{Warmup: protocol.Time(s.Warmup)})
	split := &splitter{map[protocol.ID][]trace.Record{}}
	scenariotest.Run(t, s, meter, split)
	split.write(t, dir, scenariotest.Codec(t, s), skew)
	return dir, file, meter.Metrics()
}

func noSkew(protocol.ID) time.Duration { return 0 }

// bySeconds shifts each clock by another number of seconds.
func bySeconds(id protocol.ID) time.Duration { return time.Duration(id*id) * 1300 * time.Millisecond }

// An emulated run is split into its nodes' files and replayed. The replay has the metrics
// of the run: the counts exactly, and the times up to the errors of the clocks, which
// follow from a latency of 3 ms over up to five hops.
func TestAReplayHasTheMetricsOfTheRun(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of several worlds, each replayed")
	}
	for name, skew := range map[string]func(protocol.ID) time.Duration{"even": noSkew, "skewed": bySeconds} {
		t.Run(name, func(t *testing.T) { sameMetrics(t, lossy, skew) })
	}
}

// meetings are links of the same nodes that come and go. Some last from the start or to
// the end of the run.
const meetings = "1,2,0,\n2,3,0,\n3,4,0,151\n3,4,201,\n4,5,0,\n5,6,20.5,\n1,3,40.5,90\n1,6,100.5,220\n"

// The same with contacts: the mask's truth follows them.
func TestAReplayOverContactsHasTheMetricsOfTheRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "six.contacts")
	if err := os.WriteFile(file, []byte(meetings), 0o644); err != nil {
		t.Fatal(err)
	}
	begin, rest, _ := strings.Cut(lossy, "model: graph,")
	_, rest, _ = strings.Cut(rest, "latency:")
	text := begin + fmt.Sprintf("model: contacts, file: %q, bitrate: 0, latency:", file) + rest + "energy: {profile: none}\n"
	sameMetrics(t, text, bySeconds)
}

// sameMetrics compares a replay of an emulated scenario with the metrics of the run.
func sameMetrics(t *testing.T, text string, skew func(protocol.ID) time.Duration) {
	t.Helper()
	dir, file, want := emulated(t, text, skew)
	// The median of the clocks is node 3's.
	r := do(t, replay.Job{Inputs: []string{dir}, Scenario: file, Epoch: time.Unix(0, epoch).Add(skew(3))})
	reference := protocol.Nobody
	for _, l := range r.Merge.Lives {
		if l.Clock.Basis == "reference" {
			reference = l.Node
		}
	}
	for _, l := range r.Merge.Lives {
		if off := l.Clock.Offset - (skew(l.Node) - skew(reference)); max(off, -off) > l.Clock.Error || l.Clock.Error > 20*time.Millisecond {
			t.Errorf("node %v: ahead by %v ± %v, want %v", l.Node, l.Clock.Offset, l.Clock.Error, skew(l.Node)-skew(reference))
		}
	}
	if !r.Truth.Exact {
		t.Error("the truth is not that of the mask")
	}
	for _, k := range measure.Keys() {
		got, want := r.Metrics.Get(k.Name), want.Get(k.Name)
		if got.Known != want.Known {
			t.Errorf("%s: known %v in the replay, %v in the run", k.Name, got.Known, want.Known)
		}
		tolerance := 0.001 * want.X
		if !k.Exact {
			// One more sample at each end of 290 s is allowed, since some nodes may have
			// ended.
			tolerance += 2.0 / 290 * max(want.X, 1)
		}
		if math.Abs(got.X-want.X) > tolerance {
			t.Errorf("%s: %v in the replay, %v in the run", k.Name, got.X, want.X)
		}
	}
}

// The truth estimated from hellos is that of the mask, later by the time that hellos take.
func TestEstimatedTruthIsNearTheMasks(t *testing.T) {
	if testing.Short() {
		t.Skip("runs behind a mask")
	}
	dir, file, _ := emulated(t, strings.Replace(lossy, "probability: 0.2", "probability: 0", 1), bySeconds)
	exact := do(t, replay.Job{Inputs: []string{dir}, Scenario: file, Epoch: time.Unix(0, epoch).Add(bySeconds(3))})
	guess := do(t, replay.Job{Inputs: []string{dir}, Warmup: 10 * time.Second})
	if guess.Truth.Exact || guess.Truth.HelloTimeout != 3*time.Second {
		t.Errorf("truth is %v", guess.Truth)
	}
	for _, key := range []string{"component_size_mean", "component_count_mean", "agreement_fraction", "instability_fraction"} {
		a, b := exact.Metrics.Get(key).X, guess.Metrics.Get(key).X
		// Two partitions and their ends, of up to 6 nodes, take up to 4 s each to be
		// detected, of 290 s.
		if math.Abs(a-b) > 16.0/290*max(a, 1) {
			t.Errorf("%s: exactly %v, estimated %v", key, a, b)
		}
	}
}

// Calibration finds the loss and the latency of the emulated radio, and the links. The
// scenario that it writes is valid, and runs.
func TestCalibrationFindsTheRadio(t *testing.T) {
	dir, _, _ := emulated(t, strings.Replace(lossy, "  - {at: 120.5s, partition: [[1, 2, 3], [4, 5, 6]], for: 1m}\n", "", 1), bySeconds)
	j := replay.Job{Inputs: []string{dir}, Warn: func(string) {}}
	c, err := j.Calibrate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := c.Network
	linked := map[[2]int]bool{{1, 2}: true, {2, 3}: true, {3, 4}: true, {4, 5}: true, {5, 6}: true, {1, 3}: true}
	for _, p := range n.Pairs {
		if p.Linked != linked[[2]int{p.A, p.B}] {
			t.Errorf("%d-%d: linked %v", p.A, p.B, p.Linked)
		}
		for _, w := range []replay.Way{p.Forth, p.Back} {
			// Five standard deviations of a binomial, and a frame lost in a crash.
			if far := 5*math.Sqrt(0.2*0.8/float64(w.Sent)) + 1/float64(w.Sent); p.Linked && math.Abs(w.Loss-0.2) > far {
				t.Errorf("%d-%d: loss %v of %d, want 0.2 ± %v", p.A, p.B, w.Loss, w.Sent, far)
			}
		}
		if p.Linked && (p.RTTMin < 5900*time.Microsecond || p.RTT > 6500*time.Microsecond) {
			t.Errorf("%d-%d: round trips from %v, mostly %v, want twice 3 ms", p.A, p.B, p.RTTMin, p.RTT)
		}
	}
	if math.Abs(n.Loss-0.2) > 0.02 || n.Delay < 2900*time.Microsecond || n.Delay > 3300*time.Microsecond {
		t.Errorf("mean loss %v, one way %v", n.Loss, n.Delay)
	}
	if n.Timers.Interval != time.Second || n.Timers.Loss < 0.2 || n.Timers.PerHour > replay.MistakesPerHour {
		t.Errorf("timers %v", n.Timers)
	}
	s, err := scenarios.Read("calibrated.yaml", c.YAML, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Nodes != 6 || !slices.Equal(s.Capability.Values, []int64{1, 5, 2, 9, 4, 7}) || len(s.Radio.Edges) != 6 {
		t.Errorf("%d nodes, offers %v, edges %v", s.Nodes, s.Capability.Values, s.Radio.Edges)
	}
	if len(s.Faults) != 1 || !slices.Equal(s.Faults[0].Crash.Nodes, []protocol.ID{4}) ||
		math.Abs(s.Faults[0].At.Std().Seconds()-60.5) > 0.1 || math.Abs(s.Faults[0].For.Std().Seconds()-30) > 0.1 {
		t.Errorf("faults %+v", s.Faults)
	}
}

// An emulated run is one more run of the emulator: in most metrics it is within the range
// of the others. A run with twice as many hellos is recognised.
func TestAPredictionHoldsForTheEmulator(t *testing.T) {
	if testing.Short() {
		t.Skip("a dozen runs and their predictions")
	}
	like := lossy + "detection: {interval: 1s, misses: 3}\nstart: {listen: 3s}\n" // as agents
	dir, file, _ := emulated(t, like, noSkew)
	job := replay.Job{Inputs: []string{dir}, Scenario: file, Epoch: time.Unix(0, epoch), Runs: 19, Jobs: 2}
	r := do(t, job)
	if r.Prediction == nil || r.Prediction.Runs != 19 || replay.Coverage(19) != 0.9 {
		t.Fatalf("prediction %+v", r.Prediction)
	}
	known := 0
	for _, c := range r.Prediction.Compared {
		if c.Live != nil {
			known++
		}
	}
	// The first of the 19 has this run's seed, so this run cannot lie outside.
	if parts := r.Prediction.Parts(); len(parts) > known/5 {
		t.Errorf("it differs in %v", parts)
	}
	quick := filepath.Join(dir, "quick.yaml")
	text := strings.Replace(like, "{service: hello}", "{service: hello, interval: 500ms}", 1)
	if err := os.WriteFile(quick, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	job.Scenario = quick
	if parts := do(t, job).Prediction.Parts(); !slices.Contains(parts, "hello_messages_per_node_s") {
		t.Errorf("the prediction has half the hellos, but the metrics that differ are %v", parts)
	}
}

// The JSON of a replay has every key of the JSON of a run.
func TestTheJSONHasAllKeysOfARun(t *testing.T) {
	dir, file, _ := emulated(t, lossy, noSkew)
	r := do(t, replay.Job{Inputs: []string{dir}, Scenario: file, Epoch: time.Unix(0, epoch), Runs: 2})
	var b bytes.Buffer
	if err := r.Print(&b, "json", nil); err != nil {
		t.Fatal(err)
	}
	var live, run struct {
		Algorithms []struct{ Metrics map[string]any }
	}
	var all, want map[string]any
	text, err := json.Marshal(r.Prediction.Report)
	if err != nil {
		t.Fatal(err)
	}
	for _, into := range []struct {
		text []byte
		v    any
	}{{b.Bytes(), &live}, {b.Bytes(), &all}, {text, &run}, {text, &want}} {
		if err := json.Unmarshal(into.text, into.v); err != nil {
			t.Fatal(err)
		}
	}
	for key := range want {
		if _, has := all[key]; !has {
			t.Errorf("%q is missing", key)
		}
	}
	if len(all) != len(want)+1 || all["replay"] == nil {
		t.Errorf("keys %v", slices.Sorted(maps.Keys(all)))
	}
	delete(run.Algorithms[0].Metrics, "takeover_s") // stands in replay
	got := slices.Sorted(maps.Keys(live.Algorithms[0].Metrics))
	if !slices.Equal(got, slices.Sorted(maps.Keys(run.Algorithms[0].Metrics))) || len(got) != len(measure.Keys()) {
		t.Errorf("metrics %v", got)
	}
}
