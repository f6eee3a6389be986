package replay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/contract/goals"
	"bellwether/internal/contract/provenance"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/replay"
	"bellwether/internal/study/campaign"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A recorded agent runs on a livetest.Network and writes its trace.
type recorded struct {
	*agent.Agent
	name   string
	cancel context.CancelFunc
	writer *trace.Writer
	text   bytes.Buffer
}

// record starts an agent whose wall clock is ahead of the others'.
func record(t *testing.T, e *livetest.Network, name string, ahead time.Duration, o agent.Options) *recorded {
	t.Helper()
	r := &recorded{name: name}
	zero := time.Now()
	if !o.Epoch.IsZero() {
		zero = o.Epoch
	}
	r.writer = trace.NewWriter(&r.text, trace.WriterOptions{Scenario: scenario(o),
		Origin:    provenance.Origin{Row: provenance.Row{Label: o.Algorithm.Name, Name: o.Algorithm.Name, Params: agent.Effective(o)}},
		Algorithm: o.Algorithm.Name, Zero: zero.Add(ahead).UnixNano(), HelloTimeout: agent.LAN().Hello.Timeout})
	o.Name, o.Sinks = name, []trace.Sink{r.writer}
	if o.Storage == nil {
		o.Storage = &livetest.Disk{Node: protocol.ID(name[0])}
	}
	ctx, cancel := context.WithCancel(t.Context())
	r.cancel = cancel
	var err error
	if r.Agent, err = agent.Join(ctx, o, func(_ *agent.Options, meta membership.Meta) (agent.Network, error) {
		return e.Join(name, meta), nil
	}); err != nil {
		t.Fatal(err)
	}
	return r
}

// masked is a mask with the file of its scenario.
type masked struct {
	ether *emulator.Radio
	file  string
}

func (m *masked) Fate(f agent.Frame) (time.Duration, trace.Why) {
	return m.ether.Fate(f.From, f.To, f.At, f.Bytes)
}

// scenario returns the name of the scenario in an agent's trace.
func scenario(o agent.Options) string {
	if m, is := o.Mask.(*masked); is {
		return m.file
	}
	return "live"
}

