package queue

import (
	"fmt"
	"strings"
	"unicode"
)

// checkName returns what is wrong with the name of a worker. A name appears in the record, in
// tables on terminals, and in a header, which loses spaces at the end.
func checkName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("--name: it is empty")
	case len(name) > maxName:
		return fmt.Errorf("--name: at most %d bytes, not %d", maxName, len(name))
	case strings.TrimSpace(name) != name:
		return fmt.Errorf("--name %q: it begins or ends with a space", name)
	case shown(name) != name:
		return fmt.Errorf("--name %q: it has characters that cannot be printed", name)
	}
	return nil
}

// shown makes a foreign text safe for a terminal: control characters, and others that cannot
// be printed, become question marks.
func shown(text string) string { return strings.Map(printed, text) }

func printed(r rune) rune {
	if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
		return '?'
	}
	return r
}

// shownName makes a foreign name safe, the same way for each source of names.
func shownName(name string) string { return shown(strings.TrimSpace(name)) }

// shownLines makes a foreign text of several lines safe; it may have tabs.
func shownLines(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return printed(r)
	}, text)
}
