package text

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Clock reads the times of a file, which are all of one kind: numbers, dates, or times of a
// day. The first decides. Numbers are seconds. Without a unit, numbers that as seconds would lie
// beyond the year 2069 are milli-, micro- or nanoseconds since 1970, or the digits of a date.
// Dates without a zone are UTC. [Clock.Tell] says what was assumed.
type Clock struct {
	// Unit is of numbers, one of [clockUnits], or hms or hm if they are digits of a time of the day,
	// or the order of a date that begins with a day or a month, dmy or mdy; "" if the file decides.
	Unit string

	// Advice is the flag that gives the times another unit or order, without it: --columns
	// time=ts. "" if no flag does.
	Advice string

	// Fresh says that the next time is the first of its node: it may be far before the last one,
	// and be no time of the next day. Again says that it is of a node which others came after.
	Fresh, Again bool

	midnights
	clockDigits
	dayClock
	kind   kind
	naive  bool    // a date has no zone
	guess  bool    // the unit was guessed
	named  bool    // the unit is that of a name
	first  string  // the first time
	since  float64 // days from the 0 of Excel's or of Julian days to 1970; 0: the numbers are of no such kind
	count  *count  // that the numbers have; nil: none
	called string  // what the file calls its times, if the name says that they are dates
}

type kind uint8

const (
	undecided kind = iota
	numbers
	dates
	daytimes // times of a day, without a date
)

// clockUnits are the units of numbers.
var clockUnits = map[string]time.Duration{"s": time.Second, "ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond,
	"min": time.Minute, "h": time.Hour, "d": 24 * time.Hour}

// Orders of the parts of a date.
const (
	dayFirst   = "dmy"
	monthFirst = "mdy"
)

// Named takes the unit that a name has, unless another is given.
func (c *Clock) Named(unit string) {
	if c.Unit == "" {
		c.Unit, c.named = unit, unit != ""
	}
}

// Dates is the clock of a format whose times are dates.
func Dates() Clock { return Clock{kind: dates} }

// Dates reports whether the times are dates.
func (c *Clock) Dates() bool { return c.kind == dates }

// OfDay reports whether the times are those of a day, since midnight.
func (c *Clock) OfDay() bool { return c.kind == daytimes }

// Read reads an instant: the time since 1970 of a date, else since the file's 0.
func (c *Clock) Read(word string) (at time.Duration, err error) {
	if isDigits(c.Unit) && !strings.ContainsAny(word, ":-/") {
		if word, err = c.digits(word); err != nil {
			return 0, err
		}
	}
	kind := c.kind
	if kind == undecided {
		kind = c.kindOf(word)
	}
	switch kind {
	case daytimes:
		err = c.noUnit(word)
	case numbers:
		if c.Unit == elapsed {
			return minutesAndSeconds(word)
		}
	}
	if err != nil {
		return 0, err
	}
	switch kind {
	case dates:
		at, err = c.date(word)
	case daytimes:
		if at, err = daytime(word); err == nil {
			c.mixed = c.mixed || c.Again
			at += c.pass(at, c.Fresh)
		}
	default:
		at, err = c.number(word)
	}
	if err == nil && kind != numbers {
		c.see(word, at)
	}
	if c.kind == undecided && err == nil {
		c.kind, c.first = kind, strings.Clone(word)
	}
	return at, err
}

func (c *Clock) kindOf(word string) kind {
	n, wrong := Number(word)
	switch {
	case c.Unit == elapsed:
		return numbers
	case wrong == nil && c.Unit == "" && n > timeLimit.Seconds() && digitsOfDate(word):
		return dates
	case wrong != nil && isCompact(word):
		return dates
	case wrong == nil || !strings.ContainsAny(word, ":-/"):
		return numbers
	case word[0] >= 'A' && word[0] <= 'Z' && strings.Contains(word, ":"):
		return dates
	case !strings.ContainsAny(strings.TrimSpace(word), "-/T") && strings.IndexByte(word, ':') <= 2:
		return daytimes
	}
	return dates
}

