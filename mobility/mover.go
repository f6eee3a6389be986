package mobility

import (
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"
)

// mover is the state that the paths of this package share: the node's stream, and the time
// and place at which its next leg starts.
type mover struct {
	movement *rand.Rand
	now      time.Duration
	at       orb.Point // metres
}

// goTo returns the leg to a goal, in metres, at a speed in m/s. The goal must differ from
// the node's place.
func (m *mover) goTo(goal orb.Point, speed float64) Leg {
	l := Trip{Start: m.now, From: m.at, To: goal, Speed: speed}.Leg()
	m.now, m.at = l.End, l.At(l.End)
	return l
}

// reach returns the leg to a goal, in metres, that takes the span d and not a
// nanosecond more.
func (m *mover) reach(goal orb.Point, d time.Duration) Leg {
	l := Leg{Start: m.now, End: m.now + min(d, Forever-m.now), From: m.at}
	s := seconds(l.End - l.Start)
	l.Velocity = orb.Point{(goal[0] - m.at[0]) / s, (goal[1] - m.at[1]) / s}
	m.now, m.at = l.End, l.At(l.End)
	return l
}

// rest returns a leg that stays where the node is.
func (m *mover) rest(d time.Duration) Leg {
	l := Leg{Start: m.now, End: m.now + min(d, Forever-m.now), From: m.at}
	m.now = l.End
	return l
}
