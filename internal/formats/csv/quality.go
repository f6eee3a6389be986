package csv

import (
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// quality counts rows that a column of a measure calls bad, beside [text.Flags]. Such columns are not read: they are told.
type quality struct {
	columns []judge
}

// A judge is a column that says how good a fix is.
type judge struct {
	at   int
	name string
	bad  func(field string) bool
	what string
	rows int // that are bad
}

// Bounds of a good fix: beyond them a phone has found a cell of its network, and a receiver has
// hardly any satellites.
const (
	accuracyM = 100
	dilution  = 20
)

// judges are the kinds of such columns, by names without what parts their words.
var judges = []struct {
	names []string
	bad   func(field string) bool
	what  string
}{
	{[]string{"accuracy", "acc", "horizontalaccuracy", "hacc", "haccuracy", "accuracym", "eph", "precision"}, beyond(accuracyM), "more than 100, or less than 0,"},
	{[]string{"hdop", "gpshdop", "pdop", "dop"}, beyond(dilution), "more than 20, or less than 0,"},
}

func beyond(most float64) func(string) bool {
	return func(field string) bool {
		n, err := text.Number(field)
		return err == nil && (n > most || n < 0)
	}
}

// newQuality finds the columns in a header that are not read otherwise.
func newQuality(header []string, c *columns) (q quality) {
	for at, field := range header {
		name := text.PlainName(field)
		for _, of := range judges {
			if slices.Contains(of.names, name) && !c.reads(at) {
				q.columns = append(q.columns, judge{at: at, name: strings.Clone(field), bad: of.bad, what: of.what})
			}
		}
	}
	return q
}

// row judges a row.
func (q *quality) row(fields []string) {
	for i := range q.columns {
		if of := &q.columns[i]; of.bad(text.Field(fields, of.at)) {
			of.rows++
		}
	}
}

// tell remarks on bad rows.
func (q *quality) tell(in text.File) {
	for _, of := range q.columns {
		if of.rows > 0 {
			in.Remark("%d rows have %s in column %s, which is not read: they are fixes as others are, unless they are deleted", of.rows, of.what, of.name)
		}
	}
}
