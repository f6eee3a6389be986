package table

import (
	"io"
	"strings"
)

// A Screen is a terminal or something similar. A table in the format Text that is written
// to a Screen is laid out for its width. Written to any other writer it is plain lines, which
// programs can split.
type Screen struct {
	io.Writer
	// Columns is the width, in letters. No line of a table is longer. 0: plain lines, as for
	// a pipe.
	Columns int
	Ink     Ink
}

// An Ink is whether text has colours.
type Ink bool

// The inks.
const (
	Uncoloured Ink = false
	Coloured   Ink = true // by escape sequences of ECMA-48, which all terminals in use support
)

// screenOf returns w if it is a Screen, else a Screen of plain lines.
func screenOf(w io.Writer) *Screen {
	if s, is := w.(*Screen); is {
		return s
	}
	return &Screen{Writer: w}
}

// The colours are from the terminal's own palette of eight, so that they are legible on
// its background. Arrows are not red and green, since higher is not worse in every metric.
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

// noteColour returns a bright colour for warnings, and a dim one for other notes.
func noteColour(note string) string {
	if strings.HasPrefix(note, "warning") {
		return amber
	}
	return dimmed
}
