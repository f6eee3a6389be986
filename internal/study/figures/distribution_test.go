package figures

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/draw/figure"
	"bellwether/trace/measure"
)

// electionLine is a line of a run with these elections.
func electionLine(t *testing.T, label string, seed int, mean float64, spans ...measure.Span) string {
	t.Helper()
	var m measure.Metrics
	times, censored := measure.TimesOf(spans), 0
	for _, s := range spans {
		if s.Censored {
			censored++
		}
	}
	m.Set("election_time_s", measure.Value{X: mean, Known: true, N: times.Len(), Censored: censored, Times: times})
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"label":%q,"seed":%d,"metrics":%s}`, label, seed, text)
}

func span(seconds float64) measure.Span {
	return measure.Span{Length: time.Duration(seconds * float64(time.Second))}
}

func cutOff(seconds float64) measure.Span {
	s := span(seconds)
	s.Censored = true
	return s
}

// A distribution of election times is over elections, five here, and not over the means
// of the two runs, 2 and 5 s.
func TestDistributionsOfElections(t *testing.T) {
	dir := resultsIn(t, "runs.ndjson",
		electionLine(t, "a", 1, 2, span(1), span(2), span(3)), electionLine(t, "a", 2, 5, span(4), cutOff(6)))
	want := []figure.Sample{{Label: "a", Runs: 2, Values: []figure.Observation{{X: 1}, {X: 2}, {X: 3}, {X: 4}, {X: 6, Censored: true}}}}
	for _, kind := range []Kind{ECDF, Survival} {
		f, _, err := Make(Request{Source: dir, Kind: kind, Metric: "election_time_s"})
		if err != nil {
			t.Fatal(err)
		}
		e, _ := f.(*figure.ECDF)
		if s, is := f.(*figure.Survival); is {
			e = (*figure.ECDF)(s)
		}
		if diff := cmp.Diff(want, e.Series); diff != "" || e.Of != "elections" {
			t.Errorf("%s, of %s: %s", kind, e.Of, diff)
		}
	}
}

// The dots of runs are means up to one horizon, which the title states: 10 elections of
// one row were observed for 2 s. A run that was observed for less has a lower bound.
func TestBoxesHaveOneHorizon(t *testing.T) {
	var short []measure.Span
	for range 5 {
		short = append(short, span(1), cutOff(2))
	}
	dir := resultsIn(t, "runs.ndjson", electionLine(t, "a", 1, 1.5, short...),
		electionLine(t, "b", 1, 6, span(2), span(10)), electionLine(t, "b", 2, 1, cutOff(1)))
	f, _, err := Make(Request{Source: dir, Kind: Box, Metric: "election_time_s"})
	if err != nil {
		t.Fatal(err)
	}
	want := []figure.Box{{Label: "a", Values: []figure.Observation{{X: 1.5}}},
		{Label: "b", Values: []figure.Observation{{X: 2}, {X: 1, Censored: true}}}}
	boxes := f.(*figure.Boxes)
	if diff := cmp.Diff(want, boxes.Rows); diff != "" || boxes.Title != ", means up to 2 s" {
		t.Errorf("%q: %s", boxes.Title, diff)
	}
}

// The figure of a study with a hundred thousand elections is not larger than any other.
func TestFiguresOfManyElectionsStaySmall(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var values []figure.Observation
	for range 100_000 {
		values = append(values, figure.Observation{X: random.ExpFloat64(), Censored: random.IntN(20) == 0})
	}
	var b bytes.Buffer
	f := &figure.Survival{Series: []figure.Sample{{Label: "a", Values: values}}}
	if err := figure.WriteFigure(&b, figure.SVG, f, figure.Single); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 200_000 {
		t.Errorf("%d bytes", b.Len())
	}
}
