package ns2

import (
	"fmt"
	"io"
	"math"
	"time"

	"bellwether/mobility"
	"bellwether/mobility/text"
)

// Write writes a movement file. Nodes keep their names if all of them are
// numbers, and are else numbered from 0, with a comment for each name. Places are
// written to the micrometre, speeds exactly.
func Write(w io.Writer, t *mobility.Trace) error {
	out := &writer{Writer: text.NewWriter(w)}
	numbers, own := t.Numbers()
	names := t.Names()
	for i, number := range numbers {
		out.node = "$node_(" + number + ")"
		if !own {
			out.Text("# ", out.node, " is ", fmt.Sprintf("%q", names[i]), "\n")
		}
		out.write(t, i+1)
	}
	return out.Close()
}

// writer writes one node after the other.
type writer struct {
	*text.Writer
	node string // in the file's words
}

func (w *writer) write(t *mobility.Trace, node int) {
	var former mobility.Fix
	placed, gone := false, false
	for f := range t.Fixes(node) {
		switch {
		case f.Away:
			gone = true
			w.at(f.At, "switch OFF\"\n")
		case !placed:
			w.place("", f)
			w.Text(w.node, " set Z_ 0\n")
		case gone || f.At == former.At:
			at := string(append(text.AppendTime([]byte("$ns_ at "), f.At), " \""...))
			w.place(at, f)
		case f.Place != former.Place:
			w.move(former, f)
		}
		if !f.Away {
			if gone {
				w.at(f.At, "switch ON\"\n")
			}
			placed, gone = true, false
		}
		former = f
	}
}

// at writes a timed command.
func (w *writer) at(t time.Duration, command string) {
	w.Text("$ns_ at ")
	w.Time(t)
	w.Text(" \"", w.node, " ", command)
}

// place puts the node somewhere, at a time or at the beginning.
func (w *writer) place(at string, f mobility.Fix) {
	quote := ""
	if at != "" {
		quote = "\""
	}
	for axis, name := range []string{"X_", "Y_"} {
		w.Text(at, w.node, " set ", name, " ")
		w.Metres(f.Place[axis])
		w.Text(quote, "\n")
	}
}

// move sends the node from one fix to the next, at the speed that arrives in time
// between the places as they are written.
func (w *writer) move(from, to mobility.Fix) {
	x, y := written(to.Place[0])-written(from.Place[0]), written(to.Place[1])-written(from.Place[1])
	w.at(from.At, "setdest ")
	w.Metres(to.Place[0])
	w.Text(" ")
	w.Metres(to.Place[1])
	w.Text(" ")
	w.Exact(math.Sqrt(float64(x*x)+float64(y*y)) / (to.At - from.At).Seconds())
	w.Text("\"\n")
}

// written is a coordinate as the file has it.
func written(m float64) float64 { return math.Round(m*1e6) / 1e6 }
