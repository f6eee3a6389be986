package testbed

import (
	"slices"
	"strings"
	"time"
)

// isNothing reports whether a value says that nothing was heard.
func isNothing(word string) bool {
	return slices.Contains([]string{"", "-", "nan", "na", "n/a", "null", "none"}, strings.ToLower(word))
}

// Bounds of doubts on rows that are packets: a link has steady rows, and a silence is pauses times as long
// as any other pause of it. One row in sames has the value of the one before.
const (
	steady = 10
	pauses = 10
	sames  = 5
)

// A rhythm is how the rows of a link follow one another.
type rhythm struct {
	rows            int
	last            row
	longest, second time.Duration // pauses
	same            int           // rows with the value of the one before
	fell            bool          // a row is earlier than the one before
}

// pause takes the time to the next row.
func (r *rhythm) pause(d time.Duration) {
	if d > r.longest {
		r.longest, r.second = d, r.longest
	} else {
		r.second = max(r.second, d)
	}
}

// holds reports whether something is heard from a row on.
func (t *reading) holds(r row) bool { return !r.Silent && (t.kind == RSSI || r.Value > 0) }

// doubtSilence remarks on rows that are perhaps one packet each: then a link of which none arrives keeps
// the value of the last, and 0 and 1 are no shares.
func (t *reading) doubtSilence(of *Table) {
	rows, names := of.Rows, of.Names
	links, end := map[[2]int]*rhythm{}, time.Duration(0)
	order := [][2]int{}
	zeros, ones := 0, 0
	for _, r := range rows {
		end = max(end, r.At)
		link := [2]int{r.From, r.To}
		of := links[link]
		if of == nil {
			of = &rhythm{}
			links[link] = of
			order = append(order, link)
		} else {
			if t.holds(of.last) {
				of.pause(r.At - of.last.At)
			}
			if r.Value == of.last.Value {
				of.same++
			}
			of.fell = of.fell || r.At < of.last.At
		}
		of.rows++
		of.last = r
		if r.Value == 0 {
			zeros++
		} else if r.Value == 1 {
			ones++
		}
	}
	held, same, example := 0, 0, rhythm{}
	for _, link := range order {
		of := links[link]
		if t.holds(of.last) {
			of.pause(end - of.last.At)
		}
		same += of.same
		if of.rows >= steady && !of.fell && of.second > 0 && of.longest > pauses*of.second {
			if held++; held == 1 {
				example = *of
			}
		}
	}
	if held > 0 {
		t.in.Remark("%d of %d links have rows at most %v apart, like that from %s to %s, and once none for %v: their last value is held so long; if rows are packets and none arrived, write a row with an empty value",
			held, len(order), example.second, names[example.last.From-1], names[example.last.To-1], example.longest)
	}
	if t.kind == Delivery && zeros > 0 && ones > 0 && zeros+ones == len(rows) && len(rows) >= steady*len(order) && sames*same >= len(rows) {
		t.in.Remark("all values are 0 or 1: if rows are packets, write the share that arrived of each minute or so")
	}
}
