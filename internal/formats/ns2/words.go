package ns2

import (
	"errors"
	"fmt"
	"strings"

	"bellwether/internal/formats/text"
)

// words are the rest of a line, divided at blanks.
type words struct{ rest string }

// next takes the next word; "" at the end of the line.
func (w *words) next() string {
	word := w.peek()
	w.rest = strings.TrimLeft(w.rest, blanks)[len(word):]
	return word
}

// peek returns the next word without taking it. A quotation mark, a semicolon and a hash
// are words of their own: none can be part of another.
func (w *words) peek() string {
	rest := strings.TrimLeft(w.rest, blanks)
	end := strings.IndexAny(rest, blanks+`";#`)
	switch {
	case end < 0:
		return rest
	case end == 0 && rest != "":
		return rest[:1]
	}
	return rest[:end]
}

// quoted takes the text between quotation marks.
func (w *words) quoted() (words, error) {
	if word := w.next(); word != `"` {
		return words{}, fmt.Errorf(`%s: want "…" after the time`, text.Quote(word))
	}
	body, rest, closed := strings.Cut(w.rest, `"`)
	if !closed {
		return words{}, errors.New(`the line ends before the closing "`)
	}
	w.rest = rest
	return words{rest: body}, nil
}

// end checks that only a semicolon and a comment are left.
func (w *words) end() error {
	word := w.next()
	for word == ";" {
		word = w.next()
	}
	if word == "" || word == "#" {
		return nil
	}
	return fmt.Errorf("%s: left over after the command", text.Quote(word))
}

const blanks = " \t\r"
