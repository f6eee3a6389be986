package worse

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"bellwether/internal/campaign"
	"bellwether/internal/causes"
	"bellwether/internal/draw"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// islands runs two-islands, split by a metric.
func islands(t *testing.T, metric, algorithms string) *Answer {
	t.Helper()
	s, err := scenarios.Load("two-islands", scenarios.Options{Algorithms: strings.Split(algorithms, ","), Set: []scenarios.Override{scenarios.Assign("runs", "8"), scenarios.Assign("duration", "3m")}})
	if err != nil {
		t.Fatal(err)
	}
	split, err := Split(metric)
	if err != nil {
		t.Fatal(err)
	}
	out, err := campaign.Run(t.Context(), s, campaign.Options{Jobs: 2, NoHash: true, Split: split})
	if err != nil || out.Failures != nil {
		t.Fatal(err, out.Failures)
	}
	return &Answer{metric, &out.Report}
}

// The causes of each row add up to its metric, and their differences to its difference, but for the rounding
// of means.
func TestCausesAddUpInTheAnswer(t *testing.T) {
	for _, metric := range causes.Metrics() {
		a := islands(t, metric, "vasudevan,bully,chang-roberts,omega")
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
			if math.Abs(sum-r.Value.Mean) > 1e-15 || r.Value.Mean == 0 && metric != causes.Leaderless || len(r.Causes) != 11 {
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
	if said[1] != "flood-max: no difference from vasudevan in instability is shown (0.00 points); no cause differs by more than chance." {
		t.Errorf("%q", said[1])
	}
	var b strings.Builder
	if err := a.Write(&b, draw.Markdown); err != nil || !strings.Contains(b.String(), "| detection, % ") || strings.Contains(b.String(), "| stale") {
		t.Errorf("%v\n%s", err, b.String())
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
