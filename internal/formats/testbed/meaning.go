package testbed

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/formats/text"
)

// A meaning is what columns of other values than a kind's are, by words of their names.
type meaning struct {
	of     Kind
	words  []string
	says   string
	remedy text.Measure // the unit that converts; "" if there is none
}

var meanings = []meaning{
	{Delivery, []string{"loss", "lost", "losses", "per", "plr", "fer", "drop", "drops", "dropped", "error", "errors", "fail", "failed", "failure", "outage"}, "losses: a ratio is 1 less the loss", text.Losses},
	{Delivery, []string{"etx", "ett"}, "expected transmissions, which are of both ways of a link: write a ratio of each, such as the square root of 1/ETX where both are alike", ""},
	{Delivery, []string{"rssi", "dbm", "snr", "sinr", "cinr", "lqi", "rtt", "latency", "delay", "hops", "count"}, "no share of frames", ""},
	{RSSI, []string{"snr", "sinr", "cinr", "noise"}, "ratios to the noise: the strength is the noise floor, in dBm, plus SNR", ""},
	{RSSI, []string{"lqi", "prr", "pdr", "ratio", "etx", "loss", "pathloss", "quality", "rtt"}, "no strengths in dBm", ""},
}

// meaningOf is the meaning of a column that its name says; nil if it is none of these.
func meaningOf(kind Kind, name string) *meaning {
	words := text.NameWords(name)
	for i := range meanings {
		of := &meanings[i]
		if of.of == kind && slices.ContainsFunc(of.words, func(word string) bool { return slices.Contains(words, word) }) {
			return of
		}
	}
	return nil
}

// isPercent reports whether a name says that values are in percent.
func isPercent(name string) bool {
	return strings.Contains(name, "%") || slices.ContainsFunc(text.NameWords(name), func(word string) bool {
		return slices.Contains([]string{"percent", "pct", "percentage", "perc"}, word)
	})
}

// measure finds the unit of the values: the mapping's, else that of their column's name. A name of
// another meaning is an error without a unit.
func (t *reading) measure(header []string) error {
	at := t.column[columnValue]
	if t.unit = t.in.Columns.Measure(text.RoleValue); t.unit != "" || t.in.Columns.Numbered() {
		return nil
	}
	if _, given := t.in.Columns.Of(text.RoleValue); given || at < 0 {
		for i, field := range header {
			if of := meaningOf(t.kind, field); of != nil && (i == at || at < 0 && !strings.HasPrefix(of.says, "no ")) {
				return t.other(header, i, of)
			}
		}
	}
	if at >= 0 && t.kind == Delivery && isPercent(header[at]) {
		t.unit = text.Percent
	}
	return nil
}

// other is the error of a column of another meaning.
func (t *reading) other(header []string, at int, of *meaning) error {
	value := t.in.Columns.With(text.RoleValue, text.ColumnWord(header, at))
	remedy, own := of.remedy, map[Kind]text.Measure{RSSI: text.Decibels, Delivery: text.Ratio}[t.kind]
	if remedy != "" && isPercent(header[at]) {
		remedy, own = text.LossPercent, text.Percent
	}
	if remedy == "" {
		return fmt.Errorf("column %s has, by its name, %s; --columns %s:%s reads it as it is (columns: in a scenario)", text.Quote(header[at]), of.says, value, own)
	}
	return fmt.Errorf("column %s has, by its name, %s: --columns %s:%s reads it so, and :%s as it is (columns: in a scenario)", text.Quote(header[at]), of.says, value, remedy, own)
}

// ratio converts a value of a unit to a ratio, and says whether it is one.
func ratio(value float64, unit text.Measure) (float64, bool) {
	if unit == text.Percent || unit == text.LossPercent {
		value /= 100
	}
	is := value >= 0 && value <= 1
	if unit == text.Losses || unit == text.LossPercent {
		value = 1 - value
	}
	return value, is
}

// follows refuses a row that is earlier than the one before of its link where a local clock says that
// its hours are in one another, and counts the others.
func (t *reading) follows(r row) error {
	link := [2]int{r.From, r.To}
	last, seen := t.order.Last(link)
	if fell := t.order.Note(&t.times.Clock, link, r.At); !fell || !seen || t.in.Columns.Sorts() {
		return nil
	}
	if why := t.times.Fall(last, r.At); why != "" {
		return text.Whole(fmt.Errorf("time runs backwards on a link, from %s to %s: %s", t.stamp(last), t.stamp(r.At), why))
	}
	return nil
}

// tellOrder remarks on rows that were sorted, and on percents that are perhaps ratios.
func (t *reading) tellOrder() {
	if falls := t.order.Falls(); falls > 0 && !t.in.Columns.Sorts() {
		t.in.Remark("%d rows are earlier than the row before of their link, and were sorted", falls)
	}
	t.order.Tell(t.in, &t.times.Clock)
	if t.unit != text.Percent || t.in.Columns.Measure(text.RoleValue) != "" {
		return
	}
	if !slices.ContainsFunc(t.rows, func(r row) bool { return r.Value > 0.01 }) {
		t.in.Remark("values are read in percent, as their column says, and none is above 1: --columns %s:ratio reads shares", t.in.Columns.With(text.RoleValue, "NAME"))
	}
}
