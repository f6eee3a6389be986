package ns2

import (
	"math/rand/v2"
	"strconv"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// Trace is the recorded movement of the nodes of one file, a model of movement
// that draws nothing.
type Trace struct {
	numbers  []uint64 // of nodes 1…n in the file
	legs     [][]leg  // of nodes 1…n
	duration time.Duration
	speed    float64 // m/s, greatest
	bounds   orb.Bound
}

// leg is a leg as it is stored: it ends where the next one starts.
type leg struct {
	start    time.Duration
	from     orb.Point // metres
	velocity orb.Point // m/s
	absent   bool
}

// continues reports whether the leg only goes on with what the former did
// without moving: both away, or both standing in the same place.
func (l leg) continues(former leg) bool {
	if l.absent || former.absent {
		return l.absent && former.absent
	}
	return l.from == former.from && l.velocity == orb.Point{} && former.velocity == orb.Point{}
}

// Nodes returns the number of nodes n; they are numbered 1…n.
func (t *Trace) Nodes() int { return len(t.legs) }

// Names returns the numbers nodes 1…n have in the file: the name of node i is
// element i-1.
func (t *Trace) Names() []string {
	names := make([]string, len(t.numbers))
	for i, number := range t.numbers {
		names[i] = strconv.FormatUint(number, 10)
	}
	return names
}

// Duration returns the time after which nothing changes any more: no node moves,
// enters or leaves the world.
func (t *Trace) Duration() time.Duration { return t.duration }

// Bounds returns the smallest rectangle in which every node is whenever it is in
// the world, in metres.
func (t *Trace) Bounds() orb.Bound { return t.bounds }

// MaxSpeed returns the greatest speed of a node in the world, in m/s.
func (t *Trace) MaxSpeed() float64 { return t.speed }

// Path returns the path of node 1…n, and draws nothing. A node beyond is absent
// for ever.
func (t *Trace) Path(node int, _, _ *rand.Rand) mobility.Path {
	if node < 1 || node > len(t.legs) {
		return &path{legs: []leg{{absent: true}}}
	}
	return &path{legs: t.legs[node-1]}
}

// path is a walk over stored legs; the first of legs is the next.
type path struct{ legs []leg }

func (p *path) Next() mobility.Leg {
	l := unpack(p.legs, 0)
	if l.End != mobility.Forever {
		p.legs = p.legs[1:]
	}
	return l
}

// unpack returns leg i with its end.
func unpack(legs []leg, i int) mobility.Leg {
	l := legs[i]
	end := mobility.Forever
	if i+1 < len(legs) {
		end = legs[i+1].start
	}
	return mobility.Leg{Start: l.start, End: end, From: l.from, Velocity: l.velocity, Absent: l.absent}
}

// measure sets duration, speed and bounds, and reports whether any node is ever
// in the world.
func (t *Trace) measure() bool {
	inhabited := false
	for _, legs := range t.legs {
		t.duration = max(t.duration, legs[len(legs)-1].start)
		for i := range legs {
			l := unpack(legs, i)
			if l.Absent {
				continue
			}
			if !inhabited {
				t.bounds = orb.Bound{Min: l.From, Max: l.From}
				inhabited = true
			}
			t.bounds = t.bounds.Extend(l.From).Extend(l.At(l.End))
			t.speed = max(t.speed, l.Speed())
		}
	}
	return inhabited
}
