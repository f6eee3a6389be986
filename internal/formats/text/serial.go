package text

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Days of 1970-01-01 in the counts that spreadsheets, Matlab and astronomers use.
const (
	excelOf1970  = 25569
	matlabOf1970 = 719529
	julianOf1970 = 2440587.5
)

// serials are the counts, by their day of 1970.
var serials = map[float64]string{excelOf1970: "days of a spreadsheet, since 1899-12-30", matlabOf1970: "Matlab's days, since the year 0", julianOf1970: "Julian days"}

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
	case n >= matlabOf1970 && n <= matlabOf1970+limit:
		return matlabOf1970
	case n <= excelOf1970+limit:
		return excelOf1970
	}
	return 0
}

// SaysDay reports whether a number is perhaps that of a day, as spreadsheets and astronomers count
// them, of this century.
func SaysDay(n float64) bool {
	limit := timeLimit.Hours() / 24
	return n > limit && n <= excelOf1970+limit || n >= matlabOf1970 && n <= matlabOf1970+limit || n >= julianOf1970 && n <= julianOf1970+limit
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

// A count is one of parts of seconds from a year long before 1970.
type count struct {
	about string
	zero  int64 // what it is at the beginning of 1970
	part  time.Duration
}

var counts = []count{
	{"FILETIME, in 100 ns since 1601", 116444736e9, 100 * time.Nanosecond},
	{"ticks of .NET, in 100 ns since the year 1", 621355968e9, 100 * time.Nanosecond},
	{"WebKit's times, in µs since 1601", 116444736e8, time.Microsecond},
}

// countOf is the count that a number of this century has; nil if it has none. As nanoseconds since 1970
// it would be of 1970, 1974 or 1990.
func countOf(word string) *count {
	const century = 946684800 * time.Second // since 1970
	n, err := strconv.ParseInt(word, 10, 64)
	for i := range counts {
		of := &counts[i]
		if parts := n - of.zero; err == nil && parts >= int64(century/of.part) && parts <= int64(timeLimit/of.part) {
			return of
		}
	}
	return nil
}

// read reads a number of the count.
func (of *count) read(word string) (time.Duration, error) {
	n, err := strconv.ParseInt(word, 10, 64)
	if n -= of.zero; err != nil || n < 0 || n > int64(timeLimit/of.part) {
		return 0, fmt.Errorf("time: %s: want one of %s, from 1970 to 2069", Quote(word), of.about)
	}
	return time.Duration(n) * of.part, nil
}

// elapsed is the unit of minutes and seconds with a colon between: 75:30.
const elapsed = "mmss"

// minutesAndSeconds reads a time of that unit, perhaps with hours before.
func minutesAndSeconds(word string) (time.Duration, error) {
	seconds, parts := 0.0, strings.Split(word, ":")
	for i, part := range parts {
		n, err := Number(part)
		if err != nil || n < 0 || i > 0 && n >= 60 || len(parts) > 3 {
			return 0, fmt.Errorf("time: %s: want minutes and seconds, like 05:30", Quote(word))
		}
		seconds = 60*seconds + n
	}
	if seconds > timeLimit.Seconds() {
		return 0, fmt.Errorf("time: %s: must be at most %g seconds", Quote(word), timeLimit.Seconds())
	}
	return Seconds(seconds), nil
}
