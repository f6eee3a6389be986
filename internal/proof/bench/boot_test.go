package bench

import (
	"math"
	"strconv"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
	"bellwether/trace"
)

// Booting is linear: the work for each node in the first millisecond does not grow from
// 10^3 to 3·10^4 nodes, or 10^4 in go test, for every neighbour service, mobility model and medium. The work
// is counted, not timed. Package measure tests that the metrics are linear.
func TestWorkOfABootDoesNotGrowWithTheWorld(t *testing.T) {
	if testing.Short() {
		t.Skip("boots worlds of many thousand nodes")
	}
	most := sample.Of(10_000, 30_000)
	for name, part := range map[string]string{
		"static, oracle":  "neighbours: {service: oracle}\nmobility: {model: static}\n",
		"walking, hellos": "mobility: {model: random-waypoint}\n",
		"by power":        "radio: {model: log-distance}\nmobility: {model: static}\n",
		"in groups":       "mobility: {model: reference-point-group, members: 4}\n",
		"graph":           "radio: {model: graph, topology: grid}\n",
		"all struck":      "mobility: {model: static}\nfaults: [{at: 0s, crash: all, for: 100us}]\n",
	} {
		small, large := perBoot(t, part, 1000), perBoot(t, part, most)
		for k, what := range []string{"events", "candidates", "queue operations", "records"} {
			if large[k] > 1.1*small[k]+0.1 {
				t.Errorf("%s: %.2f %s for each of 1000 nodes, %.2f of %d", name, small[k], what, large[k], most)
			}
		}
	}
}

// perBoot returns the counted work for each node of a world of degree 10.
func perBoot(t *testing.T, part string, nodes int) [4]float64 {
	t.Helper()
	side := math.Sqrt(float64(nodes) * math.Pi * 250 * 250 / 10)
	s, err := scenarios.Read("boot.yaml", []byte(part+"duration: 1ms\nmeasure: {every: 1ms}\nalgorithms: [vasudevan]\n"), scenarios.Options{
		Set: []scenarios.Override{
			scenarios.Assign("nodes", sprint(float64(nodes))), scenarios.Assign("world.width", sprint(side)), scenarios.Assign("world.height", sprint(side)),
		}})
	if err != nil {
		t.Fatal(err)
	}
	records := new(tally)
	c, err := s.Config(s.Algorithms[0], 1, records)
	if err != nil {
		t.Fatal(err)
	}
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	done, n := w.Counters(), float64(nodes)
	return [4]float64{float64(done.Events) / n, float64(done.Candidates) / n, float64(done.QueueOperations) / n, float64(*records) / n}
}

func sprint(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }

// tally counts records.
type tally int

func (*tally) Wants() trace.Set {
	return trace.All &^ trace.Of(trace.LinkUp, trace.LinkDown, trace.State)
}
func (n *tally) Record(*trace.Record) { *n++ }
