package figure

import (
	"errors"
	"fmt"
	"math"

	"bellwether/trace"
)

// An Upright is an obstacle seen from the side: its outline from above, and its bottom and top
// in metres above the ground, 0 and 0 without an end upwards.
type Upright struct {
	Outline     []Spot
	Bottom, Top float64
}

// Side returns the same instant seen from the south: places by their x coordinates and their
// altitudes, which are stretched so that they fill half of the width; the title says how much.
// The error says that no altitude is recorded.
func (m *Moment) Side(title string, obstacles []Upright) (*Map, error) {
	if !m.high {
		return nil, errors.New("the trace has no altitudes: all nodes are on the ground")
	}
	out := m.Map(title)
	across, up := nothing(), nothing()
	up.add(0)
	for i := range out.Places {
		p := &out.Places[i]
		if rise := &m.nodes[p.Node].rise; rise.Kind == trace.Altitude {
			// A rise has its altitude and climb where a move has the x coordinate and its speed.
			p.At.Y = positionAt(rise, m.At).X
		} else {
			p.At.Y = 0
		}
		across.add(p.At.X)
		up.add(p.At.Y)
	}
	for _, o := range obstacles {
		up.add(o.Top)
		for _, s := range o.Outline {
			across.add(s.X)
		}
	}
	stretch := max(math.Round((across.hi-across.lo)/2/max(up.hi, 1)), 1)
	for i := range out.Places {
		out.Places[i].At.Y *= stretch
	}
	for _, o := range obstacles {
		x := nothing()
		for _, s := range o.Outline {
			x.add(s.X)
		}
		top := o.Top
		if top == 0 {
			top = up.hi
		}
		low, high := o.Bottom*stretch, top*stretch
		out.Obstacles = append(out.Obstacles, []Spot{{x.lo, low}, {x.hi, low}, {x.hi, high}, {x.lo, high}, {x.lo, low}})
	}
	ground := max(up.hi*stretch*0.004, 0.01) // a line to stand on
	out.Obstacles = append(out.Obstacles, []Spot{{across.lo, -ground}, {across.hi, -ground}, {across.hi, 0}, {across.lo, 0}, {across.lo, -ground}})
	out.Title = fmt.Sprintf("%s, from the south", title)
	if stretch > 1 {
		out.Title += fmt.Sprintf(", altitudes × %g", stretch)
	}
	return out, nil
}
