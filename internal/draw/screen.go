package draw

import (
	"io"
	"strings"
)

// A Screen is where people read text: a terminal, or what stands for one. A table in
// the format Text that is written to a Screen is laid out for its width. Written to
// anything else it is plain lines, for programs to take apart.
type Screen struct {
	io.Writer
	// Columns is the width. No line of a table is longer. 0: as a pipe, plain lines.
	Columns int
	Ink     Ink
}

// An Ink says whether text has colours.
type Ink bool

// The inks.
const (
	Uncoloured Ink = false
	Coloured   Ink = true // by the escape sequences of ECMA-48, which every terminal of today knows
)

// screenOf is the screen that w is, or what a pipe is.
func screenOf(w io.Writer) *Screen {
	if s, is := w.(*Screen); is {
		return s
	}
	return &Screen{Writer: w}
}

// The colours: of the eight that a terminal's owner chose, so that they are legible on
// any background. Arrows are not red and green: higher is not worse in every metric.
const (
	bold   = "\x1b[1m"
	dimmed = "\x1b[2m"
	amber  = "\x1b[33m"
	cyan   = "\x1b[36m"
	plain  = "\x1b[0m"
)

// in colours text, if there is ink.
func (i Ink) in(colour, text string) string {
	if i == Uncoloured || text == "" {
		return text
	}
	return colour + text + plain
}

// arrows colours the marks of differences.
func (i Ink) arrows(text string) string {
	if i == Uncoloured {
		return text
	}
	return strings.NewReplacer("↑", amber+"↑"+plain, "↓", cyan+"↓"+plain).Replace(text)
}

// noteColour makes a warning stand out, and what explains step back.
func noteColour(note string) string {
	if strings.HasPrefix(note, "warning") {
		return amber
	}
	return dimmed
}
