package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// joint is what is known of a time whose day, or whose parts, stand in columns of their own.
type joint struct {
	day     int           // the column of the day, -1: none
	digital bool          // the times of the day are digits, 093000
	within  time.Duration // unit of a number since midnight; 0: it is none
	each    time.Duration // how long a numbered day or week is; 0: the day is a date
	base    int           // the number of the first one
	based   bool

	ymd, hms [3]int // columns of year, month and day, and of hour, minute and second, counted from 1; 0: none
	half     int    // the column of AM and PM, likewise
	endDay   int    // the column of the day of ends, counted from 1; 0: none
	next     int    // ends of the day after their start
}

// partNames are columns of the parts of a time, without what parts their words.
var (
	dayParts   = [3][]string{{"year", "yyyy", "yr"}, {"month", "mon", "mo", "mm"}, {"day", "dd", "dy", "dom", "dayofmonth", "mday"}}
	clockParts = [3][]string{{"hour", "hours", "hh", "hr"}, {"minute", "minutes", "min", "mins", "mi", "mn", "mm"}, {"second", "seconds", "sec", "secs", "ss", "sc"}}
	countDays  = []string{"day", "dayno", "daynr", "daynumber", "dayid", "dayindex"}
	countWeeks = []string{"week", "gpsweek", "weekno", "weeknumber", "gpsweekno", "wn"}
)

// partsIn finds columns of these names, counted from 1, of those that are not taken; false if one of the
// first so many is missing.
func partsIn(header []string, names [3][]string, least int, taken ...int) (at [3]int, all bool) {
	for part, of := range names {
		for i, field := range header {
			if at[part] == 0 && slices.Contains(of, PlainName(field)) && !slices.Contains(taken, i+1) {
				at[part] = i + 1
			}
		}
		if at[part] == 0 && part < least {
			return [3]int{}, false
		}
	}
	return at, true
}

// parts finds columns of a year, a month and a day beside the column of the time.
func (t *Times) parts() {
	at, all := partsIn(t.header, dayParts, len(dayParts))
	if !all || t.Column < 0 || slices.Contains(at[:], t.Column+1) {
		return
	}
	t.ymd, t.day = at, at[0]-1
	t.apart(at)
	t.tell = fmt.Sprintf("columns %s, %s and %s are read as the day, and %s as the time", t.header[at[0]-1], t.header[at[1]-1], t.header[at[2]-1], t.header[t.Column])
}

func (t *Times) apart(at [3]int) {
	for _, column := range at {
		t.Apart(column - 1)
	}
}

// clockParts finds columns of an hour and a minute, and of a date or its parts.
func (t *Times) clockParts() bool {
	days, dated := partsIn(t.header, dayParts, len(dayParts))
	least := 2
	if dated {
		least = 1
	}
	at, all := partsIn(t.header, clockParts, least, days[:]...)
	if of, _ := partsIn(t.header, clockParts, 0, days[:]...); !all && of[0] == 0 && of[1] > 0 && of[2] > 0 { // minutes that go on
		t.Named(elapsed)
		t.hms, t.Column = of, of[1]-1
		t.apart(of)
		t.tell = "columns " + columnsOf(t.header, of) + " are read as minutes and seconds of the time"
		return true
	}
	if !all {
		return false
	}
	t.hms, t.Column = at, at[0]-1
	what := columnsOf(t.header, at)
	for i, field := range t.header {
		if SaysTime(field) && i != t.Column {
			t.others = append(t.others, i)
		}
	}
	if dated {
		t.ymd, t.day = days, days[0]-1
		what = columnsOf(t.header, days) + ", " + what
	}
	t.apart(t.hms)
	t.apart(t.ymd)
	t.tell = "columns " + what + " are read as parts of the time"
	return true
}

func columnsOf(header []string, at [3]int) string {
	var names []string
	for _, column := range at {
		if column > 0 {
			names = append(names, header[column-1])
		}
	}
	return strings.Join(names, ", ")
}

// ofParts reports whether the time is made of columns of its parts.
func (t *Times) ofParts() bool { return t.hms != [3]int{} }

// clockWord is the time of a row, or its time of the day.
func (t *Times) clockWord(fields []string) string {
	if !t.ofParts() {
		return t.halved(fields, Field(fields, t.Column))
	}
	if t.hms[0] == 0 {
		return Field(fields, t.hms[1]-1) + ":" + Field(fields, t.hms[2]-1)
	}
	hour, minute, second := Field(fields, t.hms[0]-1), Field(fields, t.hms[1]-1), Field(fields, t.hms[2]-1)
	if minute == "" && t.hms[1] == 0 {
		minute = "0"
	}
	if second == "" && t.hms[2] == 0 {
		second = "0"
	}
	return t.halved(fields, padded(hour)+":"+padded(minute)+":"+padded(second))
}

// halfNames are columns of AM and PM, without what parts their words.
var halfNames = []string{"ampm", "am/pm", "meridiem"}

