package ns2

import (
	"fmt"
	"io"
	"math"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Write writes a movement file. Nodes keep their names if all names are numbers; else they
// are numbered from 0, and a comment has each name. Places are written to the micrometre,
// speeds exactly.
func Write(w io.Writer, t *movetrace.Trace) error {
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
	node string // as the file names it
}

func (w *writer) write(t *movetrace.Trace, node int) {
	var former movetrace.Fix
	placed, gone := false, false
	var last [2]movetrace.Fix // the last move, or where the node stands
	since := time.Duration(0) // time of the last command
	for f := range t.Fixes(node) {
		switch {
		case f.Away:
			gone, since = true, f.At
			w.at(f.At, "switch OFF\"\n")
		case !placed:
			w.place(f)
			w.Text(w.node, " set Z_ 0\n")
			last = [2]movetrace.Fix{f, f}
		case gone || f.At == former.At:
			w.jump(since, last, f)
			since, last = f.At, [2]movetrace.Fix{f, f}
		case f.Place != former.Place:
			w.move(former, f)
			since, last = former.At, [2]movetrace.Fix{former, f}
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

// place puts the node somewhere at time 0.
func (w *writer) place(f movetrace.Fix) {
	for axis, name := range []string{"X_", "Y_"} {
		w.Text(w.node, " set ", name, " ")
		w.Metres(f.Place[axis])
		w.Text("\n")
	}
}

// longestJump bounds how much earlier than its instant a jump begins. It is less than any
// interval at which simulators sample positions.
const longestJump = 10 * time.Millisecond

// least, in metres, is the shortest way that is written as a jump: it takes 1 ns. A
// shorter one is written as a placement, because ns-3 has no shorter time.
const least = 1e-3

// jump moves the node at the speed of a jump, so that it arrives at the instant of to. The
// command before was given at since; the last move went from last[0] to last[1].
func (w *writer) jump(since time.Duration, last [2]movetrace.Fix, to movetrace.Fix) {
	way := apart(last[1], to)
	takes := min(time.Duration(way/movetrace.TeleportSpeed*float64(time.Second)), longestJump, (to.At-since)/2)
	switch {
	case way == 0:
		return
	case way < least || takes < 1:
		w.setdest(to.At, to, placementSpeed)
		return
	}
	from := last[1]
	if span := last[1].At - last[0].At; span > 0 && last[1].At == to.At {
		// It is still moving: the jump begins at its place at that time.
		part := float64(takes) / float64(span)
		for axis := range from.Place {
			from.Place[axis] = last[1].Place[axis] - float64(part*(last[1].Place[axis]-last[0].Place[axis]))
		}
	}
	speed := apart(from, to) / takes.Seconds()
	if speed < movetrace.TeleportSpeed && takes > 1 { // the last bit was rounded, and it would be read as travelled
		takes--
		speed = apart(from, to) / takes.Seconds()
	}
	w.setdest(to.At-takes, to, speed)
}

// move sends the node from one fix to the next, at the speed that arrives in time, between
// the places as they are written.
func (w *writer) move(from, to movetrace.Fix) {
	w.setdest(from.At, to, apart(from, to)/(to.At-from.At).Seconds())
}

// setdest sends the node to the place of a fix.
func (w *writer) setdest(at time.Duration, to movetrace.Fix, speed float64) {
	w.at(at, "setdest ")
	w.Metres(to.Place[0])
	w.Text(" ")
	w.Metres(to.Place[1])
	w.Text(" ")
	w.Exact(speed)
	w.Text("\"\n")
}

// apart is the distance between two fixes, between their places as they are written.
func apart(a, b movetrace.Fix) float64 {
	x, y := written(b.Place[0])-written(a.Place[0]), written(b.Place[1])-written(a.Place[1])
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// written rounds a coordinate as the file writes it.
func written(m float64) float64 { return math.Round(m*1e6) / 1e6 }
