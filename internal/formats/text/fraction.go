package text

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// beside finds, by the first row, the columns that belong to the time: one of the fraction of its
// seconds, and one of the zone of its dates. A unit that the mapping gives says that the time stands alone.
func (t *Times) beside(fields []string) {
	if t.besought = true; t.Column >= len(t.header) || t.in.Columns.clock != "" || t.in.Columns.Numbered() {
		return
	}
	clock := Field(fields, t.Column)
	rest, own := UnitIn(t.header[t.Column])
	_, finer := unitOf(clock)
	for i, field := range t.header {
		other, unit := UnitIn(field)
		alone := len(words(field)) == 1 || own == "s" && rest != t.header[t.Column] && sameColumn(rest, other)
		switch {
		case i == t.Column || i == t.day:
		case t.fraction == 0 && alone && (unit == "ms" || unit == "us" || unit == "ns") && (own == "" || own == "s") && !finer && !strings.Contains(clock, "."):
			if _, err := fractionOf(Field(fields, i), clockUnits[unit]); err == nil {
				t.fraction, t.grain = i+1, clockUnits[unit]
				t.Apart(i)
			}
		case t.zone == 0 && slices.Contains(zoneNames, PlainName(other)):
			t.zone, t.zoneUnit = i+1, clockUnits[unit]
			t.Apart(i)
		case t.zone == 0 && slices.Contains(zoneNames, PlainName(field)):
			t.zone = i + 1
			t.Apart(i)
		}
	}
}

// zoneNames are columns of the zone of dates.
var zoneNames = []string{"tz", "timezone", "utcoffset", "gmtoffset", "tzoffset", "timezoneoffset", "zoneoffset", "timezonename", "tzname", "timezoneid", "tzid"}

// zoneOf reads a zone as it is written beside dates: +02:00, -0330, UTC, 2, or 120 for minutes.
func zoneOf(word string, unit time.Duration) (east time.Duration, is bool) {
	word = strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(word), "UTC"), "GMT")
	if word == "" || word == "Z" {
		return 0, true
	}
	for _, layout := range []string{"-07:00", "-0700"} {
		if at, err := time.Parse(layout, word); err == nil {
			_, s := at.Zone()
			return time.Duration(s) * time.Second, true
		}
	}
	const farthest = 14 // hours, of Kiribati
	n, err := Number(word)
	if unit == 0 {
		if unit = time.Hour; math.Abs(n) > farthest {
			unit = time.Minute
		}
	}
	east = Seconds(n * unit.Seconds())
	return east, err == nil && east.Abs() <= farthest*time.Hour
}

// inZone is the time of a row whose date has no zone, by the column of zones. Names of zones are not
// read: if there are several, dates have no common clock.
func (t *Times) inZone(fields []string, at time.Duration) (time.Duration, error) {
	word := Field(fields, t.zone-1)
	if t.zoneFirst == "" {
		t.zoneFirst = strings.Clone(word)
	}
	east, is := zoneOf(word, t.zoneUnit)
	switch t.zoneNamed = t.zoneNamed || !is; {
	case is && !t.zoneNamed:
		return at - east, nil
	case word != t.zoneFirst:
		return 0, Whole(fmt.Errorf("time: zone %s after %s: write zones like +02:00, or all times in UTC", Quote(word), Quote(t.zoneFirst)))
	}
	t.naive = true
	return at, nil
}

// fractionOf reads a part of a second.
func fractionOf(word string, grain time.Duration) (time.Duration, error) {
	n, err := strconv.ParseUint(word, 10, 63)
	if err != nil || n >= uint64(time.Second/grain) {
		return 0, fmt.Errorf("time: %s: want a part of a second, in whole parts of %v", Quote(word), grain)
	}
	return time.Duration(n) * grain, nil
}

// whole reads the instant of a row with what stands in the columns beside the time.
func (t *Times) whole(fields []string, read func() (time.Duration, error)) (at time.Duration, err error) {
	former := t.naive
	t.naive = false
	at, err = read()
	naive := t.naive
	t.naive = former || naive && t.zone == 0
	if err != nil {
		return at, err
	}
	if t.zone > 0 && naive {
		if at, err = t.inZone(fields, at); err != nil {
			return 0, err
		}
	}
	if t.fraction > 0 {
		part, err := fractionOf(Field(fields, t.fraction-1), t.grain)
		if err != nil {
			return 0, Whole(fmt.Errorf("%w, since column %s stands beside the time %s: %s:s reads the time alone", err, t.header[t.fraction-1], t.header[t.Column], t.Advice))
		}
		at += part
	}
	return at, nil
}

// tellBeside remarks on the columns that belong to the time.
func (t *Times) tellBeside() {
	if t.fraction > 0 {
		t.in.Remark("column %s is read as the fraction of the seconds of %s: %s:s reads whole seconds", t.header[t.fraction-1], t.header[t.Column], t.Advice)
	}
	switch {
	case t.zone == 0 || !t.Dates() || t.zoneFirst == "":
	case t.zoneNamed:
		t.in.Remark("column %s says %s, which is not read as a zone: one like +02:00 is", t.header[t.zone-1], Shorten(t.zoneFirst))
	default:
		east, _ := zoneOf(t.zoneFirst, t.zoneUnit)
		t.in.Remark("column %s is read as the zone of the dates, %s as %s", t.header[t.zone-1], Shorten(t.zoneFirst), time.Unix(0, 0).In(time.FixedZone("", int(east.Seconds()))).Format("-07:00"))
	}
}