// halved adds AM or PM to a time of the day, if it stands in a column of its own.
func (t *Times) halved(fields []string, clock string) string {
	if t.half == 0 {
		t.half = -1
		if at := slices.IndexFunc(t.header, func(field string) bool { return slices.Contains(halfNames, PlainName(field)) }); at >= 0 && at != t.Column {
			t.half = at + 1
			t.Apart(at)
		}
	}
	if t.half < 0 {
		return clock
	}
	return clock + " " + Field(fields, t.half-1)
}

// padded is a number with two digits before its point.
func padded(word string) string {
	whole, rest, point := strings.Cut(word, ".")
	if point && strings.Trim(rest, "0") != "" {
		return twoDigits(whole) + "." + rest
	}
	return twoDigits(whole)
}

// dayWord is the day of a row.
func (t *Times) dayWord(fields []string) string {
	if t.ymd[0] == 0 {
		return Field(fields, t.day)
	}
	whole := func(part int) string { return strings.TrimSuffix(Field(fields, t.ymd[part]-1), ".0") }
	return whole(0) + "-" + whole(1) + "-" + whole(2)
}

// joined finds two columns that a mapping joins.
func (t Times) joined(header []string, names [2]string, missing error) (Times, error) {
	at := [2]int{}
	for i, name := range names {
		name = strings.TrimSpace(name)
		at[i] = indexOf(header, name)
		if n, err := strconv.Atoi(name); err == nil && t.in.Columns.Numbered() {
			at[i] = n - 1
		}
		if at[i] < 0 || at[i] >= len(header) {
			return t, missing
		}
	}
	t.day, t.Column, t.digital = at[0], at[1], isDigits(t.Unit)
	t.within = clockUnits[t.Unit]
	if t.within > 0 {
		t.Unit = ""
	}
	return t, nil
}

// dayAndClock reads a day and a time of the day, each of which may be digits alone.
func (t *Times) dayAndClock(day, clock string) (time.Duration, error) {
	if t.each > 0 {
		return t.numbered(day, clock)
	}
	if digitsOfDay(day) {
		day = shownDay(day)
	}
	if number, err := Number(clock); err == nil && t.within > 0 {
		midnight, err := t.Read(day)
		if err != nil {
			return 0, err
		}
		since := Seconds(number * t.within.Seconds())
		if number < 0 || since > aDay {
			return 0, t.beyond(clock, "a day")
		}
		return midnight + since, nil
	}
	if c := t.Clock; t.digital && clock != "" && strings.Trim(clock, "0123456789.") == "" {
		if !isDigits(c.Unit) {
			c.Unit = clockSeconds
		}
		c.Advice = t.Advice
		plain, err := c.digits(clock)
		if err != nil {
			return 0, err
		}
		clock = plain
	}
	return t.Read(day + " " + clock)
}

// numbered reads a time in a day or a week of a number: 0 is the beginning of the first row's.
func (t *Times) numbered(day, clock string) (at time.Duration, err error) {
	n, err := strconv.Atoi(day)
	if err != nil {
		return 0, fmt.Errorf("time: %s: want the number of a day or a week", Quote(day))
	}
	if !t.based {
		t.base, t.based = n, true
		t.kind, t.named, t.first, t.Unit = numbers, true, strings.Clone(clock), "d"
	}
	if n -= t.base; n < 0 {
		return 0, Whole(fmt.Errorf("time: %s %s is before that of the first row, %d: sort the rows", t.header[t.day], Quote(day), t.base))
	}
	if time.Duration(n) > timeLimit/t.each {
		return 0, fmt.Errorf("time: %s %s: must be at most %d", t.header[t.day], Quote(day), timeLimit/t.each)
	}
	switch number, wrong := Number(clock); {
	case wrong != nil:
		at, err = daytime(clock)
	case number < 0:
		err = fmt.Errorf("time: %s: must not be negative", Quote(clock))
	case number*t.within.Seconds() > t.each.Seconds():
		err = t.beyond(clock, "the "+t.header[t.day])
	default:
		at = Seconds(number * t.within.Seconds())
	}
	return time.Duration(n)*t.each + at, err
}

// beyond is the error of a time that is longer than its day.
func (t *Times) beyond(clock, what string) error {
	return Whole(fmt.Errorf("time: %s: is beyond %s: --columns %s reads it alone", Quote(clock), what, t.in.Columns.With(t.role, ColumnWord(t.header, t.Column))))
}

// isDay reports whether a word is a date without a time.
func isDay(word string) bool {
	if digitsOfDay(word) {
		return true
	}
	c := Clock{kind: dates, Unit: dayFirst}
	if strings.ContainsAny(word, ": T") || !strings.ContainsAny(word, "-/.") {
		return false
	}
	_, err := c.date(word)
	if err != nil {
		c.Unit = monthFirst
		_, err = c.date(word)
	}
	return err == nil
}
