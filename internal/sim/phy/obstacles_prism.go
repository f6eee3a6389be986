package phy

import (
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/radio"
)

// A Line is a line of sight, in metres.
type Line struct {
	From, To                   orb.Point
	FromAltitudeM, ToAltitudeM float64 // above the ground
}

// maxAltitudeM bounds the altitudes of prisms and of nodes.
const maxAltitudeM = 1e5

// A prism is an obstacle with a top: it fills the altitudes from its bottom up to its top,
// the top not included, so that an antenna on the edge of a roof sees over it.
type prism struct {
	bottomCM, topCM float64
	walls           [2]int32 // the first, and the one after the last
	low, high       spotCM   // its bounding box
	costs           level
}

// prisms are the obstacles that have a top, with a list of those that lie over each cell of
// the grid over the walls.
type prisms struct {
	list []prism
	of   []int32  // by wall: the number of its prism from 1, 0 if it has none
	over cellList // prisms by cell
	wide []int32  // those over more than wideCells cells: each line is compared with all of them
}

// wideCells bounds the cells in which a prism is listed, so that a thousand prisms that each
// cover the world do not take a thousand lists of all cells.
const wideCells = 64

// checkPrism returns what is wrong with the altitudes of an obstacle.
func checkPrism(one radio.Obstacle) error {
	switch {
	case one.TopM == 0 && one.BottomM == 0: // no end upwards
		return nil
	case !(one.TopM > 0 && one.TopM <= maxAltitudeM):
		return fmt.Errorf("the top must be above 0 m and at most %g m, got %g; without top and bottom there is no end upwards", float64(maxAltitudeM), one.TopM)
	case !(one.BottomM >= 0 && one.BottomM < one.TopM):
		return fmt.Errorf("the bottom must be from 0 m to below the top, %g m, got %g", one.TopM, one.BottomM)
	case math.Round(one.TopM*100) <= math.Round(one.BottomM*100):
		return errors.New("top and bottom are the same centimetre")
	}
	return nil
}

// addPrism notes that the walls from first on belong to an obstacle, if it has a top.
func (o *Obstacles) addPrism(one radio.Obstacle, first int) {
	if one.TopM == 0 || first == len(o.walls) {
		return
	}
	p := prism{bottomCM: math.Round(one.BottomM * 100), topCM: math.Round(one.TopM * 100),
		walls: [2]int32{int32(first), int32(len(o.walls))}, low: o.walls[first].a, high: o.walls[first].a, costs: levelOf(one.WallDB)}
	for _, w := range o.walls[first:] {
		p.low = spotCM{min(p.low.x, w.a.x), min(p.low.y, w.a.y)}
		p.high = spotCM{max(p.high.x, w.a.x), max(p.high.y, w.a.y)}
	}
	o.prisms.list = append(o.prisms.list, p)
}

// indexPrisms sorts the prisms into the cells.
func (o *Obstacles) indexPrisms() {
	p := &o.prisms
	if len(p.list) == 0 {
		return
	}
	p.of = make([]int32, len(o.walls))
	for k := range p.list {
		for w := p.list[k].walls[0]; w < p.list[k].walls[1]; w++ {
			p.of[w] = int32(k) + 1
		}
		if o.cellsOver(&p.list[k]) > wideCells {
			p.wide = append(p.wide, int32(k))
		}
	}
	p.over = o.listed(func(call func(cell int64, ref int32)) {
		for k := range p.list {
			one := &p.list[k]
			if o.cellsOver(one) > wideCells {
				continue
			}
			for row := o.clampRow(one.low.y); row <= o.clampRow(one.high.y); row++ {
				for column := o.clampColumn(one.low.x); column <= o.clampColumn(one.high.x); column++ {
					call(row*o.columns+column, int32(k))
				}
			}
		}
	})
}

// cellsOver is how many cells a prism's bounding box touches.
func (o *Obstacles) cellsOver(p *prism) int64 {
	return (o.clampRow(p.high.y) - o.clampRow(p.low.y) + 1) * (o.clampColumn(p.high.x) - o.clampColumn(p.low.x) + 1)
}

// A ray is a line of sight in centimetres, from its lesser end, so that it is the same both
// ways.
type ray struct {
	a, b   spotCM
	za, zb float64
}

