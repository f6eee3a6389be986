package film_test

import (
	"bytes"
	"testing"

	"bellwether/internal/contract/provenance"
	"bellwether/internal/viewer/film"
	"bellwether/trace"
)

// A disk has a range, other radios have no range, and a damaged header only makes less to
// draw.
func TestRangeIsThatOfADisk(t *testing.T) {
	t.Parallel()
	for scenario, want := range map[string]float64{
		"radio: {model: unit-disk, range: 200}":    200,
		"radio: {model: log-distance, range: 200}": 0,
		"radio: {model: unit-disk, range: -3}":     0,
		"radio: {model: unit-disk, range: [far]}":  0,
		"radio: [": 0,
		"":         0,
		"radio: {model: graph, topology: complete}": 0,
	} {
		var b bytes.Buffer
		w := trace.NewWriter(&b, trace.WriterOptions{Origin: provenance.Origin{YAML: scenario}})
		w.Record(&trace.Record{Kind: trace.Boot, Node: 1, Value: 1})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := film.Read(&b, film.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Head.RangeM != want {
			t.Errorf("%s: range %g m, want %g m", scenario, f.Head.RangeM, want)
		}
	}
}
