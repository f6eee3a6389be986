package text

import (
	"fmt"
	"math"
	"time"
)

// Days of 1970-01-01 in the counts that spreadsheets and astronomers use.
const (
	excelOf1970  = 25569
	julianOf1970 = 2440587.5
)

// serials are the counts, by their day of 1970.
var serials = map[float64]string{excelOf1970: "days of a spreadsheet, since 1899-12-30", julianOf1970: "Julian days"}

// daysBefore is the day of 1970 in the count that a number of days beyond the year 2069 has
// perhaps; 0 if it has none.
func daysBefore(word string) float64 {
	n, err := Number(word)
	limit := timeLimit.Hours() / 24
	switch {
	case err != nil || n <= limit:
		return 0
	case n >= julianOf1970 && n <= julianOf1970+limit:
		return julianOf1970
	case n <= excelOf1970+limit:
		return excelOf1970
	}
	return 0
}

// SaysDay reports whether a number is perhaps that of a day, as spreadsheets and astronomers count
// them, of this century.
func SaysDay(n float64) bool {
	limit := timeLimit.Hours() / 24
	return n > limit && n <= excelOf1970+limit || n >= julianOf1970 && n <= julianOf1970+limit
}

// serial reads a day of such a count, to the millisecond: a float has no more.
func (c *Clock) serial(word string) (time.Duration, error) {
	n, err := Number(word)
	if err != nil {
		return 0, fmt.Errorf("time: %w", err)
	}
	if n -= c.since; n < 0 || n > timeLimit.Hours()/24 {
		return 0, fmt.Errorf("time: %s: must be from 1970 to 2069", Quote(word))
	}
	return time.Duration(math.Round(n*24*3600*1000)) * time.Millisecond, nil
}
