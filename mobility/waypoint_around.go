package mobility

import (
	"math"
	"math/rand/v2"

	"github.com/paulmach/orb"
)

// waypointAround is random waypoint around obstacles, in its steady state unless its options
// say else.
type waypointAround struct{ waypoint }

// Path returns the path of a node. In the steady state a node is met in a pause and the trip
// after it with a probability in proportion to the time that both take together: such a pair is
// drawn by rejection, which needs no mean length of trips: the share of nodes in a pause is right
// to one part in 10⁷. It is met in the pause, or on the trip, in proportion to the time of each. Of a
// trip the place is uniform on the way. (Le Boudec and Vojnović 2005, see the package comment;
// their theorem holds for every way to select trips whose next start is where they end.)
func (m *waypointAround) Path(_ int, placement, movement *rand.Rand) Path {
	o := &m.options
	p := &aroundPath{mover: mover{movement: movement}, model: m}
	switch {
	case o.SpeedMax == 0:
		p.here, p.phase = o.Around.draw(placement), still
	case o.Start == StartLeaving:
		p.here, p.phase = o.Around.draw(placement), departing
	default:
		p.begin(placement)
		return p
	}
	p.at = p.here.at
	return p
}

// begin draws where the node is at time 0, and what it does.
func (p *aroundPath) begin(r *rand.Rand) {
	o := &p.model.options
	around, pause, perMetre := o.Around, o.pause().sum()/2, o.speed().perMetre()
	for {
		from, to := around.draw(r), around.draw(r)
		limit := float64(r.Float64() * (pause + float64(perMetre*around.longest)))
		if pause+float64(perMetre*around.along(from, to)) < limit {
			continue // the shortest way is no longer
		}
		way := around.shortest(from, to)
		lasts := pause + float64(perMetre*way.metres)
		if lasts < limit {
			continue
		}
		if float64(r.Float64()*lasts) < pause {
			p.at, p.here, p.phase = from.at, from, midPause
			return
		}
		p.here = to
		p.ahead = around.appendWay(p.ahead, way, to.at)
		p.at = p.skip(from.at, float64(r.Float64()*way.metres))
		p.speed, p.phase = o.speed().steady(p.movement), midTrip
		return
	}
}

// skip leaves out the first metres of the way ahead, from a place on, and returns where that
// is.
func (p *aroundPath) skip(from orb.Point, metres float64) orb.Point {
	for {
		to := p.ahead[0]
		whole := math.Sqrt(square(from, to))
		if metres < whole {
			part := metres / whole
			return orb.Point{from[0] + float64((to[0]-from[0])*part), from[1] + float64((to[1]-from[1])*part)}
		}
		if len(p.ahead) == 1 { // by rounding
			return from
		}
		metres -= whole
		from, p.ahead = to, p.ahead[1:]
	}
}

// aroundPath is the path of one node. A leg leads to the next bend.
type aroundPath struct {
	mover
	model *waypointAround
	here  stop        // where the node is, or the end of the way ahead
	ahead []orb.Point // bends of the way ahead, and its end
	room  []orb.Point // for the next way
	speed float64     // m/s, of the way ahead
	phase phase
}

// Next returns the next leg. It searches a way when a trip begins, and takes memory for that.
func (p *aroundPath) Next() Leg {
	o := &p.model.options
	if l, ok := p.onward(); ok {
		return l
	}
	switch p.phase {
	case still:
		return Leg{End: Forever, From: p.at}
	case midPause:
		p.phase = departing
		if rest := o.pause().steady(p.movement); rest > 0 {
			return p.rest(rest)
		}
	case midTrip, arrived:
		p.phase = departing
		if rest := o.pause().draw(p.movement); rest > 0 {
			return p.rest(rest)
		}
	}
	for {
		p.depart()
		if l, ok := p.onward(); ok {
			return l
		}
	}
}

// onward returns the leg to the next bend, if there is one.
func (p *aroundPath) onward() (Leg, bool) {
	for len(p.ahead) > 0 {
		goal := p.ahead[0]
		p.ahead = p.ahead[1:]
		if goal != p.at { // a place may have been drawn on a bend
			return p.goTo(goal, p.speed), true
		}
	}
	return Leg{}, false
}

// depart draws a trip.
func (p *aroundPath) depart() {
	around := p.model.options.Around
	to := around.draw(p.movement)
	way := around.shortest(p.here, to)
	p.room = around.appendWay(p.room[:0], way, to.at)
	p.ahead, p.here, p.phase = p.room, to, arrived
	p.speed = p.model.options.speed().draw(p.movement)
}
