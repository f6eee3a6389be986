package movetrace

import (
	"time"

	"bellwether/internal/base/errs"
	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// Follow records a path until a time, after which the node stays where it is, with its
// altitudes, also if all are 0. It gives an error if the path has too many legs.
func Follow(p mobility.Path, name string, until time.Duration) (Track, error) {
	t := Track{Name: name}
	for {
		l := p.Next()
		if l.Start >= until && l.Start > 0 {
			return t, nil
		}
		t.Append(l)
		t.rise(l, until)
		if t.legs.n > maxTraceLegs {
			return t, errs.Mobility.Errorf("node %s: more than %d straight legs", name, maxTraceLegs)
		}
		if l.End == mobility.Forever || l.End >= until {
			if !l.Absent {
				t.Append(mobility.Leg{Start: until, From: l.At(until)})
			}
			return t, nil
		}
	}
}

// A Track is the recorded movement of one node. The zero Track has no legs yet.
type Track struct {
	Name string // in its file
	legs packed
	lost bool // its file does not say where the node is after its last fix
	seen Fix  // the last fix of a lost node
	// rises are how high the node is, in the order of time; nil: the file does not say.
	rises []rise
}

// leg is a leg as it is added: it ends where the next one starts.
type leg struct {
	start    time.Duration
	from     orb.Point // metres
	velocity orb.Point // m/s
	absent   bool
}

// continues reports whether the leg only goes on with the leg before, without moving: both
// absent, or both standing in the same place.
func (l leg) continues(former leg) bool {
	if l.absent || former.absent {
		return l.absent && former.absent
	}
	return l.from == former.from && l.velocity == orb.Point{} && former.velocity == orb.Point{}
}

// Append adds what the node does from l.Start on, until more is added. Starts must not go
// back, and the first must be 0. A leg with the same start is replaced, and a leg that
// only goes on is not stored.
func (t *Track) Append(l mobility.Leg) {
	next := leg{start: l.Start, from: l.From, absent: l.Absent}
	if !l.Absent {
		next.velocity = l.Velocity
	}
	last := t.legs.last()
	if last != nil && last.start == l.Start {
		t.legs.drop()
		last = t.legs.last()
	}
	if last != nil && next.continues(*last) {
		return
	}
	t.legs.add(next)
}

// Lose says that the file does not state where the node is after a last fix. The track
// goes on as its legs say; an [Excerpt] decides what the node does.
func (t *Track) Lose(last Fix) { t.lost, t.seen = true, last }

// Reset empties the track, and keeps its memory for the next one.
func (t *Track) Reset(name string) {
	t.legs.reset()
	*t = Track{Name: name, legs: t.legs}
}

// Clone returns a copy that takes no more memory than it needs.
func (t *Track) Clone() Track {
	c := *t
	c.legs = t.legs.seal()
	return c
}

// from returns a copy whose time 0 is zero; until its first leg the node is absent.
func (t *Track) from(zero time.Duration) Track {
	c := t.Clone()
	c.legs.first -= zero
	c.rises = risen(t.rises, func(at time.Duration) time.Duration { return at - zero })
	switch {
	case c.legs.n == 0:
		c.Append(mobility.Leg{Absent: true})
	case c.legs.first > 0 && c.legs.data[0]&isAbsent != 0:
		legs := c.legs
		c.Reset(t.Name)
		c.Append(mobility.Leg{Absent: true})
		for l := range legs.walk().each {
			c.Append(l)
		}
		c.lost, c.seen = t.lost, t.seen
		c.rises = risen(t.rises, func(at time.Duration) time.Duration { return at - zero })
	case c.legs.first > 0:
		c.legs.precede()
	}
	return c
}
