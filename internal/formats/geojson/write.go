package geojson

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Write writes a FeatureCollection: a point for each node that always stands, and a line
// for each stay of the others. A trace whose time 0 has a date is written with dates.
func Write(w io.Writer, t *movetrace.Trace, c geo.Coordinates) error {
	export, err := geo.NewExport(t.Anchor(), c)
	if err != nil {
		return err
	}
	out := &writer{Writer: text.NewWriter(w), export: export, start: t.Anchor().Start}
	out.Text("{\"type\": \"FeatureCollection\",\n")
	if export.Unit == geo.Metres {
		out.Text("\"coordinates_are\": \"metres east and north, not degrees\",\n")
	}
	out.Text("\"features\": [")
	out.spanned = spanned(t)
	for i, name := range t.Names() {
		out.node(t, i+1, name)
	}
	out.Text("\n]}\n")
	return out.Close()
}

type writer struct {
	*text.Writer
	export   geo.Export
	start    time.Time
	features int
	spanned  bool
}

// spanned reports whether the features show when the trace begins and ends. A point has no
// times, and a reader takes the first time in the file for time 0.
func spanned(t *movetrace.Trace) bool {
	begins, ends := t.Duration() == 0, false
	for node := 1; node <= t.Nodes(); node++ {
		var all []movetrace.Fix
		for f := range t.Fixes(node) {
			all = append(all, f)
		}
		if still(all) {
			continue
		}
		begins = begins || all[0].At == 0 && !all[0].Away
		ends = ends || all[len(all)-1].At == t.Duration()
	}
	return begins && ends
}

// node writes the features of one node.
func (w *writer) node(t *movetrace.Trace, node int, name string) {
	var stay []movetrace.Fix
	for f := range t.Fixes(node) {
		if !f.Away {
			stay = append(stay, f)
			continue
		}
		w.stay(name, stay)
		stay = stay[:0]
	}
	if still(stay) && w.spanned || t.Duration() == 0 && len(stay) == 1 {
		w.begin(name)
		w.Text("}, \"geometry\": {\"type\": \"Point\", \"coordinates\": ")
		w.place(stay[0])
		w.Text("}}")
		return
	}
	w.stay(name, stay)
}

// still reports whether a stay is that of a node that always stands.
func still(stay []movetrace.Fix) bool {
	return len(stay) == 2 && stay[0].At == 0 && stay[0].Place == stay[1].Place
}

// stay writes one line.
func (w *writer) stay(name string, stay []movetrace.Fix) {
	if len(stay) == 0 {
		return
	}
	w.begin(name)
	w.Text(", \"times\": [")
	for i, f := range stay {
		w.comma(i)
		w.time(f.At)
	}
	w.Text("]}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [")
	for i, f := range stay {
		w.comma(i)
		w.place(f)
	}
	w.Text("]}}")
}

// begin begins a feature up to the first of its properties.
func (w *writer) begin(name string) {
	if w.features++; w.features > 1 {
		w.Text(",")
	}
	quoted, err := json.Marshal(name)
	if err != nil {
		w.Fail(err)
	}
	w.Text("\n{\"type\": \"Feature\", \"properties\": {\"node\": ", string(quoted))
}

func (w *writer) comma(i int) {
	if i > 0 {
		w.Text(", ")
	}
}

func (w *writer) time(at time.Duration) {
	if w.start.IsZero() {
		w.Time(at)
		return
	}
	w.Text(`"`, w.start.Add(at).UTC().Format(time.RFC3339Nano), `"`)
}

func (w *writer) place(f movetrace.Fix) {
	place, err := w.export.Place(f.Place)
	if err != nil {
		w.Fail(fmt.Errorf("at %v: %w", f.At, err))
	}
	w.Text("[")
	w.Decimal(place[0], w.export.Decimals())
	w.Text(", ")
	w.Decimal(place[1], w.export.Decimals())
	w.Text("]")
}
