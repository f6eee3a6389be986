package mobility

import (
	"errors"
	"fmt"
	"math"

	"bellwether/internal/base/errs"

	"github.com/paulmach/orb"
)

const (
	// clearanceM is how far nodes keep from walls, in metres: half the width of the body
	// ellipse of a walker, 24 inches, by J. J. Fruin, "Pedestrian Planning and Design",
	// 1971. It is far more than the centimetre to which radios round places and walls.
	clearanceM = 0.3

	// maxBends is the greatest number of points at which ways bend. A town of some 200 houses
	// has as many; their distances take 10 MB, and about a second once.
	maxBends = 1000

	// leastReached is the least share of the world in which nodes may go. Below it a place
	// takes more than a hundred draws.
	leastReached = 0.01
)

// Obstacles are outlines that nodes walk around, such as the houses of a town. Nodes keep
// 0.3 m from each wall, half the width of a walker (Fruin 1971). Where that leaves several
// parts of the world that no way joins, such as streets and a closed courtyard, nodes are in
// the largest part only. Outlines may touch, overlap, and reach beyond the world.
//
// A way from one place to another is the shortest of all those that are straight lines
// between the two places and points beside the corners: one on the bisector of a right or
// obtuse corner, and two around an acute one, 0.3 m and a millimetre from the lines of its
// walls. Such a way is longer than the shortest way of a disc of radius 0.3 m by
// at most 0.5 m for each corner that it turns round. A gap of less than 0.6 m is closed, and
// one of less than 0.73 m between two corners may be.
//
// Obstacles do not change: paths of many runs may share them.
//
// Cost: the ways between all pairs of n points beside corners are computed once, by n²
// lines of sight, and kept in 10n² bytes; a trip takes up to 2n lines of sight. For 121
// houses with 726 points that is half a second, and 0.3 ms a trip.
type Obstacles struct {
	world    Area
	outlines []outline
	cells
	bends   []orb.Point
	far     []float64 // metres of the way from bend i to bend j, at i·n+j
	next    []int16   // the first bend on that way after i
	longest float64   // no way is longer, in metres

	open, reached float64 // see Shares
}

// NewObstacles returns obstacles in a world. A place is in an obstacle if a line from there to
// infinity crosses the rings of its outline an odd number of times, so that inner rings are
// courtyards. An error says which outline is none or crosses itself, that there are more than
// 1000 points at which ways bend, or that nodes would have less than a hundredth of the world.
func NewObstacles(world Area, outlines []orb.Polygon) (*Obstacles, error) {
	o := &Obstacles{world: world}
	faults := []error{errs.In("world", world.Validate())}
	if len(outlines) == 0 {
		faults = append(faults, errors.New("none given"))
	}
	for i, of := range outlines {
		if err := validOutline(of); err != nil {
			faults = append(faults, fmt.Errorf("outline %d: %w", i+1, err))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, errs.Mobility.Errorf("obstacles: %w", err)
	}
	var walls []wall
	for _, of := range outlines {
		walls = append(walls, o.add(of)...)
	}
	o.put(walls)
	if err := o.join(); err != nil {
		return nil, errs.Mobility.Errorf("obstacles: %w", err)
	}
	return o, nil
}

// Shares returns which share of the world is open, that is 0.3 m or more from all obstacles,
// and which share nodes can reach, the largest part of it that is joined by ways. Both
// are estimated at some 4000 places in a grid: the error is about a hundredth.
func (o *Obstacles) Shares() (open, reached float64) { return o.open, o.reached }

// validOutline reports the first fault of an outline.
func validOutline(of orb.Polygon) error {
	if len(of) == 0 {
		return errors.New("has no rings")
	}
	for i, ring := range of {
		if len(ring) < 4 || ring[0] != ring[len(ring)-1] {
			return fmt.Errorf("ring %d must have three corners and the first again, and has %d points", i+1, len(ring))
		}
		for _, p := range ring {
			if !(math.Abs(p[0]) <= 10*maxSide && math.Abs(p[1]) <= 10*maxSide) { // true for NaN
				return fmt.Errorf("ring %d: coordinates must be from %g to %g m, got %v", i+1, -10*maxSide, 10*maxSide, p)
			}
		}
		if a, b, crosses := selfCrossing(ring); crosses {
			return fmt.Errorf("ring %d crosses itself: its sides from %v and from %v do", i+1, a, b)
		}
	}
	return nil
}

// selfCrossing returns the first corners of two sides of a ring that cross inside both. Sides
// that only touch do not.
func selfCrossing(ring orb.Ring) (a, b orb.Point, crosses bool) {
	for i := 1; i < len(ring); i++ {
		for k := i + 2; k < len(ring); k++ {
			if cross(ring[i-1], ring[i], ring[k-1], ring[k]) {
				return ring[i-1], ring[k-1], true
			}
		}
	}
	return a, b, false
}
