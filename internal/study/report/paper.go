package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bellwether/internal/draw/table"
)

// paperLetters is how many letters of 7.5 points fit beside each other on A4 within
// margins of 15 mm: 510 points, 4.5 for a letter of a monospaced font. Paper does not
// scroll: a wider table would be cut off.
const paperLetters = 110

// betweenLetters is the space between two columns, in letters.
const betweenLetters = 2

// onPaper splits tables that are wider than paper. Each part has the first column and as
// many of the others, in their order, as fit.
func onPaper(list []table.Table) []table.Table {
	var out []table.Table
	for _, t := range list {
		parts := columnsOnPaper(&t)
		for i, columns := range parts {
			part := t
			if len(parts) > 1 {
				part = only(&t, columns)
				part.Title = fmt.Sprintf("%s (%d of %d)", t.Title, i+1, len(parts))
			}
			out = append(out, part)
		}
	}
	return out
}

// columnsOnPaper divides the columns after the first into groups that fit on paper with it.
func columnsOnPaper(t *table.Table) [][]int {
	wide := func(i int) int {
		w := 0
		for _, row := range append([][]string{t.Header}, t.Rows...) {
			if i < len(row) {
				for line := range strings.SplitSeq(row[i], "\n") {
					w = max(w, utf8.RuneCountInString(line))
				}
			}
		}
		return w + betweenLetters
	}
	var parts [][]int
	room := 0
	for i := 1; i < len(t.Header); i++ {
		if room -= wide(i); len(parts) == 0 || room < 0 {
			parts, room = append(parts, nil), paperLetters-wide(0)-wide(i)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], i)
	}
	if len(parts) == 0 {
		parts = [][]int{nil}
	}
	return parts
}

// only returns a table with its first column and the given others.
func only(t *table.Table, columns []int) table.Table {
	out := table.Table{Notes: t.Notes}
	pick := func(row []string) []string {
		cells := []string{row[0]}
		for _, i := range columns {
			if i < len(row) {
				cells = append(cells, row[i])
			} else {
				cells = append(cells, "")
			}
		}
		return cells
	}
	out.Header, out.Right = pick(t.Header), []bool{false}
	for _, i := range columns {
		out.Right = append(out.Right, i < len(t.Right) && t.Right[i])
	}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, pick(row))
	}
	return out
}
