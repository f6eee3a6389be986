package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// roleNo says, in a mapping, which value of a column makes a row none: no=valid:0. It may be given
// several times.
const roleNo = "no"

// A refusal is a value of a column by which a row is no fix, contact or link.
type refusal struct{ column, value string }

// emptyWord stands for an empty cell in a refusal.
const emptyWord = "empty"

func parseRefusal(part, word string) (refusal, error) {
	column, value, ok := cutLast(word, ':')
	if ok && column != "" && value == "" {
		return refusal{}, fmt.Errorf("%q: want no=column:value, like no=valid:0, or no=%s:%s for cells that are empty", part, column, emptyWord)
	}
	if !ok || column == "" {
		return refusal{}, fmt.Errorf("%q: want no=column:value, like no=valid:0", part)
	}
	return refusal{column, value}, nil
}

// is reports whether a cell has the value: in small letters, with _ for a blank, and numbers by
// their value.
func (r refusal) is(cell string) bool {
	if cell == "" || r.value == emptyWord {
		return cell == "" && r.value == emptyWord
	}
	if strings.EqualFold(cell, r.value) || strings.Contains(cell, " ") && strings.EqualFold(strings.ReplaceAll(cell, " ", "_"), r.value) {
		return true
	}
	if !isDigit(r.value[len(r.value)-1]) || !isDigit(cell[len(cell)-1]) {
		return false
	}
	a, wrong := Number(r.value)
	b, also := Number(cell)
	return wrong == nil && also == nil && a == b
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Refusing is the mapping with another value of a column that makes a row none; without a change if
// no word of a shell can say it.
func (m Mapping) Refusing(column, value string) Mapping {
	r := refusal{column, strings.ReplaceAll(cmp.Or(value, emptyWord), " ", "_")}
	if strings.Trim(strings.TrimLeft(r.value, "-"), "0123456789.") == "" || PlainWord(r.value) {
		m.refused = append(slices.Clip(m.refused), r)
	}
	return m
}

// refusals are the values that make a row none, as a mapping has them, each with a comma after it.
func (m Mapping) refusals() string {
	var out strings.Builder
	for _, r := range m.refused {
		out.WriteString(roleNo + "=" + r.column + ":" + r.value + ",")
	}
	return out.String()
}

// Refuses reports whether the mapping names values of a column by which a row is none.
func (m Mapping) Refuses(header []string, at int) bool {
	return slices.ContainsFunc(m.refused, func(r refusal) bool { return indexOf(header, r.column) == at })
}

// String is the mapping in words.
func (m Mapping) String() string {
	for i := len(roles) - 1; i >= 0; i-- {
		if _, has := m.columns[roles[i]]; has {
			return m.With(roles[i], m.columns[roles[i]]+m.suffix(roles[i]))
		}
	}
	return strings.TrimSuffix(m.refusals(), ",")
}
