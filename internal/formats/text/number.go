package text

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// timeLimit admits Unix time, and leaves room in int64 nanoseconds.
	timeLimit = 100 * 365 * 24 * time.Hour

	// coordinateLimit, in metres, is more than twice around the Earth: a greater number cannot
	// be a coordinate, and its square is no longer exact to a metre.
	coordinateLimit = 1e8

	// nameLimit, in bytes: names of nodes appear in tables and on screens.
	nameLimit = 256
)

// Time reads seconds.
func Time(word string) (time.Duration, error) {
	s, err := Number(word)
	switch {
	case err != nil:
		return 0, fmt.Errorf("time: %w", err)
	case s < 0:
		return 0, fmt.Errorf("time: %s: must not be negative", Quote(word))
	case s > timeLimit.Seconds():
		return 0, fmt.Errorf("time: %s: must be seconds, at most %g: is it in milliseconds?", Quote(word), timeLimit.Seconds())
	}
	return Seconds(s), nil
}

// Lasting reads a length of time as a number of a unit; one like 1:05:00 has hours, minutes and
// seconds.
func Lasting(word string, unit time.Duration) (float64, error) {
	parts := strings.Split(word, ":")
	if len(parts) != 3 {
		return Number(word)
	}
	seconds := 0.0
	for i, part := range parts {
		n, err := Number(part)
		if err != nil || n < 0 || i > 0 && n >= 60 {
			return 0, fmt.Errorf("%s: want a number, or hours:minutes:seconds", Quote(word))
		}
		seconds = 60*seconds + n
	}
	return seconds / unit.Seconds(), nil
}

// Seconds rounds a time in seconds to nanoseconds.
func Seconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

// Coordinate reads a coordinate in metres.
func Coordinate(word string) (float64, error) { return Measure("").Coordinate(word) }

// Degrees reads a longitude (most 180) or a latitude (most 90).
func Degrees(word string, most float64) (float64, error) { return Measure("").Degrees(word, most) }

// Number reads a finite decimal number. strconv alone would also take Inf, NaN
// and hexadecimal.
func Number(word string) (float64, error) {
	if word == "" {
		return 0, errors.New("the line ends where a number should be")
	}
	for i := range len(word) {
		if c := word[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			if err := commas(word); c == ',' && err != nil {
				return 0, err
			}
			return 0, fmt.Errorf("%s: not a number", Quote(word))
		}
	}
	x, err := strconv.ParseFloat(word, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s: too large a number", Quote(word))
	}
	if err != nil {
		return 0, cmp.Or(commas(word), fmt.Errorf("%s: not a number", Quote(word)))
	}
	return x, nil
}

// Name checks the name of a node. Blanks around it are none of it.
func Name(word string) (string, error) {
	word = strings.TrimSpace(word)
	switch {
	case word == "":
		return "", errors.New("a node without a name")
	case len(word) > nameLimit:
		return "", fmt.Errorf("the node's name %s has more than %d bytes", Quote(word), nameLimit)
	case !utf8.ValidString(word):
		return "", fmt.Errorf("the node's name %s is not UTF-8", Quote(word))
	}
	for _, c := range word {
		if c < ' ' || c == 0x7f {
			return "", fmt.Errorf("the node's name %s has a control character", Quote(word))
		}
	}
	return word, nil
}

// shown is how many bytes of a word an error shows: a damaged file may have a word of a
// million.
const shown = 40

// Shorten cuts a text that an error shows.
func Shorten(s string) string {
	if len(s) > shown {
		return strings.ToValidUTF8(s[:shown], "") + "…"
	}
	return s
}

// Quote shows a word in an error, shortened.
func Quote(word string) string {
	if word == "" {
		return "end of line"
	}
	if len(word) > shown {
		return strconv.Quote(word[:shown]) + "…"
	}
	return strconv.Quote(word)
}
