package csv

import (
	"io"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Write writes a table with a header, node by node. It has a column of altitudes if the trace
// has any; the field is empty for nodes without.
func Write(w io.Writer, t *movetrace.Trace, c geo.Coordinates) error {
	export, err := geo.NewExport(t.Anchor(), c)
	if err != nil {
		return err
	}
	out := text.NewWriter(w)
	if export.Unit == geo.Degrees {
		out.Text("node,time,lon,lat")
	} else {
		out.Text("node,time,x,y")
	}
	rest := "" // of a row without an altitude
	if t.HasAltitudes() {
		out.Text(",altitude")
		rest = ","
	}
	out.Text("\n")
	for i, name := range t.Names() {
		name = text.Quoted(name)
		for f := range t.FixesInSpace(i + 1) {
			out.Text(name, ",")
			out.Time(f.At)
			if f.Away {
				out.Text(",,", rest, "\n")
				continue
			}
			place, err := export.Place(f.Place)
			if err != nil {
				out.Fail(err)
			}
			out.Text(",")
			out.Decimal(place[0], export.Decimals())
			out.Text(",")
			out.Decimal(place[1], export.Decimals())
			if f.Risen {
				out.Text(",")
				out.Metres(f.AltitudeM)
				out.Text("\n")
				continue
			}
			out.Text(rest, "\n")
		}
	}
	return out.Close()
}
