package text

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Mapping says which columns of a table, or properties of a feature, mean what. The zero
// Mapping leaves it to their names.
type Mapping struct {
	columns  map[string]string // by role
	clock    string            // unit of the times, see [Clock]
	lasting  string            // unit of the durations
	measures map[string]string // units of places and heights, by role
	sorts    bool              // rows are in no order of time
	refused  []refusal         // values by which rows are none
}

// Roles of columns, as a mapping names them.
const (
	RoleNode     = "node"
	RoleTime     = "time"
	RoleX        = "x"
	RoleY        = "y"
	RoleLon      = "lon"
	RoleLat      = "lat"
	RoleAltitude = "alt"
	RoleA        = "a"
	RoleB        = "b"
	RoleStart    = "start"
	RoleEnd      = "end"
	RoleDuration = "duration"
	RoleFrom     = "from"
	RoleTo       = "to"
	RoleValue    = "value"
)

var roles = []string{RoleNode, RoleTime, RoleX, RoleY, RoleLon, RoleLat, RoleAltitude, RoleA, RoleB, RoleStart, RoleEnd, RoleDuration, RoleFrom, RoleTo, RoleValue}

// ParseMapping reads a mapping: role=column, separated by commas. A column is a name of the
// header or, counted from 1, a number. The column of the time may have a unit after a colon: s, ms,
// us, ns, min, h or d, hms or hm if it has the digits of a time of the day, mmss if it has minutes and seconds, or the order of its dates,
// dmy or mdy; and sort, if rows are in no order of time. Two columns of a day and a time of the day are joined by a plus.
// The columns of places and heights may have a unit, too: of [Measure]. no=column:value, once or
// more, says that rows with this value are no fix, contact or link.
func ParseMapping(word string) (m Mapping, err error) {
	if word == "" {
		return m, nil
	}
	m.columns, m.measures = map[string]string{}, map[string]string{}
	for _, part := range strings.Split(word, ",") {
		role, column, ok := strings.Cut(part, "=")
		role, column = strings.TrimSpace(role), strings.TrimSpace(column)
		if role == roleNo && ok {
			r, err := parseRefusal(part, column)
			if err != nil {
				return m, err
			}
			m.refused = append(m.refused, r)
			continue
		}
		switch _, twice := m.columns[role]; {
		case !ok || column == "":
			return m, fmt.Errorf("%q: want role=column, like time=tracked_at,node=user_id", part)
		case !slices.Contains(roles, role):
			return m, fmt.Errorf("%q: want one of %s, %s", role, strings.Join(roles, ", "), roleNo)
		case twice:
			return m, fmt.Errorf("%s is given twice", role)
		}
		m.columns[role] = m.units(role, column)
	}
	return m, nil
}

// units takes what stands after the colons of a column.
func (m *Mapping) units(role, column string) string {
	for {
		name, word, has := cutLast(column, ':')
		_, unit := clockUnits[word]
		times := role == RoleTime || role == RoleStart
		switch {
		case !has:
			return column
		case times && (unit || isDigits(word) || word == elapsed || word == dayFirst || word == monthFirst):
			m.clock = word
		case times && word == sortWord:
			m.sorts = true
		case role == RoleDuration && unit:
			m.lasting = word
		case isMeasure(role, word):
			m.measures[role] = word
		default:
			return column
		}
		column = name
	}
}

// sortWord says that rows are in no order of time.
const sortWord = "sort"

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// Given reports whether the mapping says which column means what.
func (m Mapping) Given() bool { return len(m.columns) > 0 }

// Clock is the clock of a file that the mapping is of.
func (m Mapping) Clock() Clock {
	return Clock{Unit: m.clock, midnights: midnights{unordered: m.sorts}}
}

// Of returns the column of a role.
func (m Mapping) Of(role string) (column string, given bool) {
	column, given = m.columns[role]
	return column, given
}

// Sorts reports whether rows are in no order of time.
func (m Mapping) Sorts() bool { return m.sorts }

// SortAdvice is an advice about the times with the word that sorts rows, and the unit of the mapping.
func (m Mapping) SortAdvice(advice string) string {
	if m.clock != "" {
		advice += ":" + m.clock
	}
	return advice + ":" + sortWord
}

