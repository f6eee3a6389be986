package bonnmotion

import (
	"io"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Write writes a .movements file of two dimensions, a line for each node in order. A node
// that is never in the world stands at the corner of the bounds: without a place the file
// would have a node less than the trace.
func Write(w io.Writer, t *movetrace.Trace) error {
	out := text.NewWriter(w)
	for node := 1; node <= t.Nodes(); node++ {
		here := firstPlace(t, node)
		begun := false
		put := func(f movetrace.Fix) {
			if begun {
				out.Text(" ")
			}
			begun = true
			out.Time(f.At)
			out.Text(" ")
			out.Metres(f.Place[0])
			out.Text(" ")
			out.Metres(f.Place[1])
		}
		gone := false
		for f := range t.Fixes(node) {
			switch {
			case f.Away:
				gone = true
				f.Place = here.Place // it stands where it left
			case gone && f.At > 0:
				put(movetrace.Fix{At: f.At, Place: here.Place})
				gone = false
			}
			put(f)
			here = f
		}
		out.Text("\n")
	}
	return out.Close()
}

// firstPlace is where a node first appears.
func firstPlace(t *movetrace.Trace, node int) movetrace.Fix {
	for f := range t.Fixes(node) {
		if !f.Away {
			return f
		}
	}
	return movetrace.Fix{Place: t.Bounds().Min}
}
