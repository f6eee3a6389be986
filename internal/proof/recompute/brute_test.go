package recompute

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	draws "bellwether/internal/testkit/sample"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// TestTruthIsWhatALookEachMillisecondSees looks at random worlds of up to twelve nodes once in
// each millisecond, by brute force: who runs, where it is, whom it names, and who is in range of
// whom on its side of a partition. Every metric of the truth agrees with that up to what can
// happen between two looks. Half of the worlds have rules of who may lead, which the look asks itself: nodes 1 and 2
// are eligible, for 14 s after each boot.
func TestTruthIsWhatALookEachMillisecondSees(t *testing.T) {
	for seed := range uint64(draws.Some(3, 16)) {
		r := rand.New(rand.NewPCG(seed, 7))
		nodes := 2 + r.IntN(11)
		text := fmt.Sprintf("schema: 2\nname: random\nduration: 24s\nwarmup: 3s\nruns: 1\nseed: %d\nnodes: %d\nworld: {width: 500, height: 400}\n"+
			"mobility: {model: random-waypoint, speed: {min: 5, max: 25}, pause: {min: 0s, max: 2s}}\n"+
			"radio: {model: unit-disk, range: %d, loss: {model: bernoulli, probability: 0.1}}\nneighbours: {service: hello, interval: 500ms, timeout: 1500ms}\n"+
			"detection: {interval: 500ms, misses: 2}\ncapability: {connectivity: 1, hysteresis: %.1f}\nenergy: {profile: none}\n"+
			"faults: [{at: %dms, crash: best, for: 4s}, {at: %dms, partition: [[1, 2], [3]], for: 5s}, {every: 2300ms, elect: random}]\nalgorithms: [%s]\n",
			seed+1, nodes, 100+r.IntN(120), []float64{0, 0.2}[seed%2], 4000+r.IntN(9000), 4000+r.IntN(9000), []string{"vasudevan", "flood-max", "bully"}[seed%3])
		if nodes < 3 {
			text = strings.Replace(text, "[[1, 2], [3]]", "[[1]]", 1)
		}
		if seed%2 == 0 {
			text += "eligible: uptime < 14s, side = a\ntags: [{nodes: [1, 2], tags: {side: a}}]\n"
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s, err := scenarios.Read("random.yaml", []byte(text), scenarios.Options{})
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(t.TempDir(), "run.ndjson")
			out, err := campaign.Run(context.Background(), s, campaign.Options{Jobs: 1, TraceFile: func(_, _ string, _ uint64) string { return name }})
			if err != nil || len(out.Failures) > 0 {
				t.Fatal(err, out.Failures)
			}
			looked, changes := look(t, name, s.Radio.Range)
			for key, want := range looked {
				got := out.Runs[0].Metrics.Get(key)
				// Each change is seen up to half a millisecond early or late, at all nodes at most.
				if allowed := 0.002 * math.Sqrt(changes) / 21; math.Abs(got.X-want) > allowed || math.IsNaN(want) == got.Known {
					t.Errorf("%s: measured %v, a look each millisecond sees %v ± %v", key, got, want, allowed)
				}
			}
		})
	}
}

// A seen is the state of a node at a look.
type seen struct {
	live         bool
	x, y, vx, vy float64
	since        int64
	leader       uint32 // that it names
	value        int64
	booted, died int64
	group        int64
}

// motion is a line of movement, which readFile leaves out.
type motion struct {
	line
	X  float64 `json:"x_m"`
	Y  float64 `json:"y_m"`
	VX float64 `json:"vx_mps"`
	VY float64 `json:"vy_mps"`
}

// look returns the metrics of the truth by looks half a millisecond after each millisecond, and
// how many changes there are for each node and second that lived.
func look(t *testing.T, name string, rangeM float64) (metrics map[string]float64, changes float64) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Buffer(nil, 16<<20)
	in.Scan()
	var h header
	if err := json.Unmarshal(in.Bytes(), &h); err != nil {
		t.Fatal(err)
	}
	nodes, sums := map[uint32]*seen{}, map[string]float64{}
	at := func(id uint32) *seen {
		if nodes[id] == nil {
			nodes[id] = &seen{}
		}
		return nodes[id]
	}
	now := int64(0) // of the next look, in nanoseconds
	for more := true; more; {
		var m motion
		if more = in.Scan(); more {
			if err := json.Unmarshal(in.Bytes(), &m); err != nil {
				t.Fatal(err)
			}
		} else {
			m.At = h.Measured.Horizon
		}
		for ; now+500_000 < m.At; now += 1_000_000 {
			if now >= h.Measured.Warmup {
				judge(&h, nodes, now+500_000, rangeM, sums)
			}
		}
		if m.At >= h.Measured.Warmup && slices.Contains([]string{"component", "elected", "electing", "crash", "boot", "capability"}, m.Record) {
			sums["changes"]++
		}
		at(m.Node).takes(&m, nodes)
	}
	whole := sums["nodes"]
	metrics = map[string]float64{"leader_quality": (sums["quality"] + sums["leader_quality"]) / whole, "component_size_mean": whole / sums["components"]}
	for _, key := range []string{"badly_led_fraction", "instability_fraction", "instability_within_margin_fraction", "agreement_fraction", "multi_leader_fraction",
		"unreachable_leader_fraction", "leaderless_fraction"} {
		metrics[key] = sums[key] / whole
	}
	if h.Measured.Rules {
		metrics["none_eligible_fraction"] = sums["none_eligible_fraction"] / whole
	}
	return metrics, sums["changes"]
}

