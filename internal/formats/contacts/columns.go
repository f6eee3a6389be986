package contacts

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/formats/text"
)

// Columns of a list of spans without a header.
const (
	columnA = iota
	columnB
	columnStart
	columnEnd
)

// The usual names of columns.
var (
	namesOfA     = []string{"a", "i", "id1", "node1", "seer", "from", "node_a", "user_a", "id_a", "user1", "device1", "src", "source", "mac1", "id_1", "person1", "person", "source_id", "scanner", "observer", "btnamei", "device_id"}
	namesOfB     = []string{"b", "j", "id2", "node2", "seen", "to", "node_b", "user_b", "id_b", "user2", "device2", "dst", "target", "mac2", "id_2", "person2", "other", "target_id", "seen_device_id", "mac", "observed", "btnamej"}
	namesOfStart = []string{"start", "begin", "t_start", "t_first", "start_time", "begin_time", "time_start", "s_timestamp", "start_timestamp"}
	namesOfEnd   = []string{"end", "stop", "t_end", "t_last", "end_time", "stop_time", "time_end", "e_timestamp", "end_timestamp"}
	namesOfLasts = []string{"duration", "dur", "length", "contact_duration"}
)

// columns are where a row has what; -1: nowhere.
type columns struct {
	a, b  int
	times text.Times // the start, or the only instant
	spans bool       // it is a start
	end   int
	lasts int           // how long it lasts, in place of an end
	unit  time.Duration // of that
	flags *text.Flags
}

// counted are columns without names: a, b, start and end.
func counted(in text.File, at [4]int, advice string) columns {
	return columns{a: at[0], b: at[1], times: in.Counted(at[2], advice), end: at[3], lasts: -1}
}

// flag finds the columns that are not read, in a header or in one without names; changes is one more that
// is, -1 none.
func (c *columns) flag(in text.File, header []string, changes int) (err error) {
	c.flags, err = in.Flags(text.Contact, header, func(at int) bool {
		return at == changes || at == c.a || at == c.b || at == c.end || at == c.lasts || c.times.Reads(at)
	})
	return err
}

// findColumns finds the columns in a header, or by a mapping.
func findColumns(in text.File, header []string) (c columns, err error) {
	c.a, c.b, c.end, c.lasts = -1, -1, -1, -1
	for _, of := range []struct {
		at    *int
		role  string
		names []string
	}{{&c.a, text.RoleA, namesOfA}, {&c.b, text.RoleB, namesOfB}} {
		if *of.at, err = in.Column(header, of.role, of.names); err != nil {
			return c, err
		}
		if *of.at < 0 {
			return c, missing(of.role, of.names)
		}
	}
	if err = c.findStart(in, header); err != nil {
		return c, err
	}
	var unit string
	if given, _ := in.Columns.Of(text.RoleEnd); strings.Contains(given, "+") { // of a day and a time of the day
		day, clock, _ := strings.Cut(given, "+")
		if _, err := in.Column(header, text.RoleEnd, nil); err != nil {
			if err := c.times.EndsOn(header, day); err != nil {
				return c, err
			}
			in.Columns = in.Columns.And(text.RoleEnd, clock)
		}
	}
	if c.end, unit, err = in.Measured(header, text.RoleEnd, namesOfEnd); err != nil {
		return c, err
	}
	c.times.Apart(c.end)
	if unit != "" && c.times.Unit != unit {
		return c, fmt.Errorf("column %s is in %s by its name, and the start is not: --columns (columns: in a scenario) says the unit of both, like --columns %s:%s", text.Quote(header[c.end]), unit,
			in.Columns.With(text.RoleStart, text.ColumnWord(header, c.times.Column)), unit)
	}
	if err = c.findLasts(in, header); err != nil {
		return c, err
	}
	return c, c.flag(in, header, -1)
}

func missing(role string, names []string) error {
	return fmt.Errorf("the header has no column called %s: --columns (columns: in a scenario) says which it is, like %s=NAME", strings.Join(names, ", "), role)
}

