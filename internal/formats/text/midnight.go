package text

import "time"

// midnights counts the days of times of a day, which fall where one ends.
type midnights struct {
	unordered bool // rows are in no order of time, and a fall says nothing
	doubtful  bool // a first time of a node fell
	passed    int  // midnights, at most
	day       int  // of the last time
	last      time.Duration
	least     time.Duration // of the first day
	began     bool
	mixed     bool // a node's rows go on after another's
	blocks    bool // each node's rows stand together, and several days were passed
}

const (
	aDay    = 24 * time.Hour
	halfDay = aDay / 2
)

// pass is the beginning of the day of a time of a day. A fall by more than half a day begins the
// next, and a rise as great is of the day before. The first time of a node may fall to the morning of a
// day of which the file has the morning already: it has a node's rows after another's.
func (m *midnights) pass(at time.Duration, fresh bool) time.Duration {
	fall := m.last - at
	if !m.began {
		m.began, m.least = true, at
	}
	switch {
	case m.unordered:
	case fresh && m.day > 0 && !m.mixed:
		m.day, m.blocks = 0, true
	case fall > halfDay && fresh && m.day == 0 && m.least-at <= halfDay:
		m.doubtful = true
	case fall > halfDay:
		m.day++
		m.passed = max(m.passed, m.day)
	case fall < -halfDay && m.day > 0:
		m.day--
	}
	if m.last = at; m.day == 0 {
		m.least = min(m.least, at)
	}
	return time.Duration(m.day) * aDay
}

// unsorted is the flag that reads all times as of one day.
func (c *Clock) unsorted() string {
	if c.Advice == "" {
		return ""
	}
	return ": " + c.Advice + ":" + sortWord + " reads all as of one"
}
