package mobility

import (
	"errors"
	"fmt"

	"bellwether/internal/base/errs"
)

// ManhattanOptions describe the Manhattan model of F. Bai, N. Sadagopan and
// A. Helmy, "IMPORTANT: A Framework to Systematically Analyze the Impact of
// Mobility on Performance of Routing Protocols for Adhoc Networks", INFOCOM
// 2003: nodes drive in the lanes of a regular grid of streets, on the right, and
// turn at crossings.
type ManhattanOptions struct {
	// World is the area of the streets; the outermost ones run along its borders.
	World Area

	// BlocksX and BlocksY are the numbers of blocks along each axis, from 1;
	// there is one street more. BonnMotion: 10 and 10.
	BlocksX, BlocksY int

	// Lanes is the number of lanes in each direction, from 1, and LaneWidth the width of
	// each, in metres. 3GPP TR 36.885, urban grid: 2, of 3.5 m.
	Lanes     int
	LaneWidth float64

	// TurnLeft and TurnRight are probabilities at a crossing; else a node goes
	// straight on. Where a way is missing, the others share its probability in
	// proportion. Bai et al. and 3GPP: 0.25 each.
	TurnLeft, TurnRight float64

	// SpeedMin and SpeedMax bound the speed, in m/s, from 1 mm/s. It is drawn uniformly
	// for each block.
	SpeedMin, SpeedMax float64
}

// maxBlocks bounds the streets along one axis.
const maxBlocks = 1 << 16

// Validate reports every fault of the options.
func (o ManhattanOptions) Validate() error {
	faults := []error{errs.In("world", o.World.Validate()), o.speed().validate(), errs.In("lane width", validMetres(o.LaneWidth))}
	for _, n := range []struct {
		name  string
		value int
	}{{"blocks along x", o.BlocksX}, {"blocks along y", o.BlocksY}, {"lanes", o.Lanes}} {
		if n.value < 1 || n.value > maxBlocks {
			faults = append(faults, fmt.Errorf("%s: must be from 1 to %d, got %d", n.name, maxBlocks, n.value))
		}
	}
	if !(o.TurnLeft >= 0 && o.TurnRight >= 0 && o.TurnLeft+o.TurnRight <= 1) {
		faults = append(faults, fmt.Errorf("turn: probabilities must not be negative nor add up to more than 1, got %g left and %g right", o.TurnLeft, o.TurnRight))
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	m := &manhattan{options: o}
	if block, street := min(m.block(0), m.block(1)), float64(2*o.Lanes)*o.LaneWidth; block < street+minSide {
		return fmt.Errorf("blocks: a street of %d lanes is %g m wide, but a block is only %.4g m long", 2*o.Lanes, street, block)
	}
	return nil
}

func (o ManhattanOptions) speed() speeds { return speeds{o.SpeedMin, o.SpeedMax} }

// manhattan is the model of streets in a grid.
type manhattan struct{ options ManhattanOptions }

// NewManhattan returns the model with the given options.
func NewManhattan(o ManhattanOptions) (Model, error) {
	if err := o.Validate(); err != nil {
		return nil, errs.Mobility.Errorf("manhattan: %w", err)
	}
	return &manhattan{o}, nil
}

// MaxSpeed returns SpeedMax, raised by what rounding arrivals to whole nanoseconds can
// add.
func (m *manhattan) MaxSpeed() float64 { return m.options.speed().bound() }

// Streets returns the middles of streets, in metres: the x of those along y, and the y of
// those along x.
func (m *manhattan) Streets() (x, y []float64) {
	for i := range m.options.BlocksX + 1 {
		x = append(x, m.street(0, i))
	}
	for i := range m.options.BlocksY + 1 {
		y = append(y, m.street(1, i))
	}
	return x, y
}

// blocks returns the number of blocks along an axis.
func (m *manhattan) blocks(axis int) int { return [2]int{m.options.BlocksX, m.options.BlocksY}[axis] }

// half returns half the width of a street, in metres.
func (m *manhattan) half() float64 { return float64(float64(m.options.Lanes) * m.options.LaneWidth) }

// block returns the length of a block along an axis, from the middle of a street to
// that of the next, in metres.
func (m *manhattan) block(axis int) float64 {
	side := [2]float64{m.options.World.Width, m.options.World.Height}[axis]
	return (side - 2*m.half()) / float64(m.blocks(axis))
}

// street returns where the middle of street i = 0, 1, … crosses an axis, in metres.
func (m *manhattan) street(axis, i int) float64 {
	return m.options.World.Origin[axis] + m.half() + float64(m.block(axis)*float64(i))
}

// A course is one of the four directions along the streets: the number of quarter turns
// to the left from east.
type course uint8

const (
	east course = iota
	north
	west
	south
)

// axis returns 0 for courses along x, 1 for those along y.
func (c course) axis() int { return int(c & 1) }

// sign returns 1 for courses along which the coordinate rises, else -1.
func (c course) sign() int { return 1 - int(c&2) }

// left returns the course after a turn to the left, and right that after one to the right.
func (c course) left() course  { return (c + 1) % 4 }
func (c course) right() course { return (c + 3) % 4 }

// lane returns where lane k of a course along street i runs, in metres on the other
// axis. Vehicles keep to the right: eastbound ones south of the middle,
// northbound ones east of it.
func (m *manhattan) lane(c course, i, k int) float64 {
	aside := float64((float64(k) + 0.5) * m.options.LaneWidth)
	if c == east || c == south {
		aside = -aside
	}
	return m.street(1-c.axis(), i) + aside
}
