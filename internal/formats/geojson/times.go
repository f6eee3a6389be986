package geojson

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/text"
)

// clock reads times, all of one kind.
type clock struct {
	text.Clock
	dates, seconds bool
}

func (c *clock) read(raw json.RawMessage) (time.Duration, error) {
	word, isDate := word(raw)
	if !isDate {
		word = string(raw)
	} else if _, err := text.Number(word); err == nil {
		isDate = false // some write numbers as strings
	}
	c.dates, c.seconds = c.dates || isDate, c.seconds || !isDate
	if c.dates && c.seconds {
		return 0, errors.New("times: some are dates and some are seconds")
	}
	return c.Clock.Read(word)
}

// time is the time of a point; nil: it has none.
func (f *file) time(of *feature) (json.RawMessage, error) {
	if given, ok := f.in.Columns.Of(text.RoleTime); ok {
		f.advise(given)
		if raw := of.Properties[strings.ToLower(given)]; !missing(raw) {
			return raw, nil
		}
		return nil, fmt.Errorf("a point without the property %s, as --columns (columns: in a scenario) says", text.Quote(given))
	}
	if f.timed == "" {
		if err := f.findTime(of.Properties); err != nil {
			return nil, err
		}
	}
	return of.Properties[f.timed], nil
}

// findTime finds the property of times: one of the usual names, else the only one whose name says
// time or whose value is a date.
func (f *file) findTime(p properties) error {
	for _, name := range text.TimeNames {
		for _, spelt := range []string{name, strings.ReplaceAll(name, "_", "")} {
			if !missing(p[spelt]) {
				f.timed = spelt
				f.advise(spelt)
				return nil
			}
		}
	}
	if f.findUnit(p) {
		return nil
	}
	var perhaps []string
	for name, value := range p {
		lower := strings.ToLower(name)
		if text.SaysTime(name) && !missing(value) || isDate(value) {
			perhaps = append(perhaps, lower)
		}
	}
	slices.Sort(perhaps)
	perhaps = slices.Compact(perhaps)
	switch {
	case len(perhaps) == 0:
		return nil
	case len(perhaps) > 1:
		return fmt.Errorf("properties %s and %s may both be the time: --columns (columns: in a scenario) says which, like --columns %s",
			text.Quote(perhaps[0]), text.Quote(perhaps[1]), f.in.Columns.With(text.RoleTime, perhaps[0]))
	}
	f.timed, f.told = perhaps[0], true
	f.advise(perhaps[0])
	return nil
}

// findUnit finds one of the usual names with a unit: time_ms.
func (f *file) findUnit(p properties) bool {
	var names []string
	for name, value := range p {
		if _, unit := text.UnitIn(name); unit != "" && !missing(value) && text.SaysTime(name) {
			names = append(names, strings.ToLower(name))
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) != 1 {
		return false
	}
	f.timed, f.told = names[0], true
	_, unit := text.UnitIn(f.timed)
	f.advise(f.timed)
	f.clock.Named(unit)
	return true
}

// advise keeps the flag that says more of the times.
func (f *file) advise(name string) {
	if f.clock.Advice == "" && text.PlainWord(name) {
		f.clock.Advice = "--columns " + f.in.Columns.With(text.RoleTime, name)
	}
}

// isDate reports whether a value is a text that is a date.
func isDate(raw json.RawMessage) bool {
	of, is := word(raw)
	if !is || !strings.ContainsAny(of, "-/") {
		return false
	}
	c := text.Clock{Unit: "dmy"}
	_, err := c.Read(of)
	return err == nil && c.Dates()
}