// takes updates a node by a line.
func (n *seen) takes(m *motion, all map[uint32]*seen) {
	switch m.Record {
	case "move":
		n.x, n.y, n.vx, n.vy, n.since = m.X, m.Y, m.VX, m.VY, m.At
	case "boot":
		n.live, n.leader, n.booted = true, 0, m.At
	case "crash", "absent":
		n.live, n.died = false, m.At
	case "electing":
		n.leader = 0
	case "elected":
		n.leader = max(m.Leader, m.Abstains)
	case "capability":
		if n.value = m.Value; n.value < 0 {
			n.value = 0 // the look asks the rules itself
		}
	case "group":
		n.group = m.Group
	case "over":
		if m.Name == "partition" {
			for _, one := range all {
				one.group = 0
			}
		}
	}
}

// judge adds what one look sees.
func judge(h *header, nodes map[uint32]*seen, at int64, rangeM float64, sums map[string]float64) {
	part := map[uint32]uint32{} // by the least member
	place := func(n *seen) (x, y float64) {
		s := float64(at-n.since) / 1e9
		return n.x + n.vx*s, n.y + n.vy*s
	}
	for id, n := range nodes {
		if n.live {
			part[id] = id
		}
	}
	for range part {
		for a, n := range nodes {
			for b, m := range nodes {
				if !n.live || !m.live || n.group != m.group {
					continue
				}
				x, y := place(n)
				u, v := place(m)
				if math.Hypot(x-u, y-v) <= rangeM {
					least := min(part[a], part[b])
					part[a], part[b] = least, least
				}
			}
		}
	}
	hist := &history{header: *h}
	may := func(id uint32) bool {
		n, until := nodes[id], at
		if n == nil {
			return true
		}
		if !n.live {
			until = n.died
		}
		return !h.Measured.Rules || id <= 2 && until-n.booted < 14e9
	}
	follows := func(n *seen) uint32 {
		if !may(n.leader) {
			return 0
		}
		return n.leader
	}
	for id, c := range part {
		if id == c {
			sums["components"]++
		}
		n, best, agreed, leaders := nodes[id], [2]int64{-1, -1}, true, 0
		for other, d := range part {
			if d != c {
				continue
			}
			o := nodes[other]
			if v := [2]int64{o.value, int64(other)}; may(other) && slices.Compare(v[:], best[:]) > 0 {
				best = v
			}
			agreed = agreed && follows(o) == follows(n)
			if follows(o) == other {
				leaders++
			}
		}
		follows := follows(n)
		where, there := part[follows]
		within := follows != 0 && there && where == c
		leader := [2]int64{0, int64(follows)}
		if within {
			leader[0] = nodes[follows].value
			sums["quality"] += share(leader[0], best[0])
		}
		count := func(key string, is bool) {
			if is {
				sums[key]++
			}
		}
		count("nodes", true)
		if best[1] < 0 { // nobody is eligible
			count("none_eligible_fraction", true)
			count("leader_quality", follows == 0)
			count("agreement_fraction", agreed && follows == 0)
			for _, key := range []string{"instability_fraction", "unreachable_leader_fraction", "badly_led_fraction"} {
				count(key, follows != 0)
			}
			continue
		}
		count("leaderless_fraction", follows == 0)
		count("instability_fraction", leader[1] != best[1])
		count("unreachable_leader_fraction", follows != 0 && !within)
		count("agreement_fraction", agreed && within)
		count("multi_leader_fraction", leaders > 1)
		count("badly_led_fraction", !within || hist.bad(best, leader))
		count("instability_within_margin_fraction", within && leader[1] != best[1] && !deposes(best, leader, h.Measured.Margin, h.Measured.Bonus))
	}
}

// In an exact world no number depends on measure.every.
func TestExactNumbersDoNotDependOnTheInterval(t *testing.T) {
	var first measure.Metrics
	for i, every := range []string{"1s", "37ms", "1h"} {
		s := load(t, "measure: {every: "+every+"}\nfaults: [{at: 8s, crash: best, for: 5s}, {at: 20s, partition: [[1, 2, 3]], for: 6s}]\nalgorithms: [omega]\n")
		out, err := campaign.Run(context.Background(), s, campaign.Options{Jobs: 1})
		if err != nil || len(out.Failures) > 0 {
			t.Fatal(err, out.Failures)
		}
		got := out.Runs[0].Metrics
		if i == 0 {
			first = got
		}
		for _, k := range measure.Keys() {
			if got.Get(k.Name) != first.Get(k.Name) {
				t.Errorf("every %s: %s is %v, and %v with 1s", every, k.Name, got.Get(k.Name), first.Get(k.Name))
			}
		}
	}
}
