package fcd

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/mobility"
)

// Options say how a file is written.
type Options struct {
	Coordinates geo.Coordinates
	Step        time.Duration // between two timesteps; 0 is 1 s, SUMO's default
}

// Write writes a file.
func Write(w io.Writer, t *movetrace.Trace, o Options) error {
	export, err := geo.NewExport(t.Anchor(), o.Coordinates)
	if err != nil {
		return err
	}
	moments, err := t.Moments(o.Step)
	if err != nil {
		return err
	}
	out := &writer{Writer: text.NewWriter(w), export: export}
	out.Text(xml.Header)
	if export.Unit == geo.Degrees {
		out.Text("<!-- <output><fcd-output.geo value=\"true\"/></output> -->\n")
	}
	out.Text("<fcd-export>\n")
	walkers := make([]movetrace.Walker, t.Nodes())
	for i := range walkers {
		walkers[i] = movetrace.NewWalker(t.Path(i+1, nil, nil))
	}
	names := t.Names()
	for i, name := range names {
		names[i] = escape(name)
	}
	for now := range moments {
		out.Text(`  <timestep time="`)
		out.Time(now)
		out.Text("\">\n")
		for i := range walkers {
			out.vehicle(names[i], walkers[i].Leg(now), now)
		}
		out.Text("  </timestep>\n")
	}
	out.Text("</fcd-export>\n")
	return out.Close()
}

func escape(name string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(name)) // a write to a buffer never fails
	return b.String()
}

type writer struct {
	*text.Writer
	export geo.Export
}

func (w *writer) vehicle(name string, l mobility.Leg, now time.Duration) {
	if l.Absent {
		return
	}
	place, err := w.export.Place(l.At(now))
	if err != nil {
		w.Fail(fmt.Errorf("%s at %v: %w", name, now, err))
	}
	w.Text(`    <vehicle id="`, name, `" x="`)
	w.Decimal(place[0], w.export.Decimals())
	w.Text(`" y="`)
	w.Decimal(place[1], w.export.Decimals())
	w.Text(`" speed="`)
	w.Decimal(l.Speed(), 3)
	w.Text("\"/>\n")
}
