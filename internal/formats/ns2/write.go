package ns2

import (
	"fmt"
	"io"
	"math"
	"time"

	"bellwether/internal/formats/text"
	"bellwether/internal/recorded"
)

// Write writes a movement file. Nodes keep their names if all of them are
// numbers, and are else numbered from 0, with a comment for each name. Places are
// written to the micrometre, speeds exactly.
func Write(w io.Writer, t *recorded.Trace) error {
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

func (w *writer) write(t *recorded.Trace, node int) {
	var former recorded.Fix
	placed, gone := false, false
	var last [2]recorded.Fix  // the latest move, or where it stands
	since := time.Duration(0) // when the latest command was given
	for f := range t.Fixes(node) {
		switch {
		case f.Away:
			gone, since = true, f.At
			w.at(f.At, "switch OFF\"\n")
		case !placed:
			w.place(f)
			w.Text(w.node, " set Z_ 0\n")
			last = [2]recorded.Fix{f, f}
		case gone || f.At == former.At:
			w.jump(since, last, f)
			since, last = f.At, [2]recorded.Fix{f, f}
		case f.Place != former.Place:
			w.move(former, f)
			since, last = former.At, [2]recorded.Fix{former, f}
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

// place puts the node somewhere at the beginning.
func (w *writer) place(f recorded.Fix) {
	for axis, name := range []string{"X_", "Y_"} {
		w.Text(w.node, " set ", name, " ")
		w.Metres(f.Place[axis])
		w.Text("\n")
	}
}

// longestJump bounds how much earlier than its instant a jump begins: it is less than
// any interval at which simulators look where nodes are.
const longestJump = 10 * time.Millisecond

// least, in metres, is the way of the least jump that is written as one: it takes 1 ns. A
// lesser one is a placement, which ns-3 has no time for.
const least = 1e-3

// jump moves the node at a speed at which nobody travels, so that it arrives at its
// instant; the former command was given at a time before, and the latest move was from
// one place to another.
func (w *writer) jump(since time.Duration, last [2]recorded.Fix, to recorded.Fix) {
	way := apart(last[1], to)
	takes := min(time.Duration(way/recorded.TeleportSpeed*float64(time.Second)), longestJump, (to.At-since)/2)
	switch {
	case way == 0:
		return
	case way < least || takes < 1:
		w.setdest(to.At, to, placementSpeed)
		return
	}
	from := last[1]
	if span := last[1].At - last[0].At; span > 0 && last[1].At == to.At {
		// It is still on its way: the jump begins where it then is.
		part := float64(takes) / float64(span)
		for axis := range from.Place {
			from.Place[axis] = last[1].Place[axis] - float64(part*(last[1].Place[axis]-last[0].Place[axis]))
		}
	}
	w.setdest(to.At-takes, to, apart(from, to)/takes.Seconds())
}

// move sends the node from one fix to the next, at the speed that arrives in time
// between the places as they are written.
func (w *writer) move(from, to recorded.Fix) {
	w.setdest(from.At, to, apart(from, to)/(to.At-from.At).Seconds())
}

// setdest sends the node to the place of a fix.
func (w *writer) setdest(at time.Duration, to recorded.Fix, speed float64) {
	w.at(at, "setdest ")
	w.Metres(to.Place[0])
	w.Text(" ")
	w.Metres(to.Place[1])
	w.Text(" ")
	w.Exact(speed)
	w.Text("\"\n")
}

// apart is the way between two fixes, as their places are written.
func apart(a, b recorded.Fix) float64 {
	x, y := written(b.Place[0])-written(a.Place[0]), written(b.Place[1])-written(a.Place[1])
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// written is a coordinate as the file has it.
func written(m float64) float64 { return math.Round(m*1e6) / 1e6 }
