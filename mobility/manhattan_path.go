package mobility

import "math/rand/v2"

// Path returns the path of a node, from a place uniform along the lanes between
// crossings. If TurnLeft equals TurnRight that is nearly the steady state: only the streets
// along the borders get a few more nodes later.
func (m *manhattan) Path(_ int, placement, movement *rand.Rand) Path {
	p := &manhattanPath{mover: mover{movement: movement}, model: m}
	alongX := m.block(0) * float64(m.blocks(0)) * float64(m.blocks(1)+1)
	alongY := m.block(1) * float64(m.blocks(1)) * float64(m.blocks(0)+1)
	p.course = course(placement.IntN(2) * 2) // east or west
	if float64(placement.Float64()*(alongX+alongY)) >= alongX {
		p.course++ // north or south
	}
	axis := p.course.axis()
	street, block := placement.IntN(m.blocks(1-axis)+1), placement.IntN(m.blocks(axis))
	p.lane = placement.IntN(m.options.Lanes)
	p.at[axis] = m.street(axis, block) + m.half() + float64(placement.Float64()*(m.block(axis)-2*m.half()))
	p.at[1-axis] = m.lane(p.course, street, p.lane)
	p.crossing[axis], p.crossing[1-axis] = block, street
	if p.course.sign() > 0 {
		p.crossing[axis]++
	}
	return p
}

type manhattanPath struct {
	mover
	model    *manhattan
	crossing [2]int // the crossing ahead
	lane     int    // 0 is next to the middle
	course   course
	begun    bool
}

func (p *manhattanPath) Next() Leg {
	m := p.model
	speed := m.options.speed().steady
	if p.begun {
		speed = m.options.speed().draw
	}
	p.begun = true
	turned := p.turn()
	axis := p.course.axis()
	goal := p.at
	goal[axis] = m.street(axis, p.crossing[axis])
	if turned != p.course {
		goal[axis] = m.lane(turned, p.crossing[axis], p.lane)
	}
	p.course = turned
	p.crossing[turned.axis()] += turned.sign()
	return p.goTo(goal, speed(p.movement))
}

// turn draws the course on which the node leaves the crossing ahead.
func (p *manhattanPath) turn() course {
	o := &p.model.options
	chances := [4]float64{}
	chances[p.course] = max(1-o.TurnLeft-o.TurnRight, 0)
	chances[p.course.left()], chances[p.course.right()] = o.TurnLeft, o.TurnRight
	ways := make([]course, 0, 3)
	sum := 0.0
	for _, c := range [...]course{p.course.left(), p.course.right(), p.course} {
		if ahead := p.crossing[c.axis()] + c.sign(); ahead >= 0 && ahead <= p.model.blocks(c.axis()) {
			ways = append(ways, c)
			sum += chances[c]
		}
	}
	if sum == 0 { // all ways that exist have probability 0
		return ways[p.movement.IntN(len(ways))]
	}
	draw := float64(p.movement.Float64() * sum)
	last := p.course
	for _, c := range ways {
		if chances[c] == 0 {
			continue
		}
		last = c
		if draw -= chances[c]; draw < 0 {
			break
		}
	}
	return last
}
