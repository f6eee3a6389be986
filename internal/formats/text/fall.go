package text

import (
	"strings"
	"time"
)

// dayClock is what is known of times of the day that have no zone.
type dayClock struct {
	halves           bool // AM or PM stands with them
	seen             bool
	earliest, latest time.Duration
}

// see notes a time of the day.
func (d *dayClock) see(word string, at time.Duration) {
	if at %= aDay; !d.seen {
		d.seen, d.earliest, d.latest = true, at, at
	}
	d.earliest, d.latest = min(d.earliest, at), max(d.latest, at)
	d.halves = d.halves || strings.ContainsAny(word[max(0, len(word)-2):], "mM")
}

// Hours of the night in which clocks are set back, and of the day in which a clock of twelve hours
// begins again.
const (
	setBackBy = time.Hour
	setBackAt = 4 * time.Hour // at the latest
	dozen     = 13 * time.Hour
	lateHour  = 10 * time.Hour
	earlyHour = 4 * time.Hour
)

// Fall says why local times perhaps fall from one instant to the next, though their rows are in order:
// sorting would put hours into one another. "" if nothing says so.
func (c *Clock) Fall(from, to time.Duration) string {
	if c.kind != daytimes && !(c.kind == dates && c.naive) {
		return ""
	}
	before, after := from%aDay, to%aDay
	sunday := c.kind == daytimes || time.Unix(0, int64(from)).UTC().Weekday() == time.Sunday
	switch {
	case c.kind == daytimes && from/aDay != to/aDay:
		return "times of a day do not say of which day they are: write dates"
	case !c.halves && c.earliest >= time.Hour && c.latest < dozen && before >= lateHour && after < earlyHour && from/aDay == to/aDay:
		return "is this a clock of 12 hours without AM and PM? Write these, or hours from 0 to 23"
	case sunday && from-to <= setBackBy && before < setBackAt:
		return "was the clock set back here, as summer time ends? Write times in UTC or with their zone, like 2026-05-01T12:00:00+02:00; if it was not, sort the rows"
	}
	return ""
}
