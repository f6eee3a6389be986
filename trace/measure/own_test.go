package measure

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// ownRuns are runs of two rows on common seeds, with an own metric that is twice as high in
// the second.
func ownRuns(k Key, runs int) (results []RunResult) {
	for seed := range runs {
		for row, label := range []string{"one", "two"} {
			r := RunResult{Label: label, Name: label, Seed: uint64(seed + 1)}
			r.Metrics.Set("leaderless_fraction", Value{X: 0.1, Known: true})
			r.Metrics.Add(k, Value{X: float64((row + 1) * (10 + seed%3)), Known: true})
			results = append(results, r)
		}
	}
	return results
}

// An own metric is summarised and compared as a built-in one of the same values is.
func TestOwnMetricsAreSummarisedLikeOthers(t *testing.T) {
	k := Key{Name: "elected_count", Title: "elected"}
	results := ownRuns(k, 12)
	for i := range results { // of the same kind: Student's t, of no share
		results[i].Metrics.Set("messages_per_node_s", results[i].Metrics.Get(k.Name))
	}
	r, err := Summarise("s", "one", 1, 12, results, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Own) != 1 || r.Own[0] != k {
		t.Fatalf("the report's own metrics are %v", r.Own)
	}
	for i := range r.Algorithms {
		a := &r.Algorithms[i]
		own, other := text(t, a.Metrics.Get(k.Name)), text(t, a.Metrics.Get("messages_per_node_s"))
		if own != other || own == "null" {
			t.Errorf("%s: %s, and of a built-in metric of the same values %s", a.Label, own, other)
		}
		own, other = text(t, a.Paired.Get(k.Name)), text(t, a.Paired.Get("messages_per_node_s"))
		if own != other || (own == "null") != (a.Label == "one") {
			t.Errorf("%s differs by %s, in a built-in metric of the same values by %s", a.Label, own, other)
		}
	}
	if got := text(t, r.Algorithms[0].Metrics); !strings.Contains(got, `,"elected_count":{"mean":`) {
		t.Errorf("JSON has no own metric: %s", got)
	}
	if found, ok := r.FindKey("elected_count"); !ok || found != k {
		t.Errorf("found %v", found)
	}
	if _, err := SummariseMetrics([]string{k.Name}, "", 1, results, nil); err != nil {
		t.Error(err)
	}
	if _, err := SummariseMetrics([]string{"none"}, "", 1, results, nil); err == nil {
		t.Error("a metric that is not there is summarised")
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A run is stored with its own metrics by their names, in one order, and read again; a
// program that knows them adds their descriptions.
func TestOwnMetricsAreKept(t *testing.T) {
	var m Metrics
	m.Add(Key{Name: "zeal"}, Value{X: 2.5, Known: true})
	m.Add(Key{Name: "ardour", Title: "heat", Unit: "K"}, Value{X: math.NaN(), Known: true})
	kept := text(t, m)
	if !strings.HasSuffix(kept, `,"own":{"ardour":null,"zeal":2.5}}`) {
		t.Fatalf("kept as %s", kept)
	}
	var back Metrics
	if err := json.Unmarshal([]byte(kept), &back); err != nil {
		t.Fatal(err)
	}
	if v := back.Get("zeal"); !v.Known || v.X != 2.5 || back.Get("ardour").Known || text(t, back) != kept {
		t.Errorf("read %v as %s", v, text(t, back))
	}
	back.Describe([]Own{{Key: Key{Name: "ardour", Title: "heat", Unit: "K"}}, {Key: Key{Name: "absent"}}})
	if got := back.OwnKeys(); len(got) != 2 || got[0].Unit != "K" || got[1].Title != "zeal" {
		t.Errorf("keys %v", got)
	}
	var none Metrics
	if strings.Contains(text(t, none), `"own"`) {
		t.Error("a run without own metrics tells of them")
	}
}

// Copies of a run's metrics do not share own ones.
func TestCopiesOfMetricsAreApart(t *testing.T) {
	var m Metrics
	m.Add(Key{Name: "a"}, Value{X: 1, Known: true})
	c := m
	c.Add(Key{Name: "a"}, Value{X: 2, Known: true})
	if m.Get("a").X != 1 || c.Get("a").X != 2 {
		t.Errorf("%v and %v", m.Get("a"), c.Get("a"))
	}
}

// Own metrics that could not be told from others are refused.
func TestFaultyOwnMetricsAreRefused(t *testing.T) {
	made := func(Window) Meter { return nil }
	for want, own := range map[string][]Own{
		"small letters":           {{Key: Key{Name: "Elected"}, New: made}},
		"a metric of that name":   {{Key: Key{Name: "election_time_s"}, New: made}},
		`"times": there is`:       {{Key: Key{Name: "times"}, New: made}},
		"two have that name":      {{Key: Key{Name: "x"}, New: made}, {Key: Key{Name: "x"}, New: made}},
		"by Student's t":          {{Key: Key{Name: "x", method: byJackknife}, New: made}},
		"Time is set":             {{Key: Key{Name: "x", Time: true}, New: made}},
		"that of instability_fr":  {{Key: Key{Name: "x", Title: "Instability"}, New: made}},
		"that of heat":            {{Key: Key{Name: "heat"}, New: made}, {Key: Key{Name: "x", Title: "Heat"}, New: made}},
		"it has 400 decimals":     {{Key: Key{Name: "x", Decimals: 400}, New: made}},
		"it has -1 decimals":      {{Key: Key{Name: "x", Decimals: -1}, New: made}},
		"a line break":            {{Key: Key{Name: "x", Unit: "a\nb"}, New: made}},
		"its Better is -1, not o": {{Key: Key{Name: "x", Better: -1}, New: made}},
		"its Better is 3, not on": {{Key: Key{Name: "x", Better: Higher + 1}, New: made}},
		"it has no New, which ma": {{Key: Key{Name: "x"}}},
	} {
		if err := ValidateOwn(own); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	for _, better := range []Better{neither, Lower, Higher} {
		if err := ValidateOwn([]Own{{Key: Key{Name: "x", Better: better}, New: made}}); err != nil {
			t.Error(err)
		}
	}
}

// A value so large that a mean over runs would be no number is not known, and the report
// can be written.
func TestOwnValuesAreNumbers(t *testing.T) {
	for _, x := range []float64{math.MaxFloat64, 1e308, -1e101, math.Inf(1), math.NaN()} {
		key := Key{Name: "heat"}
		var runs []RunResult
		for seed := range 4 {
			r := RunResult{Label: "a", Name: "a", Seed: uint64(seed)}
			r.Metrics.Add(key, Value{X: x, Known: true})
			runs = append(runs, r)
		}
		report, err := Summarise("s", "", 0, 4, runs, nil)
		if err != nil {
			t.Fatal(err)
		}
		if text(t, report); report.Algorithms[0].Metrics.Get("heat") != nil || !strings.Contains(report.NotMeasured["heat"], "in no run") {
			t.Errorf("%g: %v, not measured: %q", x, report.Algorithms[0].Metrics.Get("heat"), report.NotMeasured["heat"])
		}
	}
	var m Metrics
	m.Add(Key{Name: "heat"}, Value{X: -1e100, Known: true})
	if !m.Get("heat").Known {
		t.Error("the greatest number is left out")
	}
}
