package contacts

import (
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Bounds of doubts: few digits make times multiples of at least coarse, fewRows may be of one instant, and
// some instants are far from all others if both lie within a hundredth of the whole.
const (
	coarse  = 10 * time.Second
	fewRows = 3
	farPart = 100
	farRows = 5 // times as many lie together as are far
)

// exponent keeps the first time that is written like 1.77764E+12.
func (s *spans) exponent(fields []string) {
	if word := text.Field(fields, s.columns.times.Column); s.rounded == "" && strings.ContainsAny(word, "eE") && isNumber(word) {
		s.rounded = strings.Clone(word)
	}
}

// doubtDigits remarks on times that have lost digits, as spreadsheets and C's %g cut them, and reports
// whether it did.
func (s *spans) doubtDigits(t *Trace) bool {
	first, _ := t.Span()
	grain := t.tally.Grain
	switch {
	case s.rounded != "" && (len(t.contacts) == 0 || movetrace.IsUnix(first)) && s.rows > 1 && (grain == 0 || grain >= coarse):
		s.in.Remark("times like %s have few digits, so that all are multiples of %v apart: if digits were lost, export them in full", s.rounded, grain)
	case grain == 0 && s.rows >= fewRows && t.tally.Instants >= fewRows:
		s.in.Remark("all %d rows are of one instant: have times lost digits, or is another column the time?", s.rows)
	default:
		return false
	}
	return true
}

// doubtFar remarks on a few instants that are far from all others: of a clock that was not set, or ends that
// say that a contact goes on.
func (s *spans) doubtFar(t *Trace) {
	first, last := t.Span()
	part := (last - first) / farPart
	low, high, all := 0, 0, 0
	note := func(at time.Duration) {
		all++
		if at <= first+part {
			low++
		} else if at >= last-part {
			high++
		}
	}
	for _, c := range t.contacts {
		note(c.From)
		if c.Until != Forever {
			note(c.Until)
		}
	}
	if few := min(low, high); few == 0 || low+high < all || farRows*few > all {
		return
	}
	s.in.Remark("%d of %d beginnings and ends are far from all others, which lie within a hundredth of the time from %s to %s: if a clock was not set there, or the end says that a contact goes on, delete the rows",
		min(low, high), all, s.stamp(first), s.stamp(last))
}

// stamp writes an instant for a remark.
func (s *spans) stamp(at time.Duration) string {
	if s.columns.times.Dates() {
		return movetrace.Date(at)
	}
	return movetrace.Stamp(at)
}

// doubtScan remarks on scans that are further apart than a sighting holds.
func (s *spans) doubtScan(t *Trace, scan time.Duration) {
	grain := t.tally.Grain
	if s.columns.end >= 0 || s.columns.lasts >= 0 || scan == 0 || grain <= scan || grain > scanLimit || s.rows < manyRows {
		return
	}
	s.in.Remark("all sightings are multiples of %v apart, and hold %v, so that contacts end between scans: --scan %v (scan: %v in a scenario) makes each hold until the next", grain, scan, grain, grain)
}
