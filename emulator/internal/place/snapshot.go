package place

import (
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator/internal/kernel"
	"bellwether/internal/contract/rim"
	"bellwether/internal/sim/spatial"
)

// drift is the fraction of the reach that the fastest node may move before a new snapshot
// of positions is taken. The number of candidates grows with its square, the cost of
// snapshots with its inverse.
const drift = 0.04

// rounding is a micrometre: more than the rounding errors of positions.
const rounding = 1e-6

// snapshot holds the positions of the nodes at an instant, in an index.
type snapshot struct {
	index   *spatial.Index
	points  []orb.Point
	present []bool
	takenAt int64
	goodFor int64 // nanoseconds
	stale   bool
	loose   loose // nodes that are not where the snapshot has them
	taken   int   // snapshots so far
	near    []kernel.Slot
	found   spatial.Found
}

func (s *snapshot) init(speedMPS, reachM float64, nodes int) {
	s.points = make([]orb.Point, nodes)
	s.present = make([]bool, nodes)
	s.loose.is = make([]bool, nodes)
	s.index = spatial.NewIndex(reachM * (1 + drift))
	s.stale = true
	s.goodFor = kernel.Never
	if speedMPS > 0 {
		s.goodFor = max(1, int64(reachM*drift/speedMPS*float64(time.Second))) // above 0, or time would stand still
	}
}

// renew takes a fresh snapshot.
func (f *Field) renew() {
	f.stale = true
	f.slack()
}

// Snapshots is the number of snapshots taken.
func (f *Field) Snapshots() int { return f.taken }

// slack makes the index usable for queries about the present, and returns how much
// farther a query must reach because nodes have moved since the snapshot.
func (f *Field) slack() (slackM float64) {
	now := f.k.Now()
	if f.stale || now-f.takenAt > f.goodFor {
		for i := range f.motions {
			f.points[i][0], f.points[i][1] = f.motions[i].At(now)
			f.present[i] = f.k.Present(kernel.Slot(i))
		}
		f.index.Rebuild(f.points, f.present)
		f.takenAt, f.stale = now, false
		f.loose.clear()
		f.taken++
	}
	return f.speed * float64(now-f.takenAt) / float64(time.Second) * (1 + 1e-9)
}

// Near returns the nodes that may be within a reach of a place, in no order, perhaps some
// more. Valid until the next query.
func (f *Field) Near(p orb.Point, reachM float64) []kernel.Slot {
	reachM += f.slack() + rounding
	f.near = f.index.Near(p, reachM, f.near[:0])
	f.amend(p, reachM*reachM)
	return f.near
}

// NearBeyond returns the nodes of Near, with a lower bound of each squared distance, for a
// caller that needs no exact distance of far nodes; the bounds are nil if none are known.
// Valid until the next query.
func (f *Field) NearBeyond(p orb.Point, reachM float64) (nodes []kernel.Slot, beyondM2 []float64) {
	slack := f.slack() + rounding
	if len(f.loose.nodes) > 0 {
		return f.Near(p, reachM), nil
	}
	reachM += slack
	f.index.NearWithSquares(p, reachM, &f.found)
	// A node that was at distance d is now at least at d − slack; its square is at least
	// d² − 2·slack·reach.
	most := 2 * slack * reachM
	for n := range f.found.SquaresM2 {
		f.found.SquaresM2[n] -= most
	}
	return f.found.Points, f.found.SquaresM2
}

// NearOrSure returns the nodes that may be within a range of a place, in no order: i for
// a node that certainly is, ^i for one whose exact distance is needed. Valid until the
// next query.
func (f *Field) NearOrSure(p orb.Point, rangeM float64) []kernel.Slot {
	slack := f.slack()
	f.near = f.index.NearOrSure(p, rangeM-slack-rounding, rangeM+slack+rim.WidthM+rounding, f.near[:0])
	if len(f.loose.nodes) > 0 {
		f.amend(p, rim.Square(rangeM))
	}
	return f.near
}

// PairsInSnapshot visits each pair of nodes whose distance in the plane lies in a ring, in a
// snapshot of this instant: each node with all others whose pair was not visited yet, as long
// as visit returns true.
func (f *Field) PairsInSnapshot(r spatial.Ring, visit func(i kernel.Slot, others []kernel.Slot) (goOn bool)) {
	f.renew()
	f.near = f.index.Pairs(r, f.near, visit)
}
