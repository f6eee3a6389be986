package text

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Clock reads the times of a file, which are all of one kind: numbers, or dates. The first
// decides. Numbers are seconds. Without a unit, numbers that as seconds would lie beyond the
// year 2069 are milli-, micro- or nanoseconds since 1970. Dates without a zone are UTC. [Clock.Tell] says
// what was assumed.
type Clock struct {
	// Unit is of numbers, one of [clockUnits], or the order of a date that begins with a day or
	// a month, dmy or mdy; "" if the file decides.
	Unit string

	begun bool
	dates bool
	naive bool // a date has no zone
	since bool // the unit was assumed
}

// clockUnits are the units of numbers.
var clockUnits = map[string]time.Duration{"s": time.Second, "ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond}

// Orders of the parts of a date.
const (
	dayFirst   = "dmy"
	monthFirst = "mdy"
)

// Dates is the clock of a format whose times are dates.
func Dates() Clock { return Clock{begun: true, dates: true} }

// Dates reports whether the times are dates.
func (c *Clock) Dates() bool { return c.dates }

// Read reads an instant: the time since 1970 of a date, else since the file's 0.
func (c *Clock) Read(word string) (at time.Duration, err error) {
	if !c.begun {
		_, number := Number(word)
		c.dates = number != nil && strings.ContainsAny(word, ":-/")
	}
	if c.dates {
		at, err = c.date(word)
	} else {
		at, err = c.number(word)
	}
	c.begun = c.begun || err == nil
	return at, err
}

func (c *Clock) number(word string) (time.Duration, error) {
	if !c.begun && c.Unit == "" {
		c.Unit, c.since = c.guess(word)
	}
	unit, known := clockUnits[c.Unit]
	if !known || unit == time.Second {
		return Time(word)
	}
	if n, err := strconv.ParseInt(word, 10, 64); err == nil && n >= 0 && n <= int64(timeLimit/unit) {
		return time.Duration(n) * unit, nil // exact, where a float has 53 bits
	}
	n, err := Number(word)
	switch {
	case err != nil:
		return 0, fmt.Errorf("time: %w", err)
	case n < 0 || n > float64(timeLimit/unit):
		return 0, fmt.Errorf("time: %s: must be from 0 to %d %s", Quote(word), timeLimit/unit, c.Unit)
	}
	return Seconds(n * unit.Seconds()), nil
}

// guess returns the unit of a number that cannot be seconds.
func (c *Clock) guess(word string) (unit string, assumed bool) {
	n, err := Number(word)
	if err != nil {
		return "", false
	}
	for _, unit := range []string{"s", "ms", "us", "ns"} {
		if n <= float64(timeLimit/clockUnits[unit]) {
			return unit, unit != "s"
		}
	}
	return "", false
}

// date reads a date of ISO 8601 in the profile of RFC 3339, and others that are written: with a
// blank for the T, with slashes, with a zone of hours alone, without a zone or seconds.
func (c *Clock) date(word string) (time.Duration, error) {
	if at, err := time.Parse(time.RFC3339Nano, word); err == nil {
		return sinceEpoch(word, at)
	}
	plain, err := c.plain(word)
	if err != nil {
		return 0, fmt.Errorf("time: %s: %w", Quote(word), err)
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05Z07", "2006-01-02T15:04:05Z0700"} {
		if at, err := time.Parse(layout, plain); err == nil {
			return sinceEpoch(word, at)
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if at, err := time.Parse(layout, plain); err == nil {
			c.naive = true
			return sinceEpoch(word, at)
		}
	}
	return 0, fmt.Errorf("time: %s: want one like 2026-05-01T12:00:00Z", Quote(word))
}

// plain returns a date in the order of RFC 3339.
func (c *Clock) plain(word string) (string, error) {
	word = strings.TrimSuffix(strings.TrimSpace(word), " UTC")
	day, clock, _ := strings.Cut(strings.Replace(word, "T", " ", 1), " ")
	clock = strings.ReplaceAll(clock, " ", "") // before a zone
	day = strings.ReplaceAll(day, "/", "-")
	if parts := strings.Split(day, "-"); len(parts) == 3 && len(parts[0]) <= 2 && len(parts[2]) == 4 {
		d, m := parts[0], parts[1]
		order := c.Unit
		if order == "" && len(d) == 2 && d > "12" {
			order = dayFirst
			c.Unit = order // of all dates of the file
		}
		switch order {
		case monthFirst:
			d, m = m, d
		case dayFirst:
		default:
			return "", errors.New("the day or the month may be first: --columns time=NAME:dmy or time=NAME:mdy says which")
		}
		day = parts[2] + "-" + twoDigits(m) + "-" + twoDigits(d)
	}
	return day + "T" + clock, nil
}

func twoDigits(s string) string {
	if len(s) == 1 {
		return "0" + s
	}
	return s
}

// sinceEpoch is the time since 1970 of an instant.
func sinceEpoch(word string, at time.Time) (time.Duration, error) {
	if s := at.Unix(); s < 0 || s > int64(timeLimit/time.Second) {
		return 0, fmt.Errorf("time: %s: must be from 1970 to 2069", Quote(word))
	}
	return time.Duration(at.UnixNano()), nil
}

// Tell remarks what was assumed of the times of a file.
func (c *Clock) Tell(in File) {
	if c.naive {
		in.Remark("dates have no zone and are read as UTC")
	}
	if c.since {
		in.Remark("times are beyond the year 2069 as seconds, and are read as %s since 1970: --columns time=NAME:s says otherwise", c.Unit)
	}
}