func (l Line) ray() ray {
	up := func(m float64) float64 { return math.Round(max(-maxAltitudeM, min(m, maxAltitudeM)) * 100) }
	r := ray{inCM(l.From), inCM(l.To), up(l.FromAltitudeM), up(l.ToAltitudeM)}
	if r.a.x > r.b.x || r.a.x == r.b.x && (r.a.y > r.b.y || r.a.y == r.b.y && r.za > r.zb) {
		r.a, r.b, r.za, r.zb = r.b, r.a, r.zb, r.za
	}
	return r
}

// through sums what the faces cost that a ray crosses or touches: walls, roofs, and floors
// above the ground. It may stop once the sum exceeds most.
func (o *Obstacles) through(r ray, most level) (sum level) {
	p := &o.prisms
	o.touched(r.a, r.b, func(wall int32) bool {
		if k := p.of[wall]; k == 0 || p.list[k-1].blocks(r.span(&o.walls[wall])) {
			sum += o.walls[wall].costs
		}
		return sum <= most
	})
	if sum > most || r.za == r.zb {
		return sum
	}
	for _, k := range p.wide {
		sum += o.levels(&p.list[k], r)
	}
	o.visited(r.a, r.b, &p.over, func(k int32) bool {
		sum += o.levels(&p.list[k], r)
		return sum <= most
	})
	return sum
}

// blocks reports whether a prism fills any of the altitudes of a span.
func (p *prism) blocks(low, high float64) bool { return low < p.topCM && high >= p.bottomCM }

// levels is what a ray loses at the roof and the floor of a prism.
func (o *Obstacles) levels(p *prism, r ray) (sum level) {
	low, high := min(r.za, r.zb), max(r.za, r.zb)
	if low < p.topCM && high >= p.topCM && o.inside(p, r, p.topCM) {
		sum += p.costs
	}
	if low < p.bottomCM && high >= p.bottomCM && o.inside(p, r, p.bottomCM) {
		sum += p.costs
	}
	return sum
}

// inside reports whether a ray is within the outline of a prism where it is at an altitude,
// by the even-odd rule: courtyards are outside.
func (o *Obstacles) inside(p *prism, r ray, altitudeCM float64) (in bool) {
	t := (altitudeCM - r.za) / (r.zb - r.za)
	x := float64(r.a.x) + float64(float64(r.b.x-r.a.x)*t)
	y := float64(r.a.y) + float64(float64(r.b.y-r.a.y)*t)
	if x < float64(p.low.x) || x > float64(p.high.x) || y < float64(p.low.y) || y > float64(p.high.y) {
		return false
	}
	for _, w := range o.walls[p.walls[0]:p.walls[1]] {
		ay, by := float64(w.a.y), float64(w.b.y)
		if (ay > y) != (by > y) && x < float64(w.a.x)+float64(float64(w.b.x-w.a.x)*((y-ay)/(by-ay))) {
			in = !in
		}
	}
	return in
}

// span is the least and the greatest altitude of a ray where it touches a wall in the plane:
// one, unless the ray runs along the wall or straight up.
func (r ray) span(w *wall) (low, high float64) {
	ab, cd := spotCM{r.b.x - r.a.x, r.b.y - r.a.y}, spotCM{w.b.x - w.a.x, w.b.y - w.a.y}
	first, last := 0.0, 1.0
	if den := ab.x*cd.y - ab.y*cd.x; den != 0 {
		first = float64((w.a.x-r.a.x)*cd.y-(w.a.y-r.a.y)*cd.x) / float64(den)
		last = first
	} else if long := float64(float64(ab.x)*float64(ab.x)) + float64(float64(ab.y)*float64(ab.y)); long > 0 {
		part := func(p spotCM) float64 {
			along := float64(float64(p.x-r.a.x)*float64(ab.x)) + float64(float64(p.y-r.a.y)*float64(ab.y))
			return max(0, min(along/long, 1))
		}
		first, last = part(w.a), part(w.b)
	}
	one, other := r.za+float64((r.zb-r.za)*first), r.za+float64((r.zb-r.za)*last)
	return min(one, other), max(one, other)
}
