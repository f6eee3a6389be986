package gpx

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Write writes a file: a track for each node, a segment for each of its stays in the world. It
// writes altitudes as elevations without conversion, although the world counts metres above
// its ground, and GPX above the sea.
func Write(w io.Writer, t *movetrace.Trace) error {
	export, err := geo.NewExport(t.Anchor(), geo.Degrees)
	if err != nil {
		return err
	}
	start := t.Anchor().Start
	if start.IsZero() {
		start = time.Unix(0, 0).UTC()
	}
	out := &writer{text.NewWriter(w), export, start}
	out.Text(xml.Header, `<gpx version="1.1" creator="bellwether" xmlns="http://www.topografix.com/GPX/1/1">`, "\n")
	for i, name := range t.Names() {
		out.track(t, i+1, name)
	}
	out.Text("</gpx>\n")
	return out.Close()
}

type writer struct {
	*text.Writer
	export geo.Export
	start  time.Time
}

func (w *writer) track(t *movetrace.Trace, node int, name string) {
	var escaped bytes.Buffer
	xml.EscapeText(&escaped, []byte(name)) // a write to a buffer never fails
	w.Text("  <trk>\n    <name>", escaped.String(), "</name>\n")
	open := false
	for f := range t.FixesInSpace(node) {
		if f.Away != open { // a stay or an absence goes on
			if !f.Away {
				w.point(name, f)
			}
			continue
		}
		if f.Away {
			w.Text("    </trkseg>\n")
		} else {
			w.Text("    <trkseg>\n")
			w.point(name, f)
		}
		open = !open
	}
	if open {
		w.Text("    </trkseg>\n")
	}
	w.Text("  </trk>\n")
}

func (w *writer) point(name string, f movetrace.SpaceFix) {
	place, err := w.export.Place(f.Place)
	if err != nil {
		w.Fail(fmt.Errorf("%s at %v: %w", name, f.At, err))
	}
	w.Text(`      <trkpt lat="`)
	w.Decimal(place[1], w.export.Decimals())
	w.Text(`" lon="`)
	w.Decimal(place[0], w.export.Decimals())
	w.Text(`">`)
	if f.Risen {
		w.Text("<ele>")
		w.Metres(f.AltitudeM)
		w.Text("</ele>")
	}
	w.Text("<time>", w.start.Add(f.At).UTC().Format(time.RFC3339Nano), "</time></trkpt>\n")
}
