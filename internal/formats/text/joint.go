package text

import (
	"cmp"
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
	dayParts   = [3][]string{{"year", "yyyy", "yr"}, {"month", "mon", "mm"}, {"day", "dd", "dom", "dayofmonth", "mday"}}
	clockParts = [3][]string{{"hour", "hours", "hh", "hr"}, {"minute", "minutes", "min", "mins", "mi", "mm"}, {"second", "seconds", "sec", "secs", "ss"}}
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
func (t *Times) ofParts() bool { return t.hms[0] > 0 }

// clockWord is the time of a row, or its time of the day.
func (t *Times) clockWord(fields []string) string {
	if t.hms[0] == 0 {
		return t.halved(fields, Field(fields, t.Column))
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
var halfNames = []string{"ampm", "am/pm", "meridiem", "meridian"}

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

// begin finds the column of the day by the first row.
func (t *Times) begin(fields []string) {
	t.begun = true
	if _, given := t.in.Columns.Of(t.role); given || t.in.Columns.Numbered() {
		t.beginJoined(fields)
		return
	}
	word := t.clockWord(fields)
	_, err := daytime(word)
	digital, number := isClock(word), isNumber(word)
	if t.ymd[0] > 0 {
		if err != nil && !digital && !t.isOfDay(t.Column, word) && !t.ofParts() { // the time has its own day
			t.ymd, t.day, t.tell = [3]int{}, -1, ""
			return
		}
		t.ofDay(word)
		return
	}
	if err == nil || digital || number {
		for _, i := range t.others {
			if isDay(Field(fields, i)) && (err == nil || digital || t.isOfDay(t.Column, word)) {
				t.join(i, t.Column)
				t.ofDay(word)
				return
			}
		}
	}
	if isDay(word) {
		if at, all := partsIn(t.header, clockParts, 2, t.Column+1); all {
			t.hms = at
			t.join(t.Column, at[0]-1)
			t.apart(at)
			return
		}
		for _, i := range t.others {
			of := Field(fields, i)
			_, err := daytime(of)
			if hour := isHour(t.header[i], of); err == nil || isClock(of) || hour || t.isOfDay(i, of) {
				if t.join(t.Column, i); !hour {
					t.ofDay(of)
				}
				return
			}
		}
	}
	t.count(fields, word)
}

// beginJoined looks at the first row of columns that a mapping joins.
func (t *Times) beginJoined(fields []string) {
	if t.day < 0 || t.digital {
		return
	}
	word, day := Field(fields, t.Column), Field(fields, t.day)
	if !isDay(day) && isCount(day) && t.Column < len(t.header) {
		if t.each = aDay; slices.Contains(countWeeks, PlainName(t.header[t.day])) {
			t.each = week
		}
		if t.within == 0 {
			t.within = t.unitOfClock(t.Column, word)
		}
	} else if isNumber(word) && t.within == 0 && t.Column < len(t.header) && !isHour(t.header[t.Column], word) {
		t.ofDay(word)
	}
}

// week is that of the satellites of GPS.
const week = 7 * aDay

// isCount reports whether a word is a small whole number.
func isCount(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n >= 0 && len(word) <= 5
}

// count takes a column that numbers days or weeks, if the times lie within one.
func (t *Times) count(fields []string, word string) {
	_, err := daytime(word)
	for i, field := range t.header {
		each := time.Duration(0)
		switch name := PlainName(field); {
		case slices.Contains(countDays, name):
			each = aDay
		case slices.Contains(countWeeks, name):
			each = week
		}
		if each == 0 || i == t.Column || !isCount(Field(fields, i)) {
			continue
		}
		unit := t.unitOfClock(t.Column, word)
		n, wrong := Number(word)
		if err == nil || wrong == nil && n >= 0 && n*unit.Seconds() <= each.Seconds() {
			t.join(i, t.Column)
			t.each, t.within = each, unit
			t.tell += fmt.Sprintf(", as number and time of the %s: --columns %s reads it alone", map[time.Duration]string{aDay: "day", week: "week"}[each], t.in.Columns.With(t.role, ColumnWord(t.header, t.Column)))
			return
		}
	}
}

// unitOfClock is the unit of a number since midnight.
func (t *Times) unitOfClock(column int, word string) time.Duration {
	if isHour(t.header[column], word) {
		return time.Hour
	}
	if _, unit := UnitIn(t.header[column]); unit != "" && unit != "d" {
		return clockUnits[unit]
	}
	return time.Second
}

// isOfDay reports whether a number is perhaps one of seconds, or of another unit, since midnight.
func (t *Times) isOfDay(column int, word string) bool {
	n, err := Number(word)
	return err == nil && n >= 0 && n*t.unitOfClock(column, word).Seconds() <= aDay.Seconds() && (n > 1 || !strings.Contains(word, "."))
}

// ofDay decides how a number beside a day is read: by a unit that its name says, else as digits if it can
// have these.
func (t *Times) ofDay(word string) {
	n, err := Number(word)
	if err != nil || t.ofParts() {
		return
	}
	said := time.Duration(0)
	for _, word := range words(t.header[t.Column]) {
		if unit := clockUnits[unitWords[word]]; said == 0 && unit < aDay {
			said = unit
		} else if word == "sod" {
			said = time.Second
		}
	}
	minutes, short := colons(word, clockMinutes)
	switch short = short && len(word) >= len("930"); {
	case said == 0 && (isClock(word) || short && word[0] == '0' && len(word) == len("0930")):
		t.digital = true
		if other := ""; isClock(word) {
			if n <= aDay.Seconds() {
				other = t.ofDaySays("s", "seconds since midnight")
			}
			t.tell += ", whose digits are hours, minutes and seconds" + other
		} else {
			t.Unit = clockMinutes
			t.tell += ", whose digits are hours and minutes" + t.ofDaySays("min", "minutes since midnight")
		}
	default:
		t.within = cmp.Or(said, time.Second)
		t.tell += fmt.Sprintf(", in %s since midnight", unitName(t.within))
		if short && said == 0 {
			t.tell += t.ofDaySays(clockMinutes, minutes)
		}
	}
}

// ofDaySays is the flag that reads the number beside the day otherwise.
func (t *Times) ofDaySays(unit, what string) string {
	if t.ymd[0] > 0 {
		return ""
	}
	return fmt.Sprintf(": %s:%s reads %s", t.Advice, unit, what)
}

// unitName is the word of a unit.
func unitName(of time.Duration) string {
	for _, unit := range []string{"s", "ms", "us", "ns", "min", "h"} {
		if clockUnits[unit] == of {
			return unit
		}
	}
	return "s"
}

// isClock reports whether a word has the digits of a time of the day, hours included.
func isClock(word string) bool {
	whole, _, _ := strings.Cut(word, ".")
	_, is := colons(word, clockSeconds)
	return is && len(whole) >= len("30405")
}

// isHour reports whether a column is called hour and has one.
func isHour(name, word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n >= 0 && n < 24 && slices.Contains(words(name), "hour")
}

// join reads the day and the time of the day as one.
func (t *Times) join(day, clock int) {
	t.day, t.Column = day, clock
	t.Apart(day)
	t.Apart(clock)
	if !t.ofParts() {
		t.Advice = "--columns " + t.in.Columns.With(t.role, ColumnWord(t.header, day)+"+"+ColumnWord(t.header, clock))
		t.tell = fmt.Sprintf("columns %s and %s are read as the day and the time", t.header[day], t.header[clock])
		return
	}
	t.tell = "columns " + t.header[day] + ", " + columnsOf(t.header, t.hms) + " are read as parts of the time"
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
