package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// heading returns the lines of a title, or keeps it for the caption.
func (t *typeface) heading(text string, width vg.Length) []string {
	if slices.Contains(t.without, Title) {
		t.left.Title = printable(text)
		return nil
	}
	return t.wrap(titleStyle, text, width-2*margin)
}

// notes returns the lines of notes, or keeps them for the caption.
func (t *typeface) notes(notes []string, width vg.Length) (lines []string) {
	for _, n := range notes {
		if slices.Contains(t.without, Notes) {
			t.left.Notes = append(t.left.Notes, printable(n))
			continue
		}
		lines = append(lines, t.wrap(noteStyle, n, width-2*margin)...)
	}
	return lines
}