// findStart finds the column of the start, or of the only instant.
func (c *columns) findStart(in text.File, header []string) (err error) {
	if _, given := in.Columns.Of(text.RoleTime); !given {
		if c.times, err = in.Named(header, text.RoleStart, namesOfStart); err != nil || c.times.Given() {
			c.spans = true
			return err
		}
	}
	c.times, err = in.Times(header, text.RoleTime, text.TimeNames)
	switch {
	case err != nil:
		return fmt.Errorf("%w, or start=NAME,end=NAME%s", err, c.twoTimes(in, header))
	case !c.times.Given():
		return missing(text.RoleStart, slices.Concat(namesOfStart, text.TimeNames))
	}
	return nil
}

// twoTimes says how two columns of times are read as start and end.
func (c *columns) twoTimes(in text.File, header []string) string {
	var names []string
	for at, field := range header {
		if text.SaysTime(field) && at != c.a && at != c.b {
			names = append(names, text.ColumnWord(header, at))
		}
	}
	if len(names) != 2 {
		return ""
	}
	return fmt.Sprintf(", as --columns %s", in.Columns.And(text.RoleStart, names[0]).With(text.RoleEnd, names[1]))
}

// findLasts finds the column of durations, in place of that of ends. A start needs one of them, an
// instant does not.
func (c *columns) findLasts(in text.File, header []string) error {
	at, unit, err := in.Measured(header, text.RoleDuration, namesOfLasts)
	if err != nil {
		return err
	}
	switch {
	case at >= 0 && c.end >= 0:
		in.Remark("column %s is read as the end, and durations in %s are not read", header[c.end], header[at])
	case at >= 0:
		c.lasts, c.unit = at, in.Columns.Lasting()
		if c.unit == 0 {
			unit = cmp.Or(unit, c.times.Unit, "s")
			c.unit = text.Unit(unit)
			in.Remark("column %s is read as durations in %s: --columns %s:%s says otherwise", header[at], unit,
				in.Columns.With(text.RoleDuration, text.ColumnWord(header, at)), cmp.Or(map[string]string{"s": "ms"}[unit], "s"))
		}
	case c.end < 0 && c.spans:
		return missing(text.RoleEnd, slices.Concat(namesOfEnd, namesOfLasts))
	}
	return nil
}

// tellUnread remarks on columns of a table of instants that are not read: one may say how long a
// sighting lasts.
func (c *columns) tellUnread(in text.File, header []string) {
	_, given := in.Columns.Of(text.RoleTime)
	if in.Columns.Numbered() {
		return
	}
	var unread []string
	for i, field := range header {
		if given && !text.SaysTime(field) {
			continue // who says the time has seen the others
		}
		if i != c.a && i != c.b && i != c.times.Column && field != "" && !in.Columns.Refuses(header, i) {
			unread = append(unread, field)
		}
	}
	if len(unread) > 0 {
		in.Remark("rows are sightings at instants; not read are %s: --columns end=NAME or duration=NAME says which of them is an end or a length", text.Shorten(strings.Join(unread, ", ")))
	}
}

// instantsFirst reports whether a row without a header is t i j, as SocioPatterns has them: three
// whole numbers, alone or before words of groups.
func instantsFirst(fields []string) bool {
	for _, field := range fields[:3] {
		if _, err := strconv.ParseUint(field, 10, 63); err != nil {
			return false
		}
	}
	if isUnix(fields[2]) && !isUnix(fields[0]) { // i j t, as SNAP has them
		return false
	}
	return len(fields) == 3 || len(fields) > 4 && !isNumber(fields[columnEnd]) && fields[columnEnd] != "-" && fields[columnEnd] != ""
}

// isUnix reports whether a field is a number of seconds since 1970, of this century.
func isUnix(field string) bool {
	n, err := strconv.ParseUint(field, 10, 63)
	return err == nil && n >= 946684800
}

// noName refuses a word as a name in a table without a header: a number with a point or a sign
// is a coordinate or a value, and a date is an instant.
func noName(word string) error {
	if (isNumber(word) && strings.ContainsAny(word, ".+-")) || isDate(word) {
		return fmt.Errorf("a node called %s: without a header the columns are a, b, start and end: --columns (columns: in a scenario) counts others, like --columns a=N,b=N,time=N", text.Quote(word))
	}
	return nil
}

func isDate(word string) bool {
	if isNumber(word) {
		return false
	}
	var c text.Clock
	_, err := c.Read(word)
	return err == nil
}

func isNumber(field string) bool {
	_, err := text.Number(field)
	return err == nil
}
