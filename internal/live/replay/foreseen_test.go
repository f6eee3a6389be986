package replay_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/replay"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// ringed is a ring of five nodes. A mask does not carry out its crash.
const ringed = `
duration: 5m
warmup: 0s
nodes: 5
radio: {model: graph, topology: ring, latency: 2ms}
capability: {values: [1, 1, 1, 1, 1]}
neighbours: {service: hello}
faults:
  - {at: 10s, crash: 1, for: 10s}
algorithms: [vasudevan]
`

// underMask runs four of the five agents for a minute. The leader is killed after 20 s, and
// comes back 20 s later.
func underMask(t *testing.T) (dir string) {
	dir = t.TempDir()
	file := filepath.Join(dir, "ringed.yaml")
	if err := os.WriteFile(file, []byte(ringed), 0o644); err != nil {
		t.Fatal(err)
	}
	bubble.Test(t, func(t *testing.T) {
		s, err := scenarios.Load(file, scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		wire, epoch, disk := livetest.NewNetwork(), time.Now(), &livetest.Disk{Node: 4}
		start := func(i int) *recorded {
			config, err := s.Config(s.Algorithms[0], s.Seed)
			if err != nil {
				t.Fatal(err)
			}
			ether, err := emulator.NewRadio(config)
			if err != nil {
				t.Fatal(err)
			}
			o := agent.Options{Algorithm: vasudevan(t), Offer: int64(100 * i), ID: protocol.ID(i), Epoch: epoch, Mask: &masked{ether, file}}
			if i == 4 {
				o.Storage = disk
			}
			return record(t, wire, string(rune('o'+i)), 0, o)
		}
		time.Sleep(1500 * time.Millisecond) // they start after the epoch
		agents := []*recorded{start(1), start(2), start(3), start(4)}
		time.Sleep(20 * time.Second)
		agents[3].cancel()
		<-agents[3].Done()
		agents[3].file(t, dir, true)
		time.Sleep(20 * time.Second)
		agents[3] = start(4)
		time.Sleep(20 * time.Second)
		for _, a := range agents {
			a.cancel()
			<-a.Done()
			a.file(t, dir, false)
		}
	})
	return dir
}

// The prediction of a run under a mask has what happened to the nodes of the run, not the
// scenario's faults of nodes. So it predicts the takeover and the time without a leader, and
// lists what it assumed.
func TestAPredictionHasTheFaultsOfTheRun(t *testing.T) {
	if testing.Short() {
		t.Skip("runs agents and ten emulations")
	}
	r := do(t, replay.Job{Inputs: []string{underMask(t)}, Runs: 9, Jobs: 2})
	if !r.Truth.Exact || r.Prediction == nil {
		t.Fatalf("truth %v, no prediction: %s", r.Truth, r.Unforeseen)
	}
	foreseen(t, r)
	if len(r.Takeovers.Took) == 0 {
		t.Errorf("takeovers %v, cut %d", r.Takeovers.Took, r.Takeovers.Cut)
	}
	told := strings.Join(r.Prediction.Assumed, "\n")
	for _, want := range []string{"s was down from 2", "s had not booted from 0s for 1.5s", "node 5 never ran", "listen for 3s", "1 fault of the scenario left out"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not among what was assumed:\n%s", want, told)
		}
	}
}

// The same with a network calibrated from the traces: agents listen before they elect, and so
// do the nodes of the prediction. Otherwise their time without a leader would be too short.
func TestAPredictionListensLikeAgents(t *testing.T) {
	if testing.Short() {
		t.Skip("runs agents and ten emulations")
	}
	foreseen(t, do(t, replay.Job{Inputs: []string{liveRun(t)}, Runs: 9, Jobs: 2}))
}

// foreseen checks the prediction: elections and leaderless time within a quarter of the live
// run, and the takeover within an interval of hellos, a second, since the traces do not say
// when within one the leader was killed.
func foreseen(t *testing.T, r *replay.Result) {
	t.Helper()
	all := append(r.Prediction.Compared, r.Prediction.Takeover)
	for _, c := range all {
		if c.Key != "leaderless_fraction" && c.Key != "takeover_s" && c.Key != "election_rate_per_min" {
			continue
		}
		if c.Live == nil || c.Median == nil {
			t.Fatalf("%s: nothing to compare: %+v", c.Key, c)
		}
		t.Logf("%s: live %.4f, emulator %.4f (%.4f to %.4f)", c.Key, *c.Live, *c.Median, *c.Low, *c.High)
		if far := math.Abs(*c.Live - *c.Median); c.Key == "takeover_s" && far > 1.1 || c.Key != "takeover_s" && far > *c.Live/4 {
			t.Errorf("%s: %v live, %v predicted", c.Key, *c.Live, *c.Median)
		}
	}
}
