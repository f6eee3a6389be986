package csv

import (
	"io"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/text"
	"bellwether/internal/recorded"
)

// Write writes a table with a header, node by node.
func Write(w io.Writer, t *recorded.Trace, c geo.Coordinates) error {
	export, err := geo.NewExport(t.Anchor(), c)
	if err != nil {
		return err
	}
	out := text.NewWriter(w)
	if export.Unit == geo.Degrees {
		out.Text("node,time,lon,lat\n")
	} else {
		out.Text("node,time,x,y\n")
	}
	for i, name := range t.Names() {
		name = text.Quoted(name)
		for f := range t.Fixes(i + 1) {
			out.Text(name, ",")
			out.Time(f.At)
			if f.Away {
				out.Text(",,\n")
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
			out.Text("\n")
		}
	}
	return out.Close()
}
