package table

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/trace/measure"
)

// boundOf returns "> " or "≤ " if the number shown is only a bound of the true one, else "".
func boundOf(s *measure.Summary) string {
	switch {
	case s.Beyond:
		return "> "
	case s.Times != nil && !s.Times.Followed():
		return "≤ "
	}
	return ""
}

// timeNotes returns notes on the times to which means are restricted, and on numbers that
// are only bounds.
func timeNotes(reports []*measure.Report, columns []measure.Key) (notes []string) {
	beyond, unfollowed, open := false, false, false
	for i := range columns {
		k := &columns[i]
		var horizons []string
		for _, r := range reports {
			for j := range r.Algorithms {
				s := r.Algorithms[j].Metrics.Get(k.Name)
				if s == nil {
					continue
				}
				beyond, open = beyond || s.Beyond, open || s.Low != nil && s.High == nil
				if s.Times == nil || !k.Time {
					continue
				}
				unfollowed = unfollowed || !s.Times.Followed()
				if horizon := shown(s.Times.HorizonS, k); s.Times.FollowedS != nil && !slices.Contains(horizons, horizon) {
					horizons = append(horizons, horizon)
				}
			}
		}
		if horizons != nil {
			notes = append(notes, fmt.Sprintf("%s: means up to %s %s, the horizon common to all rows (Kaplan-Meier)",
				k.Title, strings.Join(horizons, ", "), k.Unit))
		}
	}
	if beyond {
		notes = append(notes, "marked >: longer than anything was followed")
	}
	if open {
		notes = append(notes, "∞: no upper end, as too few elections or runs took so long")
	}
	if unfollowed {
		notes = append(notes, "marked ≤: not followed up to the horizon, and compared with no other row")
	}
	return notes
}

// rawMean returns the mean as a plain number, "" if only a bound of it is known.
func rawMean(s *measure.Summary) string {
	if s.Beyond {
		return ""
	}
	return Number(s.Mean, AsMeasured)
}

// horizonOf returns the time to which a mean is restricted, "" if it is no time.
func horizonOf(s *measure.Summary) string {
	if s.Times == nil {
		return ""
	}
	return Number(s.Times.HorizonS, AsMeasured)
}
