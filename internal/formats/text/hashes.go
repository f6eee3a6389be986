package text

import (
	"slices"
	"strings"
)

// Hashes judges the lines of a table that begin with #: a comment, the header above the first
// row, or a row of a node whose name begins so.
type Hashes struct {
	above   []string // lines before the first row, the last few
	lines   []int    // their numbers
	width   int      // columns of the first row; 0 before it
	numbers int      // cells of the first row that are numbers or dates
	rows    int      // lines that look like rows
	first   int      // the number of the first of them
}

// aboveLimit is how many comments above the first row are looked at.
const aboveLimit = 64

// Add judges a line that begins with #.
func (h *Hashes) Add(columns *Columns, line string, number int) {
	if h.width == 0 {
		if len(h.above) == aboveLimit {
			h.above, h.lines = h.above[1:], h.lines[1:]
		}
		h.above, h.lines = append(h.above, line), append(h.lines, number)
		return
	}
	of := Columns{delimiter: columns.delimiter} // the caller's hold a row
	fields, err := of.Split(line)
	least := 1
	if columns.Blank() {
		least = 2 // a sentence has blanks too
	}
	if err != nil || len(fields) != h.width || h.numbers < least || values(fields) < h.numbers {
		return
	}
	if h.rows++; h.rows == 1 {
		h.first = number
	}
}

// Row tells the first row of values, and judges the lines above it by its columns.
func (h *Hashes) Row(columns *Columns, fields []string) {
	if h.width != 0 {
		return
	}
	h.width, h.numbers = len(fields), values(fields)
	for i, line := range h.above {
		h.Add(columns, line, h.lines[i])
	}
}

// values counts the cells after the first that are numbers or begin with a digit, as dates do.
func values(fields []string) int {
	n := 0
	for _, field := range fields[1:] {
		if field != "" && (field[0] >= '0' && field[0] <= '9' || strings.ContainsRune("+-.", rune(field[0])) && isNumber(field)) {
			n++
		}
	}
	return n
}

func isNumber(field string) bool {
	_, err := Number(field)
	return err == nil
}

// Header is the last line above the first row, if it has as many words as the row has columns, of
// which none is a number; nil if it is none. Blanks may part its words, whatever parts the row's.
func (h *Hashes) Header(columns *Columns, row []string) []string {
	if len(h.above) == 0 {
		return nil
	}
	line := strings.TrimLeft(h.above[len(h.above)-1], "# \t")
	for _, d := range []byte{columns.delimiter, ' ', ',', '\t', ';'} {
		of := Columns{delimiter: d}
		fields, err := of.Split(line)
		if err == nil && len(fields) == len(row) && len(row) > 1 && !slices.ContainsFunc(fields, isNumber) && !slices.Contains(fields, "") {
			return fields
		}
	}
	return nil
}

// Tell remarks on lines that were left out and look like rows.
func (h *Hashes) Tell(in File) {
	if h.rows > 0 {
		in.Remark("left out as comments: %d lines that begin with # and look like rows, line %d first: a name that begins with # stands in double quotes", h.rows, h.first)
	}
}
