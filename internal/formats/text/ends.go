package text

import (
	"fmt"
	"slices"
	"time"
)

// endWords are those of a name of what ends.
var endWords = []string{"end", "stop", "finish", "last", "until", "to", "e"}

// EndsOn takes the column of the day of ends, which a mapping gives.
func (t *Times) EndsOn(header []string, name string) error {
	at := indexOf(header, name)
	if at < 0 {
		return fmt.Errorf("there is no column %s for the day of the end, as --columns (columns: in a scenario) says", Quote(name))
	}
	t.endDay = at + 1
	return nil
}

// End reads the end of a span that begins at the time of the row. Beside a day it is one of the day, of
// another column's, or of the next day if it is before the start.
func (t *Times) End(fields []string, word string) (time.Duration, error) {
	if t.fraction > 0 {
		return 0, Whole(fmt.Errorf("column %s is of parts of a second, and does not say of which of start and end: write both as one number, or %s:s reads whole seconds", t.header[t.fraction-1], t.Advice))
	}
	return t.whole(fields, func() (time.Duration, error) {
		if t.day < 0 || t.ofParts() {
			return t.Read(word)
		}
		if _, err := daytime(word); err != nil && !isNumber(word) { // it has its own date
			return t.Read(word)
		}
		if t.endDay == 0 {
			t.endDay = -1
			for _, i := range t.others {
				if isDay(Field(fields, i)) && slices.ContainsFunc(words(t.header[i]), func(word string) bool { return slices.Contains(endWords, word) }) {
					t.endDay = i + 1
				}
			}
			t.Apart(t.endDay - 1)
		}
		if t.endDay > 0 {
			return t.dayAndClock(Field(fields, t.endDay-1), word)
		}
		start, err := t.dayAndClock(t.dayWord(fields), t.clockWord(fields))
		if err != nil {
			return 0, err
		}
		at, err := t.dayAndClock(t.dayWord(fields), word)
		if err == nil && at < start && t.each < week {
			at += aDay
			t.next++
		}
		return at, err
	})
}

// tellEnds remarks on ends of the next day.
func (t *Times) tellEnds() {
	if t.next > 0 {
		t.in.Remark("%d ends are before their start, and are read as of the next day", t.next)
	}
}
