package phy

import (
	"errors"
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/base/errs"
	"bellwether/radio"
)

// Limits of obstacles.
const (
	// maxWalls bounds the walls of a world: a city of 10^5 houses has as many.
	maxWalls = 1 << 20

	// maxWallDB is a loss after which nothing is heard.
	maxWallDB = 1e4

	// maxFaults bounds the faults that one call reports.
	maxFaults = 10

	// maxCoordinateM bounds coordinates of walls and of nodes, so that products of
	// differences in centimetres fit 64 bits.
	maxCoordinateM = 1e7
)

// Obstacles are the walls of a world. A line of sight that crosses or touches a wall loses
// the wall's attenuation, once for each wall; a line through a corner touches two.
// Coordinates are rounded to centimetres, and the test is exact in them. Obstacles may be
// shared. Cost: a walk over the cells that the line crosses.
type Obstacles struct {
	list  []radio.Obstacle // as they were given
	walls []wall

	// A grid over the walls: each cell (row, column) lists its walls.
	min           spotCM
	sideCM        int64
	columns, rows int64
	cellList

	prisms prisms // none: no obstacle has a top
}

// A cellList lists for each cell c refs[first[c]:first[c+1]].
type cellList struct{ first, refs []int32 }

type spotCM struct{ x, y int64 }

type wall struct {
	a, b  spotCM
	costs level
}

