package ns2

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

const (
	// timeLimit admits Unix time, and leaves int64 nanoseconds room for moves.
	timeLimit = 100 * 365 * 24 * time.Hour

	// coordinateLimit, in metres, is twice around the Earth: beyond it a number
	// is no coordinate, and squares of distances lose their metres.
	coordinateLimit = 1e8
)

func parseTime(word string) (time.Duration, error) {
	s, err := parseNumber(word)
	switch {
	case err != nil:
		return 0, fmt.Errorf("time: %w", err)
	case s < 0:
		return 0, fmt.Errorf("time: %s: must not be negative", quote(word))
	case s > timeLimit.Seconds():
		return 0, fmt.Errorf("time: %s: must be at most %g s", quote(word), timeLimit.Seconds())
	}
	return time.Duration(math.Round(s * float64(time.Second))), nil
}

func parseCoordinate(word string) (float64, error) {
	m, err := parseNumber(word)
	if err != nil {
		return 0, fmt.Errorf("coordinate: %w", err)
	}
	if math.Abs(m) > coordinateLimit {
		return 0, fmt.Errorf("coordinate: %s: must be within ±%g m", quote(word), coordinateLimit)
	}
	return m, nil
}

// parseNumber reads a finite decimal number. strconv alone would also take Inf,
// NaN and hexadecimal.
func parseNumber(word string) (float64, error) {
	if word == "" {
		return 0, errors.New("the line ends where a number should be")
	}
	if strings.Trim(word, "0123456789+-.eE") != "" {
		return 0, fmt.Errorf("%s: not a number", quote(word))
	}
	x, err := strconv.ParseFloat(word, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s: too large a number", quote(word))
	}
	if err != nil {
		return 0, fmt.Errorf("%s: not a number", quote(word))
	}
	return x, nil
}
