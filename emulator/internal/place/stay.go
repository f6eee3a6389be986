package place

import (
	"math/rand/v2"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
)

// A Stay is where a node stands for a time, wherever it would be.
type Stay struct {
	Node        protocol.ID
	X, Y        float64       // metres
	From, Until time.Duration // Until 0: to the end
}

// Moved returns a model of movement with stays. It draws nothing, so that all else moves as
// before. A node that is not in the world stays away.
func Moved(m mobility.Model, stays []Stay) mobility.Model {
	if len(stays) == 0 {
		return m
	}
	of := map[protocol.ID][]Stay{}
	for _, one := range stays {
		of[one.Node] = append(of[one.Node], one)
	}
	return moved{m, of}
}

// moved is a model whose nodes are placed; of is never ranged over.
type moved struct {
	mobility.Model
	of map[protocol.ID][]Stay
}

// Altitudes are the model's own: a node that is placed keeps the altitude that it has then.
func (m moved) Altitudes() mobility.Altitudes { return mobility.AltitudesOf(m.Model) }

// ForRun passes on what the nodes of a run share, see [mobility.ForRun].
func (m moved) ForRun(seed uint64) mobility.Model {
	return moved{mobility.ForRun(m.Model, seed), m.of}
}

// Path is the model's own for a node that nobody places.
func (m moved) Path(node int, placement, movement *rand.Rand) mobility.Path {
	path := m.Model.Path(node, placement, movement)
	stays := m.of[protocol.ID(node)]
	if len(stays) == 0 {
		return path
	}
	return &placedPath{own: path, stays: stays}
}

// A placedPath follows a path, and stands elsewhere from one instant to another.
type placedPath struct {
	own    mobility.Path
	stays  []Stay       // the last that lasts at an instant decides
	raw    mobility.Leg // the leg of its own path at the end of former
	former mobility.Leg // the last leg, as returned
	follow bool         // former is a leg of its own path
	stands bool         // former is a stay
}

func (p *placedPath) Next() mobility.Leg {
	at := p.former.End
	jumped := false // the own path did
	for p.raw.End <= at {
		next := p.own.Next()
		jumped = jumped || next.Jumps(p.raw)
		p.raw = next
	}
	stay, until := p.stay(at)
	leg := mobility.Leg{Start: at, End: min(p.raw.End, until), From: p.raw.At(at), Velocity: p.raw.Velocity,
		AltitudeM: p.raw.AltitudeAt(at), ClimbMPS: p.raw.ClimbMPS, Absent: p.raw.Absent}
	placed := stay != nil && !p.raw.Absent
	switch {
	case placed:
		leg.From, leg.Velocity, leg.ClimbMPS = orb.Point{stay.X, stay.Y}, orb.Point{}, 0
		if p.stands { // its own path may have climbed meanwhile
			leg.AltitudeM = p.former.AltitudeM
		}
	case p.follow && !jumped:
		// Raw's own differ from these by rounding, and the node would jump.
		leg.From, leg.AltitudeM = p.former.At(at), p.former.AltitudeAt(at)
	}
	p.former, p.follow, p.stands = leg, !placed, placed
	return leg
}

// stay returns the stay that holds at an instant, nil if none does, and the next instant at
// which another may.
func (p *placedPath) stay(at time.Duration) (now *Stay, until time.Duration) {
	until = mobility.Forever
	for i := range p.stays {
		one := &p.stays[i]
		end := one.Until
		if end == 0 {
			end = mobility.Forever
		}
		switch {
		case one.From > at:
			until = min(until, one.From)
		case at < end:
			now, until = one, min(until, end)
		}
	}
	return now, until
}
