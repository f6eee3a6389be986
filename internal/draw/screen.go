package draw

import (
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
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

// TextWidth is how many columns of a terminal a line takes, its colours none.
func TextWidth(line string) int { return wide(line) }

// wide is how many columns of a Latin terminal text takes, whatever the locale says.
func wide(text string) int { return twwidth.WidthWithOptions(text, twwidth.Options{}) }

// wrapWords breaks text into lines of at most so many columns, at spaces where there
// are any. Lines after the first are set in by hang.
func wrapWords(text string, columns int, hang string) []string {
	var lines []string
	line := ""
	flush := func() { lines, line = append(lines, line), hang }
	for _, word := range strings.Fields(text) {
		if line != "" && line != hang && wide(line)+1+wide(word) > columns {
			flush()
		}
		for wide(line)+wide(word) > columns && wide(word) > 1 && columns > wide(hang)+1 {
			head, tail := cut(word, columns-wide(line))
			if head == "" {
				break
			}
			line += head
			word = tail
			flush()
		}
		if line != "" && line != hang {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// cut breaks a word that is too long for a line.
func cut(word string, columns int) (head, tail string) {
	at := 0
	for i, r := range word {
		if wide(word[:i+len(string(r))]) > columns {
			break
		}
		at = i + len(string(r))
	}
	return word[:at], word[at:]
}
