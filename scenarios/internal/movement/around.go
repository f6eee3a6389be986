package movement

import (
	"bellwether/mobility"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"

	"github.com/paulmach/orb"
)

// Towns keeps the obstacles that nodes walk around, since their ways take time to compute. The
// zero value is empty.
type Towns struct{ made []town }

// town is the obstacles of an area, to nodes up to an altitude.
type town struct {
	area mobility.Area
	topM float64
	*mobility.Obstacles
}

// waypoint makes random waypoint, perhaps around obstacles.
func (w *Ways) waypoint(m section.Moving) (mobility.Model, error) {
	o := m.Waypoint(m.Area(w.World))
	if m.Obstacles == section.ObstaclesAvoid {
		var err error
		if o.Around, err = w.around(m); err != nil {
			return nil, err
		}
	}
	return mobility.NewWaypoint(o)
}

// around returns the obstacles that nodes walk around; nil if all are above them.
func (w *Ways) around(m section.Moving) (*mobility.Obstacles, error) {
	of := town{area: m.Area(w.World), topM: m.Altitude.Max}
	for _, made := range w.Towns.made {
		if made.area == of.area && made.topM == of.topM {
			return made.Obstacles, nil
		}
	}
	rings := outlines(w.Obstacles, of.topM)
	if len(rings) == 0 {
		return nil, nil
	}
	var err error
	if of.Obstacles, err = mobility.NewObstacles(of.area, rings); err != nil {
		return nil, err
	}
	w.Towns.made = append(w.Towns.made, of)
	return of.Obstacles, nil
}

// outlines returns what is in the way of nodes up to an altitude, in metres: an obstacle that
// begins there or above is not.
func outlines(list []radio.Obstacle, topM float64) (out []orb.Polygon) {
	for _, one := range list {
		if one.BottomM == 0 || one.BottomM < topM {
			out = append(out, one.Outline)
		}
	}
	return out
}

// Shares returns which share of the area of a way to move obstacles leave open, and which
// share nodes reach; 0 and 0 if they do not walk around obstacles.
func (w *Ways) Shares(m section.Moving) (open, reached float64) {
	if m.Model != section.MobilityWaypoint || m.Obstacles != section.ObstaclesAvoid {
		return 0, 0
	}
	of, err := w.around(m)
	if err != nil || of == nil { // a fault is told elsewhere
		return 0, 0
	}
	return of.Shares()
}

// around refuses to walk around obstacles where there are none, or by a model that cannot.
func (c *Check) around(m section.Moving) {
	path := m.Path + ".obstacles"
	if m.Obstacles != section.ObstaclesAvoid || !c.File.Sound(path, m.Path+".model") {
		return
	}
	switch {
	case c.Radio.Placeless():
		c.File.Fault(path, "nodes have no places with radio model %s, and no obstacles", c.Radio.Model)
	case m.Model != section.MobilityWaypoint:
		c.File.Fault(path, "only random-waypoint goes around obstacles, and the model is %s: roads keep nodes out of buildings too (model road-map)", m.Model)
	case c.Radio.FromTable() || !c.Radio.Powered():
		c.File.Fault(path, "radio model %s has no obstacles: write radio: {model: log-distance, obstacles: town.geojson}", c.Radio.Model)
	case c.Radio.Obstacles == "" && c.File.Sound("radio.obstacles"):
		c.File.Fault(path, "there are no obstacles: write radio: {obstacles: town.geojson}, the outlines of buildings as polygons")
	}
}