// Lasting is the unit of durations; 0 if the mapping does not say it.
func (m Mapping) Lasting() time.Duration { return clockUnits[m.lasting] }

// With is the mapping in words, with another column for a role; it comes last, so that a unit can
// follow it.
func (m Mapping) With(role, column string) string {
	var out strings.Builder
	out.WriteString(m.refusals())
	for _, of := range roles {
		given, has := m.columns[of]
		if !has || of == role || role == RoleTime && of == RoleStart || role == RoleStart && of == RoleTime {
			continue
		}
		out.WriteString(of + "=" + given + m.suffix(of) + ",")
	}
	return out.String() + role + "=" + column
}

// suffix is what stands after the column of a role.
func (m Mapping) suffix(of string) (words string) {
	times := of == RoleTime || of == RoleStart
	switch {
	case times && m.clock != "":
		words = ":" + m.clock
	case of == RoleDuration && m.lasting != "":
		words = ":" + m.lasting
	case m.measures[of] != "":
		words = ":" + m.measures[of]
	}
	if times && m.sorts {
		words += ":" + sortWord
	}
	return words
}

// And is the mapping with another column for a role.
func (m Mapping) And(role, column string) Mapping {
	m.columns = maps.Clone(m.columns)
	if m.columns == nil {
		m.columns = map[string]string{}
	}
	m.columns[role] = column
	return m
}

// Without is the mapping without columns for some roles.
func (m Mapping) Without(roles ...string) Mapping {
	m.columns = maps.Clone(m.columns)
	for _, role := range roles {
		delete(m.columns, role)
	}
	return m
}

// Numbered reports whether the mapping counts columns, so that a table needs no header.
func (m Mapping) Numbered() bool {
	for _, column := range m.columns {
		for part := range strings.SplitSeq(column, "+") {
			if _, err := strconv.Atoi(part); err != nil {
				return false
			}
		}
	}
	return m.Given()
}

// Column finds the column of a role in a header: the one that the mapping gives, else the first
// of these names; -1 without one. If several columns have such names, a remark says which is
// taken.
func (f File) Column(header []string, role string, names []string) (int, error) {
	if given, ok := f.Columns.Of(role); ok {
		n, err := strconv.Atoi(given)
		counted := err == nil && n >= 1 && n <= len(header)
		if counted && f.Columns.Numbered() { // a row without a header may hold this number
			return n - 1, nil
		}
		if at := slices.IndexFunc(header, func(field string) bool { return strings.EqualFold(field, given) }); at >= 0 {
			return at, nil
		}
		if at := slices.IndexFunc(header, func(field string) bool { return sameColumn(field, given) }); at >= 0 {
			return at, nil
		}
		if counted {
			return n - 1, nil
		}
		return -1, fmt.Errorf("there is no column %s for %s, as --columns (columns: in a scenario) says", Quote(given), role)
	}
	found := -1
	defer func() { f.alike(header, found) }()
	for _, name := range names {
		at := slices.IndexFunc(header, func(field string) bool { return sameColumn(field, name) })
		switch {
		case at < 0 || at == found:
		case found < 0:
			found = at
		default:
			f.Remark("column %s is read as the %s, and not %s: --columns %s says otherwise", header[found], role, header[at], f.Columns.With(role, ColumnWord(header, at)))
			return found, nil
		}
	}
	return found, nil
}

// alike remarks on a second column of the same name as one that is read.
func (f File) alike(header []string, read int) {
	if read < 0 || header[read] == "" {
		return
	}
	if next := slices.IndexFunc(header[read+1:], func(field string) bool { return sameColumn(field, header[read]) }); next >= 0 {
		f.Remark("columns %d and %d are both called %s, and the first is read: --columns counts them, too", read+1, read+next+2, header[read])
	}
}

// errMapping is the error of a format without columns.
var errMapping = errors.New("has no columns to choose: --columns is of tables, of GeoJSON and of contacts")

// NoMapping refuses a mapping for a format without columns.
func (f File) NoMapping() error {
	if f.Columns.Given() || len(f.Columns.refused) > 0 {
		return FaultAt(f.Name, 1, errMapping)
	}
	return nil
}
