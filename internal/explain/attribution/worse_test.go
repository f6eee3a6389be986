package attribution

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/draw/table"
	"bellwether/internal/explain/causes"
	"bellwether/internal/study/campaign"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// islands runs two-islands, split by a metric.
func islands(t *testing.T, metric, algorithms string) *Answer {
	t.Helper()
	s := short(t, algorithms)
	split, err := Split(metric)
	if err != nil {
		t.Fatal(err)
	}
	out, err := campaign.Run(t.Context(), s, campaign.Options{Jobs: 2, NoHash: true, Split: split})
	if err != nil || out.Failures != nil {
		t.Fatal(err, out.Failures)
	}
	return &Answer{metric, &out.Report, out.Runs}
}

// short is a part of two-islands, up to the elections after the partition.
func short(t *testing.T, algorithms string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Load("two-islands", scenarios.Options{Algorithms: strings.Split(algorithms, ","), Set: []scenarios.Override{scenarios.Assign("runs", "8"), scenarios.Assign("duration", "3m")}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The causes of each row add up to its metric, and their differences add up to its difference,
// up to the rounding of means.
func TestCausesAddUpInTheAnswer(t *testing.T) {
	others := "chang-roberts"
	if sample.Whole() {
		others = "bully,chang-roberts,omega"
	}
	for _, metric := range causes.Metrics() {
		a := islands(t, metric, "vasudevan,"+others)
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Rows []row }
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		for i, r := range got.Rows {
			sum, differences := 0.0, 0.0
			for _, c := range r.Causes {
				sum += c.Value.Mean
				if c.Difference != nil {
					differences += c.Difference.Mean
				}
			}
			if math.Abs(sum-r.Value.Mean) > 1e-15 || r.Value.Mean == 0 && metric != causes.Leaderless || len(r.Causes) != 12 {
				t.Errorf("%s, %s: %d causes add up to %v of %v", metric, r.Label, len(r.Causes), sum, r.Value.Mean)
			}
			if (r.Difference == nil) != (i == 0) {
				t.Fatalf("%s, %s: difference %v", metric, r.Label, r.Difference)
			}
			if i > 0 && math.Abs(differences-r.Difference.Mean) > 1e-12 {
				t.Errorf("%s, %s: differences add up to %v of %v", metric, r.Label, differences, r.Difference.Mean)
			}
		}
	}
}

// The sentences name what differs, with its sign, and leave out what does not.
func TestSentencesSayWhatDiffers(t *testing.T) {
	a := islands(t, causes.Instability, "vasudevan,chang-roberts,flood-max")
	said := a.Sentences()
	if len(said) != 2 || !strings.HasPrefix(said[0], "chang-roberts: instability +") || !strings.Contains(said[0], " points from vasudevan; election: waiting +") ||
		strings.Contains(said[0], "boot") {
		t.Errorf("%q", said)
	}
	if said[1] != "flood-max: no difference from vasudevan in instability is shown (−0.06 points); no election −0.01, election: messages −0.003, all other causes −0.04." {
		t.Errorf("%q", said[1])
	}
	var b strings.Builder
	if err := a.Write(&b, table.Markdown); err != nil || !strings.Contains(b.String(), "| detection, % ") || strings.Contains(b.String(), "| stale") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A difference that tests tell from zero is never written as zero.
func TestToldDifferencesAreNotZero(t *testing.T) {
	for share, want := range map[float64]string{
		0.02654: "+2.65", -0.0019: "−0.19", 0.00005: "+0.01", 0.000011: "+0.001", -0.00001: "−0.001",
		0.0000012: "+0.0001", -1.2e-7: "−0.00001", 3e-9: "+3e−07", 0: "+0e+00",
	} {
		if got := told(share); got != want {
			t.Errorf("%v is told as %s, want %s", share, got, want)
		}
	}
	for share, want := range map[float64]string{0.00001: "0.00", -0.00001: "0.00", 0.01: "+1.00", -0.01: "−1.00"} {
		if got := points(share); got != want {
			t.Errorf("%v is %s points, want %s", share, got, want)
		}
	}
}

// An example shows the cause by which a row loses most, in the run in which it loses most by
// it, at an instant at which nodes have it.
func TestExamplesAreMomentsOfTheGreatestLoss(t *testing.T) {
	a := islands(t, causes.Instability, "vasudevan,chang-roberts,flood-max")
	list := a.Examples()
	if len(list) != 1 || list[0].Label != "chang-roberts" || list[0].Cause != "waiting" || list[0].Title() != "election: waiting" ||
		list[0].At < 2*time.Minute || list[0].At > 150*time.Second {
		t.Fatalf("%+v", list)
	}
	loss := map[uint64]float64{}
	for i := range a.Runs {
		sign := map[string]float64{"vasudevan": -1, "chang-roberts": 1}[a.Runs[i].Label]
		loss[a.Runs[i].Seed] += sign * a.Runs[i].Metrics.Get("cause_waiting").X
	}
	for seed, d := range loss {
		if d > loss[list[0].Seed] {
			t.Errorf("the example is of seed %d, seed %d loses more", list[0].Seed, seed)
		}
	}
}

// The metric is the one that the same runs have without the split.
func TestASplitChangesNothing(t *testing.T) {
	a := islands(t, causes.Instability, "vasudevan,bully")
	out, err := campaign.Run(t.Context(), short(t, "vasudevan,bully"), campaign.Options{Jobs: 2, NoHash: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range measure.Keys() {
		for i := range out.Report.Algorithms {
			was, is := out.Report.Algorithms[i].Metrics.Get(k.Name), a.Report.Algorithms[i].Metrics.Get(k.Name)
			if (was == nil) != (is == nil) || was != nil && was.Mean != is.Mean {
				t.Errorf("%s: %v, with the split %v", k.Name, was, is)
			}
		}
	}
}

// The title says how many runs there are, where not all are finished.
func TestTheTitleCountsRuns(t *testing.T) {
	for want, seeds := range map[string][]int{"2 runs": {2, 2}, "1 of 2 runs": {1, 1}, "1 to 2 of 2 runs": {2, 1}} {
		a := Answer{Report: &measure.Report{Runs: 2}}
		for _, n := range seeds {
			a.Report.Algorithms = append(a.Report.Algorithms, measure.Algorithm{Seeds: make([]uint64, n)})
		}
		if got := a.runs(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// itself is the name of a row without another.
func itself(row string) string { return row }

// A picture has a panel for each scenario, and its bars have the differences in points.
func TestThePictureHasTheDifferences(t *testing.T) {
	a := islands(t, causes.Instability, "vasudevan,chang-roberts")
	b := Picture([]Answer{*a, *a}, itself)
	if len(b.Panels) != 2 || len(b.Panels[1].Rows) != 1 || b.Panels[0].Title != "two-islands" {
		t.Fatalf("%+v", b)
	}
	for i, k := range causes.Keys() {
		d := a.Report.Algorithms[1].Paired.Get(k.Name).Mean
		if got := b.Panels[1].Rows[0].Values[i]; got != 100*d || b.Parts[i] != k.Title {
			t.Errorf("%s: %v points, the difference is %v", b.Parts[i], got, d)
		}
	}
	alone := Picture([]Answer{*islands(t, causes.Instability, "vasudevan")}, itself)
	if row := alone.Panels[0].Rows[0]; row.Label != "vasudevan" || row.Values[0] <= 0 {
		t.Errorf("%+v", row)
	}
}

func TestOthersCannotBeSplit(t *testing.T) {
	_, err := Split("instability")
	if err == nil || !strings.Contains(err.Error(), "instability cannot be split into causes") {
		t.Error(err)
	}
	for _, metric := range causes.Metrics() {
		if _, known := measure.FindKey(metric); !known {
			t.Errorf("%s is no metric", metric)
		}
	}
}
