package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"

	"bellwether/internal/base/wording"
)

// text writes the table for a screen: as a box, with fewer columns if not all fit, or else as
// cards, a block for each row. A screen without a width gets plain lines.
func (t *Table) text(b *bytes.Buffer, s *Screen) error {
	if s.Columns <= 0 {
		t.lines(b, s.Ink)
		return nil
	}
	for _, line := range wording.Wrap(t.Title, s.Columns, "  ") {
		if line != "" {
			fmt.Fprintln(b, s.Ink.in(bold, line))
		}
	}
	fitted, notes := t.layout(s.Columns)
	if fitted == nil {
		t.cards(b, s)
	} else {
		if err := fitted.box(b, s.Ink); err != nil {
			return err
		}
	}
	for _, note := range notes {
		for _, line := range wording.Wrap(note, s.Columns, "  ") {
			fmt.Fprintln(b, s.Ink.in(noteColour(note), line))
		}
	}
	for _, said := range t.Verdict {
		for _, line := range wording.Wrap(said, s.Columns, "  ") {
			fmt.Fprintln(b, s.Ink.in(bold, line))
		}
	}
	return nil
}

// layout returns the table laid out for a width, with its notes: in the brief form if it has
// one and not all fits. It returns nil if not even the first columns fit.
func (t *Table) layout(columns int) (*layout, []string) {
	fitted, natural := t.fit(columns), t.natural
	notes := t.Notes
	if t.Brief != nil && (fitted == nil || len(fitted.left) > 0) {
		short, said, left := t.Brief.choose(columns)
		if short != nil {
			fitted, notes, natural = short, said, t.Brief.natural
			for i := len(t.Header) - left; i < len(t.Header); i++ {
				fitted.left = append(fitted.left, i)
			}
		}
	}
	if fitted != nil && len(fitted.left) > 0 {
		notes = append(slices.Clone(notes), t.leftOut(fitted.left, screenWidth{columns, natural()}))
	}
	return fitted, notes
}

// box draws the table with lines around its cells.
func (l *layout) box(b *bytes.Buffer, ink Ink) error {
	var drawn bytes.Buffer
	if err := l.table.render(&drawn, renderer.NewBlueprint(), asIs); err != nil {
		return err
	}
	text := drawn.String()
	if l.under != nil {
		text = l.withProse(text)
	}
	if ink == Uncoloured {
		b.WriteString(text)
		return nil
	}
	head := true
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "│") {
			head = head && !strings.HasPrefix(line, "├")
			fmt.Fprintln(b, ink.in(dimmed, line))
			continue
		}
		cells := strings.Split(line, "│")
		for i := range cells {
			if head && strings.TrimSpace(cells[i]) != "" {
				cells[i] = ink.in(bold, cells[i])
			} else {
				cells[i] = ink.arrows(cells[i])
			}
		}
		fmt.Fprintln(b, strings.Join(cells, ink.in(dimmed, "│")))
	}
	return nil
}

// withProse inserts below each row of a box its cell of the column of words that had
// no room beside the others.
func (l *layout) withProse(box string) string {
	lines := strings.Split(strings.TrimSuffix(box, "\n"), "\n")
	inside := wording.Width(lines[0]) - 4
	var out []string
	spanning := func(cell string) {
		for _, line := range wording.Wrap(cell, inside-2, "") {
			if line != "" {
				out = append(out, "│   "+line+strings.Repeat(" ", max(inside-2-wording.Width(line), 0))+" │")
			}
		}
	}
	out = append(out, lines[0])
	at := 1
	for i, row := range append([][]string{l.table.Header}, l.table.Rows...) {
		high := 1
		for _, cell := range row {
			high = max(high, strings.Count(cell, "\n")+1)
		}
		out = append(out, lines[at:at+high]...)
		spanning(l.under[i])
		if at += high; i == 0 {
			out, at = append(out, lines[at]), at+1
		}
	}
	return strings.Join(append(out, lines[at:]...), "\n") + "\n"
}

// lines writes plain lines for programs, one a row. Cells are aligned for people, and
// separated by tabs for cut -f. Title and notes begin with "# ", as comments do for awk,
// gnuplot, R and pandas.
func (t *Table) lines(b *bytes.Buffer, ink Ink) {
	if t.Title != "" {
		fmt.Fprintln(b, ink.in(bold, remark(t.Title)))
	}
	rows := [][]string{t.cells(t.Header, oneLine)}
	for _, row := range t.Rows {
		rows = append(rows, t.cells(row, joinLines))
	}
	widths := make([]int, len(t.Header))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], wording.Width(cell))
		}
	}
	for i, row := range rows {
		var line strings.Builder
		for j, cell := range row {
			pad := strings.Repeat(" ", widths[j]-wording.Width(cell))
			switch {
			case j > 0 && t.right(j): // a line never begins with spaces
				line.WriteString(pad + cell)
			case j < len(row)-1:
				line.WriteString(cell + pad)
			default:
				line.WriteString(cell)
			}
			if j < len(row)-1 {
				line.WriteByte('\t')
			}
		}
		if i == 0 {
			fmt.Fprintln(b, ink.in(bold, line.String()))
		} else {
			fmt.Fprintln(b, ink.arrows(line.String()))
		}
	}
	for _, note := range t.Notes {
		fmt.Fprintln(b, ink.in(noteColour(note), remark(note)))
	}
	for _, said := range t.Verdict {
		fmt.Fprintln(b, ink.in(bold, remark(said)))
	}
}

// oneLine returns a title and the unit below it on one line, with a comma between.
func oneLine(header string) string {
	return joinLines(strings.ReplaceAll(strings.TrimSpace(header), "\n", ", "))
}

// remark returns text as a comment among plain lines.
func remark(text string) string { return "# " + joinLines(text) }

func (t *Table) right(i int) bool { return i < len(t.Right) && t.Right[i] }

// cards writes a block for each row: its first cell, and below it the others, each
// after its title.
func (t *Table) cards(b *bytes.Buffer, s *Screen) {
	heads := t.cells(t.Header, oneLine)
	room := 0
	for _, head := range heads[min(1, len(heads)):] {
		room = max(room, wording.Width(head))
	}
	room = min(room, s.Columns/2-2)
	for i, row := range t.Rows {
		if i > 0 {
			fmt.Fprintln(b)
		}
		cells := t.cells(row, joinLines)
		for _, line := range wording.Wrap(cells[0], s.Columns, "  ") {
			fmt.Fprintln(b, s.Ink.in(bold, line))
		}
		for j, cell := range cells[1:] {
			if cell != "" {
				card(b, s, wording.Wrap(heads[j+1], room, ""), wording.Wrap(cell, max(s.Columns-room-4, 1), ""), room)
			}
		}
	}
	if len(t.Rows) == 0 {
		for _, line := range wording.Wrap("no rows of: "+strings.Join(heads, ", "), s.Columns, "  ") {
			fmt.Fprintln(b, line)
		}
	}
}

// card writes the lines of a title and, beside them, the lines of a cell.
func card(b *bytes.Buffer, s *Screen, head, cell []string, room int) {
	for i := range max(len(head), len(cell)) {
		left, right := "", ""
		if i < len(head) {
			left = head[i]
		}
		if i < len(cell) {
			right = cell[i]
		}
		pad := strings.Repeat(" ", max(room-wording.Width(left), 0))
		fmt.Fprintln(b, "  "+s.Ink.in(dimmed, left)+pad+"  "+s.Ink.arrows(right))
	}
}
