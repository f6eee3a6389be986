package text

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

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
		} else if said == 0 && n < aDay.Minutes() {
			t.tell += t.ofDaySays("min", "minutes")
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
