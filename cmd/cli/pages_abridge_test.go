package cli

import (
	"slices"
	"strings"
	"testing"
)

// anyLines is the line of a page that stands for any lines.
const anyLines = "…"

// matches compares lines; "…" in the shown text stands for any lines.
func matches(shown, printed []string) bool {
	if len(shown) == 0 {
		return len(printed) == 0
	}
	if shown[0] == anyLines {
		for skip := range len(printed) + 1 {
			if matches(shown[1:], printed[skip:]) {
				return true
			}
		}
		return false
	}
	return len(printed) > 0 && shown[0] == printed[0] && matches(shown[1:], printed[1:])
}

// abridge returns what was printed, without the lines that "…" stood for in the shown text. The
// lines before the first "…" are as many as were shown there, and so are those after the last.
// Lines between two "…" are the printed lines that have the most words of the shown ones.
func abridge(shown, printed []string) []string {
	parts := [][]string{nil}
	for _, line := range shown {
		if line == anyLines {
			parts = append(parts, nil)
			continue
		}
		last := len(parts) - 1
		parts[last] = append(parts[last], line)
	}
	at := len(parts[0])
	if len(parts) == 1 || at >= len(printed) {
		return printed
	}
	out := slices.Clone(printed[:at])
	for _, part := range parts[1 : len(parts)-1] {
		at += nearest(part, printed[at:])
		end := min(at+len(part), len(printed))
		out = append(append(out, anyLines), printed[at:end]...)
		at = end
	}
	end := parts[len(parts)-1]
	return append(append(out, anyLines), printed[max(at, len(printed)-len(end)):]...)
}

// nearest returns where the printed lines begin that have the most words of these lines.
func nearest(lines, printed []string) (at int) {
	most := -1
	for from := range max(1, len(printed)-len(lines)+1) {
		alike := 0
		for i, line := range lines {
			if from+i == len(printed) {
				break
			}
			words := strings.Fields(printed[from+i])
			for _, word := range strings.Fields(line) {
				if k := slices.Index(words, word); k >= 0 {
					alike, words = alike+1, slices.Delete(words, k, k+1)
				}
			}
		}
		if alike > most {
			most, at = alike, from
		}
	}
	return at
}

// A renewed page keeps the lines between two "…", and after the last, with what they say now.
func TestAbridgedPagesKeepWhatStandsBetween(t *testing.T) {
	printed := strings.Split("title|a 1|b 2|c 3|d: lost 9 of 10|e: why|f 6|g 7", "|")
	for name, of := range map[string]struct{ shown, want string }{
		"whole":             {"old", strings.Join(printed, "|")},
		"begin":             {"old|a 0|…", "title|a 1|…"},
		"end":               {"…|f 5|g 0", "…|f 6|g 7"},
		"both ends":         {"old|…|g 0", "title|…|g 7"},
		"middle":            {"old|…|d: lost 8 of 10|…", "title|…|d: lost 9 of 10|…"},
		"two in the middle": {"old|…|b 3|…|d: lost 8 of 10|e: why|…|g 0", "title|…|b 2|…|d: lost 9 of 10|e: why|…|g 7"},
		"longer than it is": {strings.Repeat("x|", 9) + "…", strings.Join(printed, "|")},
	} {
		got := abridge(strings.Split(of.shown, "|"), printed)
		if text := strings.Join(got, "|"); text != of.want {
			t.Errorf("%s: a renewed page shows %q, want %q", name, text, of.want)
		}
		if !matches(got, printed) {
			t.Errorf("%s: what a renewed page shows does not match what was printed", name)
		}
	}
}
