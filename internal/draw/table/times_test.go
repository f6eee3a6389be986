package table

import (
	"strings"
	"testing"
	"time"

	"bellwether/trace/measure"
)

// A quantile of few runs has no upper end, one that was never reached is a bound, and
// the note states the time to which means are restricted.
func TestTimesSayWhatIsNotKnown(t *testing.T) {
	var runs []measure.RunResult
	for _, label := range []string{"a", "b"} {
		for seed := range uint64(4) {
			var spans []measure.Span
			for i := range 10 {
				s := measure.Span{Length: time.Duration(i+1) * time.Second}
				if label == "b" && i > 6 {
					s = measure.Span{Length: 8 * time.Second, Censored: true}
				}
				spans = append(spans, s)
			}
			r := measure.RunResult{Label: label, Name: label, Goal: "best", Seed: seed}
			kept := measure.TimesOf(spans)
			r.Metrics.Set("election_time_s", measure.Value{X: 1, Known: true, Median: 1, N: kept.Len(), Times: kept})
			runs = append(runs, r)
		}
	}
	report, err := measure.Summarise("s", "", 1, 4, runs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	columns := []string{"election_time_s", "election_time_s.p90"}
	if err := WriteReport(&b, Markdown, &report, ReportOptions{Columns: columns}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"> 8.000", "election time: means up to 8.000 s, the horizon common to all rows (Kaplan-Meier)", "marked >: longer than anything was followed", "5.200", "9.500 [9.500, ∞]", "∞: no upper end, as too few elections or runs took so long"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing: %s", want, b.String())
		}
	}
	if s := spanOf(2, ptr(1), nil, &measure.Key{Decimals: 1}); s.low != "1.0" || s.high != "∞" {
		t.Errorf("%+v", s)
	}
}

func ptr(x float64) *float64 { return &x }
