package campaign

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// pairsFile is the pool of real differences with which tests of trace/measure compare
// methods.
const pairsFile = "../../../trace/measure/testdata/pairs.csv"

// pairedRows are compared with the first of them. The twin's jitter differs by a tenth of a
// millisecond.
const pairedRows = `[vasudevan, {name: vasudevan, label: vasudevan-twin, params: {rebroadcast_jitter: 20.1ms}},
 {name: vasudevan, label: vasudevan-optimised, params: {signalling: optimised}}, bully, chang-roberts, flood-max]`

// pairedWorlds are the scenarios: methods are chosen on one half and judged on the
// other.
var pairedWorlds = []struct{ half, scenario string }{
	{"choose", "bully-seven"}, {"choose", "convoy"}, {"choose", "detectors"}, {"choose", "two-islands"},
	{"judge", "ten-nodes"}, {"judge", "drone-swarm"}, {"judge", "disaster-teams"},
	{"judge", "campus-sparse"}, {"judge", "campus-walk"},
}

var pairedMetrics = []string{"instability_fraction", "leader_quality", "election_time_s", "messages_per_node_s"}

// pairsOf runs a world and returns its lines of the pool: half, scenario, row, metric,
// differences in the order of seeds.
func pairsOf(t testing.TB, half, scenario string, runs int) [][]string {
	t.Helper()
	s, err := scenarios.Load(scenario, scenarios.Options{Set: []scenarios.Override{
		{Path: "algorithms", Value: pairedRows}, {Path: "seed", Value: "1001"}, {Path: "runs", Value: strconv.Itoa(runs)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(context.Background(), s, Options{Jobs: 2, NoHash: true})
	if err != nil || len(out.Failures) > 0 {
		t.Fatal(err, out.Failures)
	}
	byRow := map[string][]measure.RunResult{}
	for _, r := range out.Runs {
		byRow[r.Label] = append(byRow[r.Label], r)
	}
	var lines [][]string
	for i := range out.Report.Algorithms[1:] {
		label := out.Report.Algorithms[i+1].Label
		for _, metric := range pairedMetrics {
			var differences []string
			for j, r := range byRow[label] {
				x, y := r.Metrics.Get(metric), byRow["vasudevan"][j].Metrics.Get(metric)
				if !x.Known || !y.Known {
					continue
				}
				d := x.X - y.X
				if math.Abs(d) < 1e-12*max(math.Abs(x.X), math.Abs(y.X)) {
					d = 0 // a rounding error
				}
				differences = append(differences, strconv.FormatFloat(d, 'g', 5, 64))
			}
			if 6*len(differences) >= 5*runs {
				lines = append(lines, []string{half, scenario, label, metric, strings.Join(differences, " ")})
			}
		}
	}
	return lines
}

// BenchmarkPairs writes the pool again; it takes about ten minutes.
func BenchmarkPairs(b *testing.B) {
	for b.Loop() {
		lines := [][]string{{"half", "scenario", "row", "metric", "differences"}}
		for _, w := range pairedWorlds {
			lines = append(lines, pairsOf(b, w.half, w.scenario, 120)...)
		}
		f, err := os.Create(pairsFile)
		if err != nil {
			b.Fatal(err)
		}
		if err := csv.NewWriter(f).WriteAll(lines); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// The first pairs of the two smallest worlds are run again and must equal the pool. The other
// pairs would change with every correction of radio or detectors, but need not be updated:
// they remain differences of real runs.
func TestPairsAreThoseOfTheProgram(t *testing.T) {
	f, err := os.Open(pairsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stored, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const runs = 3
	checked := 0
	for _, w := range pairedWorlds {
		if w.scenario != "bully-seven" && w.scenario != "ten-nodes" {
			continue
		}
		for _, line := range pairsOf(t, w.half, w.scenario, runs) {
			for _, had := range stored {
				if strings.Join(had[:4], ",") != strings.Join(line[:4], ",") {
					continue
				}
				checked++
				if !strings.HasPrefix(had[4]+" ", line[4]+" ") {
					t.Errorf("%s: the program gives %s, stored are %.60s…", line[:4], line[4], had[4])
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("%d pools were compared", checked)
	}
}
