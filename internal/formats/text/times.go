package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Times are the instants of the rows of a table: in which column they are, and how they are
// read. A day and a time of the day may stand in two columns.
type Times struct {
	Clock
	Column int // -1: the table has none

	joint
	begun  bool  // the first row was read
	others []int // columns whose names say time too, and that are not read
	header []string
	in     File
	role   string
	tell   string // what was assumed of the column

	// Columns beside the time, counted from 1; 0: none. See [Times.beside].
	besought       bool // they were looked for
	fraction, zone int
	grain          time.Duration // of the fraction
	zoneUnit       time.Duration // of numbers in the column of zones; 0: hours, or minutes of large ones
	zoneFirst      string        // zone
	zoneNamed      bool          // zones are names, and are not read
}

// Counted are the times of a table whose columns are counted, and have no names.
func (f File) Counted(column int, advice string) Times {
	t := Times{Clock: f.Columns.Clock(), Column: column, joint: joint{day: -1}, in: f}
	t.Advice = advice
	return t
}

// Times finds the times in a header: the columns that the mapping gives, else the first of these
// names, else the only one whose name says time, which is told. Several of these are an error.
func (f File) Times(header []string, role string, names []string) (t Times, err error) {
	if t, err = f.Named(header, role, names); err != nil || t.Given() {
		return t, err
	}
	if err := t.guessed(role); err != nil || !t.Given() {
		return t, err
	}
	t.Advice = "--columns " + f.Columns.With(role, ColumnWord(header, t.Column))
	return t, nil
}

// Named finds the times in a header: the columns that the mapping gives, else the first of these
// names.
func (f File) Named(header []string, role string, names []string) (t Times, err error) {
	t = Times{Clock: f.Columns.Clock(), Column: -1, joint: joint{day: -1}, header: slices.Clone(header), in: f, role: role}
	if given, ok := f.Columns.Of(role); ok {
		if t.Column, err = f.Column(header, role, nil); err != nil {
			if day, clock, joined := strings.Cut(given, "+"); joined {
				return t.joined(header, [2]string{day, clock}, err)
			}
			return t, err
		}
		_, unit := UnitIn(header[t.Column])
		t.unit(unit)
	} else {
		t.find(names)
		t.parts()
	}
	if t.Column >= 0 {
		t.Advice = "--columns " + f.Columns.With(role, ColumnWord(header, t.Column))
	}
	return t, nil
}

// indexOf is the column of a name, or of a number that counts; -1 without one.
func indexOf(header []string, name string) int {
	at := slices.IndexFunc(header, func(field string) bool { return sameColumn(field, name) })
	if n, err := strconv.Atoi(name); at < 0 && err == nil && n >= 1 && n <= len(header) {
		return n - 1
	}
	return at
}

// find finds the column of the times by its name.
func (t *Times) find(names []string) {
	for _, name := range names {
		for i, field := range t.header {
			rest, unit := UnitIn(field)
			switch {
			case t.Column >= 0:
			case sameColumn(field, name):
				t.Column = i
			case unit != "" && sameColumn(rest, name):
				t.Column = i
				t.unit(unit)
			}
		}
	}
	if t.Column < 0 {
		return
	}
	for i, field := range t.header {
		if i != t.Column && SaysTime(field) {
			t.others = append(t.others, i)
		}
	}
	if saysDate(t.header[t.Column]) {
		t.called = t.header[t.Column]
	}
}

// guessed finds the only column whose name says time.
func (t *Times) guessed(role string) error {
	if t.clockParts() {
		return nil
	}
	var perhaps []int
	for i, field := range t.header {
		if SaysTime(field) {
			perhaps = append(perhaps, i)
		}
	}
	inSeconds := func(i int) bool { _, unit := UnitIn(t.header[i]); return unit == "s" }
	if len(perhaps) == 2 && inSeconds(perhaps[0]) && len(words(t.header[perhaps[1]])) == 1 && !inSeconds(perhaps[1]) {
		if _, unit := UnitIn(t.header[perhaps[1]]); clockUnits[unit] > 0 && clockUnits[unit] < time.Second {
			perhaps = perhaps[:1] // the other is its fraction
		}
	}
	if of := perhaps; len(of) == 2 { // the number of a day is none alone
		for i, at := range of {
			if counts := slices.Concat(countDays, countWeeks); slices.Contains(counts, PlainName(t.header[at])) {
				perhaps, t.others = []int{of[1-i]}, []int{at}
			}
		}
	}
	if len(perhaps) == 0 {
		return nil
	}
	if len(perhaps) > 1 {
		universal := func(i int) bool {
			return slices.ContainsFunc(words(t.header[i]), func(word string) bool { return word == "utc" || word == "gmt" })
		}
		if universal(perhaps[1]) && !universal(perhaps[0]) { // it needs no zone, and never falls
			perhaps[0], perhaps[1] = perhaps[1], perhaps[0]
		}
		first, second := ColumnWord(t.header, perhaps[0]), ColumnWord(t.header, perhaps[1])
		both := ""
		if saysDate(t.header[perhaps[0]]) && !saysDate(t.header[perhaps[1]]) {
			both = fmt.Sprintf(", or %s=%s+%s for a day and a time of the day", role, first, second)
		}
		return fmt.Errorf("columns %s and %s may both be the time: --columns (columns: in a scenario) says which, like --columns %s%s",
			Quote(t.header[perhaps[0]]), Quote(t.header[perhaps[1]]), t.in.Columns.With(role, first), both)
	}
	t.Column = perhaps[0]
	_, unit := UnitIn(t.header[t.Column])
	t.unit(unit)
	t.tell = "column " + t.header[t.Column] + " is read as the time"
	return nil
}