func (c *Clock) number(word string) (time.Duration, error) {
	if c.kind == undecided && c.Unit == "" {
		c.count = countOf(word)
	}
	if c.count != nil {
		return c.count.read(word)
	}
	if c.kind == undecided && (c.Unit == "" || c.named && c.tooLarge(word)) {
		c.Unit, _ = unitOf(word)
		c.guess, c.named = true, false
	}
	if c.guess {
		c.note(word)
	}
	if c.kind == undecided && c.Unit == "d" {
		c.since = daysBefore(word)
	}
	if c.since > 0 {
		return c.serial(word)
	}
	unit, known := clockUnits[c.Unit]
	if !known || unit == time.Second {
		return c.seconds(word)
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

// seconds reads a number of seconds, and says which unit one has that cannot be seconds.
func (c *Clock) seconds(word string) (time.Duration, error) {
	at, err := Time(word)
	if err == nil {
		return at, nil
	}
	if unit, finer := unitOf(word); finer && c.Advice != "" {
		return 0, fmt.Errorf("time: %s: must be at most %g seconds: %s:%s reads %s", Quote(word), timeLimit.Seconds(), c.Advice, unit, unit)
	}
	return 0, err
}

// noUnit refuses a time of a day to which the mapping gives the unit of a number.
func (c *Clock) noUnit(word string) error {
	_, number := clockUnits[c.Unit]
	if number && c.Unit != "s" && !c.named || c.Unit == clockSeconds && strings.Count(word, ":") == 1 {
		return fmt.Errorf("time: %s: is a time of a day, or minutes and seconds, and has no unit %s: %s reads minutes and seconds", Quote(word), c.Unit, elapsed)
	}
	return nil
}

// tooLarge reports whether a number cannot be in the unit that its column names.
func (c *Clock) tooLarge(word string) bool {
	n, err := Number(word)
	return err == nil && n*clockUnits[c.Unit].Seconds() > timeLimit.Seconds()
}

// unitOf returns the unit of a number, and whether it cannot be seconds.
func unitOf(word string) (unit string, finer bool) {
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

// Tell remarks what was assumed of the times of a file.
func (c *Clock) Tell(in File) {
	if c.naive {
		in.Remark("dates have no zone and are read as UTC")
	}
	switch {
	case c.kind == daytimes:
		what, or := "", ""
		if strings.Count(c.first, ":") == 1 && !c.halves {
			what = "hours and minutes "
			if c.Advice != "" {
				or = fmt.Sprintf(": %s:%s reads minutes and seconds", c.Advice, elapsed)
			}
		}
		switch {
		case c.blocks:
			in.Remark("times like %s have no date, and are read as %sof a day; each node's rows begin on the first day, and the next day begins where they fall by more than half a day: if that is not so, write dates", c.first, what)
		case c.passed > 0:
			in.Remark("times like %s have no date, and are read as %sof a day; where they fall by more than half a day the next day begins%s", c.first, what, c.unsorted())
		case c.doubtful:
			in.Remark("times like %s have no date, and are read as %sof one day, though a node begins more than half a day before the row above: if that is the next day, write dates", c.first, what)
		default:
			in.Remark("times like %s have no date, and are read as %sof one day%s", c.first, what, or)
		}
	case c.kind == dates && digitsOfDate(c.first):
		unit, _ := unitOf(c.first)
		in.Remark("times like %s are read as dates, %s%s", c.first, shownDate(c.first), c.otherwise(unit))
	case c.kind != numbers:
	case c.count != nil:
		at, _ := c.count.read(c.first)
		in.Remark("times like %s are read as %s, %s%s", c.first, c.count.about, time.Unix(0, int64(at)).UTC().Format(time.RFC3339), c.otherwise("ns"))
	case c.since > 0:
		at, _ := c.serial(c.first)
		in.Remark("times like %s are read as %s, %s", c.first, serials[c.since], time.Unix(0, int64(at)).UTC().Format(time.RFC3339))
	case c.guess && c.Unit != "s":
		in.Remark("times like %s are beyond the year 2069 as seconds, and are read as %s since 1970%s", c.first, c.Unit, c.otherwise(finer(c.Unit)))
	case c.guess && digitsOfDay(c.first):
		in.Remark("times like %s are read as seconds: if they are days, write them like %s", c.first, shownDay(c.first))
	case c.guess && c.Unit == "s" && c.clockDigits.unit(c.first) != "":
		unit := c.clockDigits.unit(c.first)
		plain, _ := colons(c.first, unit)
		in.Remark("times like %s are read as seconds: if they are the time of a day, %s%s", c.first, plain, c.saysSo(unit))
	case c.named && c.sinceEpoch() != "":
		in.Remark("times like %s are read as %s, as the name of their column says%s", c.first, c.Unit, c.otherwise(c.sinceEpoch()))
	case c.called != "" && c.early():
		in.Remark("column %s has numbers, which are read as %s%s", c.called, c.unit(), c.otherwise("ms"))
	}
}

// Assumed reports whether the times are numbers that nobody gave a unit, since an unknown 0.
func (c *Clock) Assumed() bool { return c.kind == numbers && c.guess && c.early() }

// early reports whether the first time cannot be one since 1970.
func (c *Clock) early() bool {
	n, err := Number(c.first)
	return err == nil && n*clockUnits[c.unit()].Seconds() < 1e9
}

// sinceEpoch is a unit in which the first time is one since 1970, if it is none in its own; else "".
func (c *Clock) sinceEpoch() string {
	n, err := Number(c.first)
	if err != nil || !c.early() {
		return ""
	}
	for _, unit := range []string{"s", "ms", "us"} {
		if s := n * clockUnits[unit].Seconds(); s >= 1e9 && s <= timeLimit.Seconds() {
			return unit
		}
	}
	return ""
}

func (c *Clock) unit() string {
	if c.Unit == "" {
		return "s"
	}
	return c.Unit
}

// another is a unit that the times can have, and do not.
func (c *Clock) another() string {
	least, _ := unitOf(c.first)
	if least == c.unit() {
		return finer(least)
	}
	return least
}

// finer is the next finer unit; "" below nanoseconds.
func finer(unit string) string {
	return map[string]string{"s": "ms", "ms": "us", "us": "ns"}[unit]
}

// otherwise is the flag that gives the times another unit.
func (c *Clock) otherwise(unit string) string {
	if c.Advice == "" || unit == "" {
		return ""
	}
	return fmt.Sprintf(": %s:%s says otherwise", c.Advice, unit)
}

// saysSo is the flag that gives the times a unit which they seem to have.
func (c *Clock) saysSo(unit string) string {
	if c.Advice == "" {
		return ""
	}
	return fmt.Sprintf(", %s:%s says so", c.Advice, unit)
}

var errOrder = errors.New("the day or the month may be first")

// order is the error of a date whose day or month may be first.
func (c *Clock) order() error {
	if c.Advice == "" {
		return errOrder
	}
	return fmt.Errorf("%w: %s:dmy or %s:mdy says which", errOrder, c.Advice, c.Advice)
}
