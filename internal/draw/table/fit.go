package table

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
)

// leastProse is the least width of a column of words, in columns of a terminal: in a
// narrower one each line has a single word.
const leastProse = 26

// leastColumns is the least number of columns after the first in a box. If fewer fit,
// cards are easier to read.
const leastColumns = 2

// around returns the width of all that is around n cells of a box: a space at both sides of
// each, a line between them and at both ends.
func around(cells int) int { return 3*cells + 1 }

// A layout is a table that fits a terminal.
type layout struct {
	table *Table
	left  []int    // columns that are left out
	under []string // words below the header and below each row, nil if there are none
}

// fit returns the table laid out for a width in columns of a terminal; nil if not even its
// first columns fit. First titles are broken over lines, then words. Then a column of
// words is put below its rows. Then columns are left out, from the right.
func (t *Table) fit(columns int) *layout {
	all := make([]int, len(t.Header))
	for i := range all {
		all[i] = i
	}
	if whole := t.only(all).within(columns); whole != nil {
		return &layout{table: whole}
	}
	if prose := t.prose(); prose > 0 && len(all) > 1+leastColumns {
		if rest := t.only(slices.Delete(slices.Clone(all), prose, prose+1)).within(columns); rest != nil {
			return &layout{table: rest, under: t.column(prose)}
		}
	}
	for n := len(all) - 1; n >= 1+leastColumns; n-- {
		if some := t.only(all[:n]).within(columns); some != nil {
			return &layout{table: some, left: all[n:]}
		}
	}
	return nil
}

// prose returns the widest column of words, -1 if no column has words.
func (t *Table) prose() int {
	widths := make([]int, len(t.Header))
	for i := range widths {
		for _, cell := range t.column(i) {
			widths[i] = max(widths[i], widest(cell))
		}
	}
	return t.widestProse(widths)
}

// column returns the cells of a column, with its title first.
func (t *Table) column(i int) []string {
	out := []string{oneLine(t.Header[i])}
	for _, row := range t.Rows {
		cell := ""
		if i < len(row) {
			cell = row[i]
		}
		out = append(out, cell)
	}
	return out
}

// only returns the table with some of its columns.
func (t *Table) only(columns []int) *Table {
	out := &Table{Title: t.Title, Notes: t.Notes}
	pick := func(row []string) []string {
		var cells []string
		for _, i := range columns {
			if i < len(row) {
				cells = append(cells, row[i])
			} else {
				cells = append(cells, "")
			}
		}
		return cells
	}
	out.Header = pick(t.Header)
	for _, i := range columns {
		out.Right = append(out.Right, t.right(i))
	}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, pick(row))
	}
	return out
}

// within returns the table with cells broken over lines so that it fits; nil if it cannot.
func (t *Table) within(columns int) *Table {
	body, head := make([]int, len(t.Header)), make([]int, len(t.Header))
	for i := range t.Header {
		head[i] = widest(t.Header[i])
		for _, row := range t.Rows {
			body[i] = max(body[i], widest(row[i]))
		}
	}
	widths := make([]int, len(t.Header))
	for i := range widths {
		widths[i] = max(body[i], head[i])
	}
	room := columns - around(len(widths))
	if sum(widths) <= room {
		return t
	}
	// Break titles over lines: each column is as wide as its widest cell and the longest word
	// of its title.
	for i := range widths {
		widths[i] = max(body[i], longestWord(t.Header[i]))
	}
	// Break cells of words over lines, in the widest column first.
	for sum(widths) > room {
		i := t.widestProse(widths)
		if i < 0 {
			return nil
		}
		widths[i]--
	}
	t.widen(widths, head, room)
	out := &Table{Right: t.Right, Header: wrapCells(t.Header, widths)}
	for _, row := range t.Rows {
		cells := slices.Clone(row)
		for i := range cells {
			if widest(cells[i]) > widths[i] {
				cells[i] = strings.Join(wording.Wrap(cells[i], widths[i], ""), "\n")
			}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// widen gives the room that is left to titles, from left to right.
func (t *Table) widen(widths, head []int, room int) {
	for i := range widths {
		more := min(max(head[i]-widths[i], 0), room-sum(widths))
		widths[i] += max(more, 0)
	}
}

// widestProse returns the widest column of words that can be made narrower, -1 if there is
// none.
func (t *Table) widestProse(widths []int) int {
	at := -1
	for i, w := range widths {
		if !t.right(i) && w > max(leastProse, longestWord(t.Header[i])) && (at < 0 || w > widths[at]) {
			at = i
		}
	}
	return at
}

// wrapCells breaks the lines of cells that are too long.
func wrapCells(cells []string, widths []int) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		var lines []string
		for line := range strings.SplitSeq(cell, "\n") {
			lines = append(lines, wording.Wrap(line, widths[i], "")...)
		}
		out[i] = strings.Join(lines, "\n")
	}
	return out
}

// A screenWidth is the width of a screen, and the least at which it shows all columns.
type screenWidth struct{ is, enough int }

// leftOut returns the note of columns that are left out, and how to see them.
func (t *Table) leftOut(left []int, width screenWidth) string {
	var names []string
	for _, i := range left {
		name, _, _ := strings.Cut(t.Header[i], "\n")
		if i < len(t.Keys) && t.Keys[i] != "" && t.Keys[i] != name {
			name += " (" + t.Keys[i] + ")"
		}
		names = append(names, name)
	}
	how := fmt.Sprintf("--width %d shows all, so does a pipe", width.enough)
	if t.Choose != "" {
		how = t.Choose + " chooses columns, " + how
	}
	have := "have"
	if len(left) == 1 {
		have = "has"
	}
	return fmt.Sprintf("%d of %d columns %s no room in a width of %d: %s; %s", len(left), len(t.Header), have, width.is, strings.Join(names, ", "), how)
}

// natural returns the least width at which no column is left out.
func (t *Table) natural() int {
	least := around(len(t.Header))
	for i, head := range t.Header {
		w := longestWord(head)
		for _, row := range t.Rows {
			if i < len(row) {
				w = max(w, widest(row[i]))
			}
		}
		if !t.right(i) {
			w = min(w, max(leastProse, longestWord(head)))
		}
		least += w
	}
	return least
}

// widest returns the width of the widest line of a cell.
func widest(cell string) int {
	w := 0
	for line := range strings.SplitSeq(cell, "\n") {
		w = max(w, wording.Width(line))
	}
	return w
}

func longestWord(cell string) int {
	w := 0
	for _, word := range strings.Fields(cell) {
		w = max(w, wording.Width(word))
	}
	return w
}

func sum(widths []int) int {
	all := 0
	for _, w := range widths {
		all += w
	}
	return all
}