// NewObstacles takes the outlines. The error names those that do not close, have
// fewer than three corners, or lie off the map.
func NewObstacles(list []radio.Obstacle) (*Obstacles, error) {
	o := &Obstacles{list: list}
	var faults []error
	for i, one := range list {
		if err := o.add(one); err != nil {
			faults = append(faults, errs.Radio.Errorf("obstacle %d: %w", i+1, err))
			if len(faults) == maxFaults {
				break
			}
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	o.index()
	o.indexPrisms()
	return o, nil
}

// List has the obstacles as they were given. Nobody changes it.
func (o *Obstacles) List() []radio.Obstacle { return o.list }

// Walls is how many walls there are.
func (o *Obstacles) Walls() int { return len(o.walls) }

// Rings are the outlines, courtyards included, in the given order, for maps. Each closes,
// and its corners are rounded to centimetres.
func (o *Obstacles) Rings() []orb.Ring {
	var out []orb.Ring
	point := func(p spotCM) orb.Point { return orb.Point{float64(p.x) / 100, float64(p.y) / 100} }
	begins := true // the walls of a ring stand one after another; the last ends where the first began
	var first spotCM
	for _, w := range o.walls {
		if begins {
			first = w.a
			out = append(out, orb.Ring{point(w.a)})
		}
		ring := &out[len(out)-1]
		*ring = append(*ring, point(w.b))
		begins = w.b == first
	}
	return out
}

// Spans are the bottom and the top of each of the rings, in metres; 0 and 0 without an end
// upwards; nil if all are so.
func (o *Obstacles) Spans() (out [][2]float64) {
	if o.prisms.of == nil {
		return nil
	}
	begins, first := true, spotCM{}
	for i, w := range o.walls {
		if begins {
			first = w.a
			var span [2]float64
			if k := o.prisms.of[i]; k > 0 {
				span = [2]float64{o.prisms.list[k-1].bottomCM / 100, o.prisms.list[k-1].topCM / 100}
			}
			out = append(out, span)
		}
		begins = w.b == first
	}
	return out
}

// CheckObstacle returns what about one obstacle makes no sense.
func CheckObstacle(one radio.Obstacle) error { return new(Obstacles).add(one) }

func (o *Obstacles) add(one radio.Obstacle) error {
	if !(one.WallDB >= 0 && one.WallDB <= maxWallDB) {
		return fmt.Errorf("a wall must take from 0 to %g dB, got %g", float64(maxWallDB), one.WallDB)
	}
	if err := checkPrism(one); err != nil {
		return err
	}
	begins := len(o.walls)
	if len(one.Outline) == 0 {
		return errors.New("has no outline")
	}
	for r, ring := range one.Outline {
		if len(ring) < 4 {
			return fmt.Errorf("ring %d has %d points; three corners and the first again are needed", r+1, len(ring))
		}
		if ring[0] != ring[len(ring)-1] {
			return fmt.Errorf("ring %d does not close: it begins at %v and ends at %v", r+1, ring[0], ring[len(ring)-1])
		}
		for _, p := range ring {
			if !(math.Abs(p[0]) <= maxCoordinateM && math.Abs(p[1]) <= maxCoordinateM) {
				return fmt.Errorf("ring %d has the point %v, beyond %g m", r+1, p, float64(maxCoordinateM))
			}
		}
		if len(o.walls)+len(ring)-1 > maxWalls {
			return fmt.Errorf("more than %d walls", maxWalls)
		}
		for i := 1; i < len(ring); i++ {
			if a, b := inCM(ring[i-1]), inCM(ring[i]); a != b {
				o.walls = append(o.walls, wall{a, b, levelOf(one.WallDB)})
			}
		}
	}
	o.addPrism(one, begins)
	return nil
}

// inCM rounds to centimetres; a place beyond the limits is moved to the nearest limit.
func inCM(p orb.Point) spotCM {
	round := func(v float64) int64 {
		return int64(math.Round(max(-maxCoordinateM, min(v, maxCoordinateM)) * 100))
	}
	return spotCM{round(p[0]), round(p[1])}
}

// Attenuation is what the walls between two points on the ground take, in decibels.
func (o *Obstacles) Attenuation(a, b orb.Point) float64 { return o.AttenuationOf(Line{From: a, To: b}) }

// AttenuationOf is what the walls and roofs in a line of sight take, in decibels.
func (o *Obstacles) AttenuationOf(l Line) float64 { return o.attenuation(l, farLevel).dB() }

// Blocked reports whether there is a wall between two points on the ground.
func (o *Obstacles) Blocked(a, b orb.Point) bool {
	blocked := false
	o.touched(inCM(a), inCM(b), func(int32) bool { blocked = true; return false })
	return blocked
}

// attenuation may stop counting once it exceeds most.
func (o *Obstacles) attenuation(l Line, most level) (sum level) {
	if o.prisms.of != nil {
		return o.through(l.ray(), most)
	}
	o.touched(inCM(l.From), inCM(l.To), func(wall int32) bool { sum += o.walls[wall].costs; return sum <= most })
	return sum
}

// touched calls more once for each wall that the segment touches, until more returns
// false.
func (o *Obstacles) touched(a, b spotCM, more func(wall int32) bool) {
	if len(o.walls) == 0 {
		return
	}
	var room [16]int32
	met := room[:0] // a long wall lies in many cells
	o.cells(a, b, func(cell int64) bool {
	walls:
		for _, ref := range o.refs[o.first[cell]:o.first[cell+1]] {
			w := &o.walls[ref]
			if !meet(a, b, w.a, w.b) {
				continue
			}
			for _, before := range met {
				if before == ref {
					continue walls
				}
			}
			met = append(met, ref)
			if !more(ref) {
				return false
			}
		}
		return true
	})
}

// meet reports whether two segments have a point in common, exactly.
func meet(a, b, c, d spotCM) bool {
	if max(a.x, b.x) < min(c.x, d.x) || max(c.x, d.x) < min(a.x, b.x) ||
		max(a.y, b.y) < min(c.y, d.y) || max(c.y, d.y) < min(a.y, b.y) {
		return false
	}
	// Their boxes meet, so segments on one line meet too.
	return side(a, b, c)*side(a, b, d) <= 0 && side(c, d, a)*side(c, d, b) <= 0
}

// side returns on which side of the line through a and b a point lies: the sign of
// an area. Differences are below 2^31, so neither product nor difference
// overflows.
func side(a, b, p spotCM) int {
	left, right := (b.x-a.x)*(p.y-a.y), (b.y-a.y)*(p.x-a.x)
	switch {
	case left > right:
		return 1
	case left < right:
		return -1
	}
	return 0
}
