// Package former remembers leaders that a node has left, so that an old message of one does
// not bring it back. It assumes that a leader stamps what it says with its own clock.
package former

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// one is a leader that was given up, or left for a better one: until the instant only newer
// messages of it count.
type one struct {
	id    protocol.ID
	stamp protocol.Time // of its newest message
	until protocol.Time
}

// most bounds the memory of a node. Floods replace each other for ever only with more leaders,
// each of which fell in value within one detection time-out.
const most = 8

// Leaders are the leaders that a node has left, the oldest first.
type Leaders struct{ list []one }

// Leave remembers a leader, and its newest stamp, for a time.
func (l *Leaders) Leave(now protocol.Time, leader protocol.ID, stamp protocol.Time, remembered time.Duration) {
	l.list = slices.DeleteFunc(l.list, func(f one) bool { return f.id == leader || now >= f.until })
	if len(l.list) == most {
		l.list = slices.Delete(l.list, 0, 1) // the oldest
	}
	l.list = append(l.list, one{leader, stamp, now.Add(remembered)})
}

// News reports whether what a leader said is newer than what was known of it when it was left.
func (l *Leaders) News(now protocol.Time, leader protocol.ID, stamp protocol.Time) bool {
	for i := range l.list {
		if f := &l.list[i]; f.id == leader && now < f.until {
			return stamp > f.stamp
		}
	}
	return true
}

// Copy returns a copy.
func (l *Leaders) Copy() Leaders { return Leaders{slices.Clone(l.list)} }

// Shift moves every instant, and forgets what no longer counts.
func (l *Leaders) Shift(now protocol.Time, d time.Duration) {
	l.list = slices.DeleteFunc(l.list, func(f one) bool { return now >= f.until })
	for i := range l.list {
		f := &l.list[i]
		f.stamp, f.until = f.stamp.Shift(d), f.until.Shift(d)
	}
}

// Snapshot appends the memory in canonical form.
func (l *Leaders) Snapshot(b []byte) []byte {
	for _, f := range l.list {
		b = protocol.AppendTime(protocol.AppendTime(protocol.AppendID(b, f.id), f.stamp), f.until)
	}
	return b
}