// file writes the trace as it is on disk after the agent left, or after it was killed
// while it wrote.
func (r *recorded) file(t *testing.T, dir string, killed bool) {
	t.Helper()
	if err := r.writer.Close(); err != nil {
		t.Fatal(err)
	}
	text := r.text.String()
	if killed {
		at := strings.LastIndex(text, `"record":"end"`)
		text = text[:at]
	}
	name := fmt.Sprintf("%s.%d.ndjson", r.name, time.Now().UnixNano())
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func vasudevan(t *testing.T) agent.Algorithm {
	t.Helper()
	a, _ := scenarios.Algorithm("vasudevan")
	return agent.Algorithm{Algorithm: a}
}

// liveRun is liveRunOf vasudevan.
func liveRun(t *testing.T) (dir string) { return liveRunOf(t, vasudevan(t)) }

// liveRunOf runs five agents with clocks of their own for three minutes. The leader, e, is
// killed after one minute, and restarts a minute later.
func liveRunOf(t *testing.T, a agent.Algorithm) (dir string) {
	dir = t.TempDir()
	bubble.Test(t, func(t *testing.T) {
		ether := livetest.NewNetwork()
		disk := &livetest.Disk{Node: 'e'}
		var agents []*recorded
		for i, name := range []string{"a", "b", "c", "d", "e"} {
			o := agent.Options{Algorithm: a, Offer: int64(100 * (i + 1))}
			if name == "e" {
				o.Storage = disk
			}
			agents = append(agents, record(t, ether, name, time.Duration(i)*7*time.Second, o))
			time.Sleep(300 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		agents[4].cancel()
		<-agents[4].Done()
		agents[4].file(t, dir, true)
		time.Sleep(time.Minute)
		again := record(t, ether, "e", 3*time.Second, agent.Options{Algorithm: a, Offer: 500, Storage: disk})
		time.Sleep(time.Minute)
		for _, one := range append(agents[:4], again) {
			one.cancel()
			<-one.Done()
			one.file(t, dir, false)
		}
	})
	return dir
}

func do(t *testing.T, j replay.Job) *replay.Result {
	t.Helper()
	j.Warn = func(string) {}
	r, err := j.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The errors of the agents' clocks are found, e's two lives follow each other, the metrics
// have the right values, and the properties held.
func TestALiveRunIsMeasuredLikeAnEmulatedOne(t *testing.T) {
	if testing.Short() {
		t.Skip("an emulated run and its traces")
	}
	for _, name := range []string{"vasudevan", "tanist"} {
		a, _ := scenarios.Algorithm(name)
		t.Run(name, func(t *testing.T) { measured(t, liveRunOf(t, agent.Algorithm{Algorithm: a})) })
	}
}

func measured(t *testing.T, dir string) {
	r := do(t, replay.Job{Inputs: []string{dir}, Trace: filepath.Join(dir, "merged.out")})
	if len(r.Merge.Lives) != 6 {
		t.Fatalf("%d lives", len(r.Merge.Lives))
	}
	ahead := map[string]time.Duration{"a": 0, "b": 7 * time.Second, "c": 14 * time.Second, "d": 21 * time.Second, "e": 28 * time.Second}
	reference := time.Duration(0)
	for _, l := range r.Merge.Lives {
		if l.Clock.Basis == "reference" {
			reference = ahead[l.Name]
		}
	}
	for i, l := range r.Merge.Lives {
		want := ahead[l.Name] - reference
		if i == 5 {
			want = 3*time.Second - reference
		}
		if off := l.Clock.Offset - want; max(off, -off) > l.Clock.Error+time.Microsecond || l.Clock.Error > 10*time.Millisecond {
			t.Errorf("%s: ahead by %v ± %v, want %v", l.Name, l.Clock.Offset, l.Clock.Error, want)
		}
		if killed := i == 4; l.Clean == killed || l.Cut != killed {
			t.Errorf("%s: clean %v, cut off %v", l.File, l.Clean, l.Cut)
		}
	}
	for _, v := range r.Verdicts {
		if v.Verdict != replay.Held {
			t.Errorf("%s: %s: %v", v.Property, v.Verdict, v.Why)
		}
	}
	metric := func(name string) float64 { return r.Metrics.Get(name).X }
	// Five nodes ran for a little more than 180 s, of which e missed 60. They are one
	// component, so its mean size is the mean number of live nodes.
	if size := metric("component_size_mean"); size < 4.3 || size > 4.7 {
		t.Errorf("components of %v nodes on average, want 4.67, or a little less", size)
	}
	if lost := metric("leaderless_fraction"); lost <= 0 || lost > 0.2 {
		t.Errorf("leaderless for %v of the time", lost)
	}
	if hellos := metric("hello_messages_per_node_s"); hellos < 0.9 || hellos > 1.1 {
		t.Errorf("%v hellos per node and second, LAN timing has one", hellos)
	}
	merged, err := os.Open(filepath.Join(dir, "merged.out"))
	if err != nil {
		t.Fatal(err)
	}
	defer merged.Close()
	kinds := map[trace.Kind]int{}
	if err := trace.Read(merged, "merged", func(_ *trace.Header, l *trace.Line) error { kinds[l.Record.Kind]++; return nil }); err != nil {
		t.Fatal(err)
	}
	if kinds[trace.Boot] != 6 || kinds[trace.Crash] != 1 || kinds[trace.Absent] != 5 || kinds[trace.End] != 1 || kinds[trace.Truth] != 1 || kinds[trace.Component] < 6 {
		t.Errorf("the merged trace has %v", kinds)
	}
}

// islands is a line of four nodes that a partition separates in the middle for a minute.
const islands = `
duration: 5m
warmup: 0s
nodes: 4
radio: {model: graph, topology: line, latency: 2ms, loss: {model: bernoulli, probability: 0.02}}
neighbours: {service: hello}
faults:
  - {at: 60.5s, partition: [[1, 2], [3, 4]], for: 1m}
algorithms: [vasudevan]
`

// The traces of agents under a mask name it: truth is exact without a scenario in the
// Job, and the mean size of components follows from the script.
func TestTracesNameTheirMask(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "islands.yaml")
	if err := os.WriteFile(file, []byte(islands), 0o644); err != nil {
		t.Fatal(err)
	}
	bubble.Test(t, func(t *testing.T) {
		s, err := scenarios.Load(file, scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		wire, epoch := livetest.NewNetwork(), time.Now()
		var agents []*recorded
		for i, name := range []string{"p", "q", "r", "s"} {
			config, err := s.Config(s.Algorithms[0], s.Seed)
			if err != nil {
				t.Fatal(err)
			}
			ether, err := emulator.NewRadio(config)
			if err != nil {
				t.Fatal(err)
			}
			agents = append(agents, record(t, wire, name, 0, agent.Options{Algorithm: vasudevan(t), Offer: int64(100 * (i + 1)),
				ID: protocol.ID(i + 1), Epoch: epoch, Mask: &masked{ether, file}}))
		}
		time.Sleep(3*time.Minute - 500*time.Millisecond) // the end is between two samples
		for _, a := range agents {
			a.cancel()
			<-a.Done()
			a.file(t, dir, false)
		}
	})
	r := do(t, replay.Job{Inputs: []string{dir}, Runs: 9, Jobs: 2})
	if !r.Truth.Exact || r.Truth.Scenario != "islands" || r.Prediction == nil || r.Prediction.Scenario != "islands" {
		t.Fatalf("truth %v, no prediction: %s", r.Truth, r.Unforeseen)
	}
	// Of 180 samples 60 find two components of two, the others one of four.
	if got, want := r.Metrics.Get("component_size_mean").X, 4*180./(120+2*60); math.Abs(got-want) > 0.02 {
		t.Errorf("components of %v, want %v", got, want)
	}
	for _, v := range r.Verdicts {
		if v.Verdict == replay.Violated {
			t.Errorf("%s: %v", v.Property, v.Why)
		}
	}
	// In the emulator, too, components follow from the script.
	for _, c := range r.Prediction.Compared {
		if c.Key == "component_size_mean" && math.Abs(*c.Median-3) > 0.02 {
			t.Errorf("the emulator has components of %v", *c.Median)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	told := ""
	blind, err := (&replay.Job{Inputs: []string{dir}, Warn: func(s string) { told += s }}).Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if blind.Truth.Exact || !strings.Contains(told, "islands.yaml, which cannot be read") {
		t.Errorf("without the scenario truth is %v, warnings %s", blind.Truth, told)
	}
	if got := blind.Metrics.Get("component_size_mean").X; math.Abs(got-3) > 0.3 {
		t.Errorf("components of %v are estimated", got)
	}
}

// An interrupt ends the reading, and is reported as one.
func TestAnInterruptEndsTheReading(t *testing.T) {
	dir := liveRun(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := replay.Job{Inputs: []string{dir}, Warn: func(string) {}}
	if _, err := j.Do(ctx); !errors.Is(err, campaign.ErrInterrupted) {
		t.Errorf("%v", err)
	}
	if _, err := j.Calibrate(ctx); !errors.Is(err, campaign.ErrInterrupted) {
		t.Errorf("calibrate: %v", err)
	}
}

// A live run of every algorithm can be replayed, and its JSON has all keys of a run. gossip-max,
// which only agents can run, has no prediction, and its calibration runs another
// algorithm. The test takes every fifth algorithm, gossip-max first; in campaigns
// it takes all.
func TestEveryAlgorithmReplays(t *testing.T) {
	algorithms := []agent.Algorithm{agent.GossipMax()}
	for _, a := range scenarios.Algorithms() {
		algorithms = append(algorithms, agent.Algorithm{Algorithm: a})
	}
	for i, a := range algorithms {
		if !sample.Takes(i, 5) {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			dir := t.TempDir()
			bubble.Test(t, func(t *testing.T) {
				ether := livetest.NewNetwork()
				var agents []*recorded
				expect := 3 // algorithms that elect by majority need a number
				if a.Gossiped {
					expect = 0
				}
				for i, name := range []string{"a", "b", "c"} {
					agents = append(agents, record(t, ether, name, 0, agent.Options{Algorithm: a, Offer: int64(i + 1), Expect: expect}))
				}
				time.Sleep(2 * time.Minute)
				for _, r := range agents {
					r.cancel()
					<-r.Done()
					r.file(t, dir, false)
				}
			})
			r := do(t, replay.Job{Inputs: []string{dir}, Runs: 2, Warmup: time.Minute})
			goal, quorum := goals.Written(a.Goal)
			if got := r.Report.Algorithms[0]; got.Name != a.Name || got.Goal != goal || got.Quorum != quorum {
				t.Errorf("the report is of %s, %s, quorum %t", got.Name, got.Goal, got.Quorum)
			}
			// A minute after they met they agree until the end.
			if got := r.Metrics.Get("agreement_fraction"); !got.Known || got.X < 1 {
				t.Errorf("agreement %+v", got)
			}
			for _, v := range r.Verdicts {
				if v.Verdict == replay.Violated {
					t.Errorf("%s: %v", v.Property, v.Why)
				}
			}
			if rival := a.Gossiped; rival != (r.Prediction == nil) || rival != strings.Contains(r.Unforeseen, "does not know gossip-max") {
				t.Errorf("prediction %v: %s", r.Prediction, r.Unforeseen)
			}
			told := ""
			j := replay.Job{Inputs: []string{dir}, Warn: func(s string) { told += s }}
			if _, err := j.Calibrate(t.Context()); err != nil || a.Gossiped != strings.Contains(told, "the scenario runs vasudevan") {
				t.Errorf("calibration: %v, %s", err, told)
			}
		})
	}
}
