package foreign

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain is a text of a program without what a terminal would obey, or what would turn the words around it.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsGraphic(r) && r != utf8.RuneError {
			return r
		}
		return '?'
	}, text)
}

// short is a text of at most a page or two: its beginning and its end, which is where most languages name the fault.
func short(text string) string {
	const half = mostComplaint * 3 / 4
	if len(text) <= 2*half {
		return text
	}
	return strings.ToValidUTF8(text[:half], "") + " … " + strings.ToValidUTF8(text[len(text)-half:], "")
}
