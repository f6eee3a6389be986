package wording

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// Width is how many columns a line takes, its colours none.
func Width(line string) int { return twwidth.WidthWithOptions(line, twwidth.Options{}) }

// Wrap breaks text into lines of at most so many columns, at spaces where there are any.
// Lines after the first are set in by hang.
func Wrap(text string, columns int, hang string) []string {
	var lines []string
	line := ""
	flush := func() { lines, line = append(lines, line), hang }
	for _, word := range strings.Fields(text) {
		if line != "" && line != hang && Width(line)+1+Width(word) > columns {
			flush()
		}
		for Width(line)+Width(word) > columns && Width(word) > 1 && columns > Width(hang)+1 {
			head, tail := cut(word, columns-Width(line))
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
		if Width(word[:i+len(string(r))]) > columns {
			break
		}
		at = i + len(string(r))
	}
	return word[:at], word[at:]
}
