package text

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Mapping says which columns of a table, or properties of a feature, mean what. The zero
// Mapping leaves it to their names.
type Mapping struct {
	columns map[string]string // by role
	clock   string            // unit of the times, see [Clock]
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
	RoleFrom     = "from"
	RoleTo       = "to"
	RoleValue    = "value"
)

var roles = []string{RoleNode, RoleTime, RoleX, RoleY, RoleLon, RoleLat, RoleAltitude, RoleA, RoleB, RoleStart, RoleEnd, RoleFrom, RoleTo, RoleValue}

// ParseMapping reads a mapping: role=column, separated by commas. A column is a name of the
// header or, counted from 1, a number. The column of the time may have a unit after a colon:
// s, ms, us or ns, or the order of its dates, dmy or mdy.
func ParseMapping(word string) (m Mapping, err error) {
	if word == "" {
		return m, nil
	}
	m.columns = map[string]string{}
	for _, part := range strings.Split(word, ",") {
		role, column, ok := strings.Cut(part, "=")
		role, column = strings.TrimSpace(role), strings.TrimSpace(column)
		switch _, twice := m.columns[role]; {
		case !ok || column == "":
			return m, fmt.Errorf("%q: want role=column, like time=tracked_at,node=user_id", part)
		case !slices.Contains(roles, role):
			return m, fmt.Errorf("%q: want one of %s", role, strings.Join(roles, ", "))
		case twice:
			return m, fmt.Errorf("%s is given twice", role)
		}
		if name, unit, has := cutLast(column, ':'); has && (role == RoleTime || role == RoleStart) && clockWord(unit) {
			column, m.clock = name, unit
		}
		m.columns[role] = column
	}
	return m, nil
}

func clockWord(unit string) bool {
	_, known := clockUnits[unit]
	return known || unit == dayFirst || unit == monthFirst
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// Given reports whether the mapping says anything.
func (m Mapping) Given() bool { return len(m.columns) > 0 }

// Clock is the clock of a file that the mapping is of.
func (m Mapping) Clock() Clock { return Clock{Unit: m.clock} }

// Of returns the column of a role.
func (m Mapping) Of(role string) (column string, given bool) {
	column, given = m.columns[role]
	return column, given
}

// Numbered reports whether the mapping counts columns, so that a table needs no header.
func (m Mapping) Numbered() bool {
	for _, column := range m.columns {
		if _, err := strconv.Atoi(column); err != nil {
			return false
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
			f.Remark("column %s is read as the %s, and not %s: --columns %s=%s says otherwise", header[found], role, header[at], role, header[at])
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

// sameColumn compares names of columns without regard to case, and to a hash and blanks before
// a header.
func sameColumn(field, name string) bool {
	return strings.EqualFold(strings.TrimLeft(strings.TrimSpace(field), "# "), name)
}

// errMapping is the error of a format without columns.
var errMapping = errors.New("has no columns to choose: --columns is of tables, of GeoJSON and of contacts")

// NoMapping refuses a mapping for a format without columns.
func (f File) NoMapping() error {
	if f.Columns.Given() {
		return FaultAt(f.Name, 1, errMapping)
	}
	return nil
}
