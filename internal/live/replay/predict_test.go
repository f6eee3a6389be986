package replay

import (
	"slices"
	"testing"

	"bellwether/trace/measure"
)

// A run lies outside if it exceeds the range of the others by more than a sample's share,
// of the value or of all samples.
func TestMetricsOutsideAreReported(t *testing.T) {
	var m measure.Metrics
	runs := make([]measure.RunResult, 3)
	for key, c := range map[string]struct {
		live   float64
		others [3]float64
	}{
		"messages_per_node_s":         {10.05, [3]float64{9, 8, 10}},   // half a percent more
		"bytes_per_node_s":            {300, [3]float64{90, 110, 100}}, // three times the median
		"election_rate_per_min":       {2, [3]float64{4, 6, 5}},        // two fifths
		"instability_fraction":        {0.009, [3]float64{0, 0, 0}},    // less than one sample
		"agreement_fraction":          {0.9, [3]float64{1, 1, 1}},
		"leaderless_fraction":         {0.009, [3]float64{0.001, 0.001, 0.001}}, // nine times the median
		"routing_messages_per_node_s": {0.5, [3]float64{0, 0, 0}},
	} {
		m.Set(key, measure.Value{X: c.live, Known: true})
		for i := range runs {
			runs[i].Metrics.Set(key, measure.Value{X: c.others[i], Known: true})
		}
	}
	p := Prediction{Runs: 3, Compared: compare(m, runs, 0.01)}
	want := []string{"routing_messages_per_node_s", "leaderless_fraction", "bytes_per_node_s", "election_rate_per_min", "agreement_fraction"}
	if got := p.Parts(); !slices.Equal(got, want) {
		t.Errorf("they differ in %v, want %v", got, want)
	}
	for _, c := range p.Compared {
		if c.Key == "bytes_per_node_s" && (*c.Median != 100 || *c.Low != 90 || *c.High != 110 || *c.Ratio != 3) {
			t.Errorf("bytes: %v of %v … %v, ratio %v", *c.Median, *c.Low, *c.High, *c.Ratio)
		}
		if c.Key == "routing_messages_per_node_s" && c.Ratio != nil {
			t.Errorf("a ratio to nothing: %v", *c.Ratio)
		}
		if c.Key == "first_death_s" && (c.Live != nil || c.Median != nil || c.Outside) {
			t.Errorf("a metric that does not apply: %+v", c)
		}
	}
}