// unit takes the unit that a name has, unless the mapping gives one.
func (t *Times) unit(unit string) {
	t.Named(unit)
}

// Measured finds a column whose name may end in a unit, and the unit; "" without one.
func (f File) Measured(header []string, role string, names []string) (column int, unit string, err error) {
	if _, given := f.Columns.Of(role); given {
		if column, err = f.Column(header, role, nil); err == nil {
			_, unit = UnitIn(header[column])
		}
		return column, unit, err
	}
	if column, err = f.Column(header, role, names); column >= 0 || err != nil {
		return column, "", err
	}
	column, unit = inUnits(header, names, unitWords)
	return column, unit, nil
}

// Unit is the length of a unit: s, ms, us, ns, min, h or d.
func Unit(word string) time.Duration { return clockUnits[word] }

// SortAdvice says how rows are read in any order of time.
func (t *Times) SortAdvice() string {
	if t.Advice == "" {
		return "sort the rows"
	}
	return t.in.Columns.SortAdvice(t.Advice) + " reads rows in any order (columns: in a scenario)"
}

// Apart leaves a column out of what is told: it is read as something else.
func (t *Times) Apart(column int) {
	t.others = slices.DeleteFunc(t.others, func(i int) bool { return i == column })
}

// Reads reports whether a column is read as the time or a part of it, as far as a header says.
func (t *Times) Reads(at int) bool {
	return at == t.Column || at == t.day || at == t.fraction-1 || at == t.zone-1
}

// Given reports whether there is a column of times.
func (t *Times) Given() bool { return t.Column >= 0 }

// Of reads the instant of a row; 0 without a column of times.
func (t *Times) Of(fields []string) (time.Duration, error) {
	if t.Column < 0 {
		return 0, nil
	}
	if !t.begun {
		t.begin(fields)
	}
	if !t.besought {
		t.beside(fields)
	}
	return t.whole(fields, func() (time.Duration, error) {
		if word := t.clockWord(fields); t.day >= 0 {
			return t.dayAndClock(t.dayWord(fields), word)
		} else {
			return t.Read(word)
		}
	})
}

// Field is a field of a row; "" beyond its end.
func Field(fields []string, at int) string {
	if at >= 0 && at < len(fields) {
		return strings.TrimSpace(fields[at])
	}
	return ""
}

// Tell remarks what was assumed of the times and of their column.
func (t *Times) Tell() {
	var others []string
	for _, i := range t.others {
		others = append(others, t.header[i])
	}
	switch {
	case t.Column < 0:
		return
	case len(others) > 0 && t.day < 0 && !t.ofParts():
		t.in.Remark("column %s is read as the time, and not %s: --columns %s says otherwise", t.header[t.Column], strings.Join(others, ", "),
			t.in.Columns.With(RoleTime, ColumnWord(t.header, t.others[0])))
	case t.tell != "":
		unit := ""
		if t.day < 0 && !t.ofParts() && t.kind == numbers && !(t.guess && t.Unit != "s") {
			unit = ", in " + t.Clock.unit() + t.otherwise(t.another())
		}
		if t.ymd[0] > 0 && !t.ofParts() {
			unit = ": --columns " + t.in.Columns.With(t.role, ColumnWord(t.header, t.Column)) + " reads it alone"
		}
		t.in.Remark("%s%s", t.tell, unit)
	}
	if t.Column >= 0 && t.Column < len(t.header) && t.day < 0 && t.Unit == "s" && slices.ContainsFunc(words(t.header[t.Column]), countsSteps) {
		t.in.Remark("column %s is read as seconds: if it counts steps, scale: {time: 0.04} in a scenario makes them 25 a second", t.header[t.Column])
	}
	t.tellBeside()
	t.tellEnds()
	t.Clock.Tell(t.in)
	if t.in.Notes != nil {
		t.in.Notes.Timed = t.kind == daytimes || t.named
	}
}

// countsSteps reports whether a part of a name is that of a number of a step.
func countsSteps(word string) bool {
	return slices.Contains([]string{"frame", "frames", "fr", "tick", "ticks", "step", "steps", "iteration", "slot", "round"}, word)
}
