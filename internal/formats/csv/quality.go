package csv

import (
	"fmt"
	"strings"

	"bellwether/internal/formats/text"
)

// quality counts rows that a column of a measure calls bad, beside [text.Flags]. Such columns are not read: they are told.
type quality struct {
	columns []judge
	zone    int    // the column of the zone of a grid; -1: none
	first   string // zone
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

func isWord(words ...string) func(string) bool {
	return func(field string) bool {
		for _, word := range words {
			if strings.EqualFold(field, word) {
				return true
			}
		}
		return false
	}
}

func beyond(most float64) func(string) bool {
	return func(field string) bool {
		n, err := text.Number(field)
		return err == nil && (n > most || n < 0)
	}
}

// zoneNames are columns of the zone in which x and y are.
var zoneNames = isWord("zone", "utmzone", "utmzonenumber", "zonenumber")

// newQuality finds the columns in a header that are not read otherwise.
func newQuality(header []string, c *columns) (q quality) {
	q.zone = -1
	for at, field := range header {
		name := text.PlainName(field)
		for _, of := range judges {
			if isWord(of.names...)(name) && !c.reads(at) {
				q.columns = append(q.columns, judge{at: at, name: strings.Clone(field), bad: of.bad, what: of.what})
			}
		}
		if zoneNames(name) && !c.degrees {
			q.zone = at
		}
	}
	return q
}

// row judges a row.
func (q *quality) row(fields []string) error {
	for i := range q.columns {
		if of := &q.columns[i]; of.bad(text.Field(fields, of.at)) {
			of.rows++
		}
	}
	if q.zone < 0 {
		return nil
	}
	zone := text.Field(fields, q.zone)
	switch {
	case zone == "" || zone == q.first:
	case q.first == "":
		q.first = strings.Clone(zone)
	default:
		return text.Whole(fmt.Errorf("zone %s after %s: metres of two zones have no common plane: write longitude and latitude", text.Quote(zone), text.Quote(q.first)))
	}
	return nil
}

// tell remarks on bad rows.
func (q *quality) tell(in text.File) {
	for _, of := range q.columns {
		if of.rows > 0 {
			in.Remark("%d rows have %s in column %s, which is not read: they are fixes as others are, unless they are deleted", of.rows, of.what, of.name)
		}
	}
}
