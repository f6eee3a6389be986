package testbed

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/text"
)

// doubt remarks on rows that others replace, and on a table without times.
func (t *reading) doubt(rows []row) {
	if !t.times.Given() && len(t.unread) > 0 {
		t.in.Remark("no column is read as the time, so all rows are at one time; and not read are %s: --columns %s says otherwise", text.Shorten(strings.Join(t.unread, ", ")), t.in.Columns.With(text.RoleTime, "NAME"))
	}
	if t.ends != "" {
		t.in.Remark("column %s is not read: a row holds until the next of its link, and one with an empty value ends it", t.ends)
	}
	if grain := grainOf(rows); (t.times.Unit == "" || t.times.Unit == "s") && !t.times.Dates() && grain >= thousand && grain%thousand == 0 {
		t.in.Remark("all times are multiples of %v apart: are they milliseconds? %s:ms says so", grain, t.times.Advice)
	}
	if span := spanOf(rows); span > 0 && span <= shortest && len(rows) >= manyRows && t.times.Assumed() {
		t.in.Remark("all rows are within %v, as times are read as seconds: %s:min or :h says otherwise", span, t.times.Advice)
	}
	zeros := 0
	for _, row := range rows {
		if t.kind == RSSI && row.Value == 0 && !row.Silent {
			zeros++
		}
	}
	if zeros > 0 && manyZeros*zeros >= len(rows) {
		t.in.Remark("%d of %d rows have an rssi of 0 dBm, and are read so: in some logs 0 says that there is no reading, which an empty field says here", zeros, len(rows))
	}
	if n := replaced(rows); n > 0 {
		t.in.Remark("left out: %d of %d rows, since a later row has the same link and time", n, len(rows))
	}
}

// saysEnd reports whether a name is that of ends or of lengths of time.
func saysEnd(name string) bool {
	return slices.Contains([]string{"end", "until", "tend", "tlast", "lasts"}, text.PlainName(name)) ||
		slices.ContainsFunc(text.NameWords(name), func(word string) bool { return word == "duration" || word == "dur" })
}

// manyZeros is the least share of rows of 0 dBm that is told: one in so many.
const manyZeros = 20

// thousand is the grain of times that are perhaps milliseconds.
const thousand = 1000 * time.Second

// manyRows is from how many rows on a short table is doubted.
const manyRows = 10

// shortest is a length of a table below which its times are perhaps minutes or hours.
const shortest = 2 * time.Minute

// spanOf is the time from the first row to the last.
func spanOf(rows []row) time.Duration {
	first, last := rows[0].At, rows[0].At
	for _, r := range rows {
		first, last = min(first, r.At), max(last, r.At)
	}
	return last - first
}

// grainOf is the greatest common divisor of the distances of all instants.
func grainOf(rows []row) (grain time.Duration) {
	for _, r := range rows {
		for b := (r.At - rows[0].At).Abs(); b != 0; {
			grain, b = b, grain%b
		}
	}
	return grain
}

// replaced counts rows with a later one of their link and instant.
func replaced(rows []row) (n int) {
	latest := map[[2]int]time.Duration{}
	ordered := true
	for _, r := range rows {
		link := [2]int{r.From, r.To}
		last, seen := latest[link]
		if seen && r.At == last {
			n++
		}
		ordered = ordered && (!seen || r.At >= last)
		latest[link] = r.At
	}
	if ordered {
		return n
	}
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.At, b.At))
	})
	n = 0
	for i, r := range rows[1:] {
		if former := rows[i]; former.From == r.From && former.To == r.To && former.At == r.At {
			n++
		}
	}
	return n
}
