package warn

import (
	"math"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Walls warns if no obstacle stands in the world, as if its file counts from another corner, in another
// unit, or has longitude and latitude the other way round.
type Walls struct {
	File     *keys.File
	World    section.Plane
	Outlines [][][2]float64 // corners, in metres; none: there are no obstacles
}

// Beside warns if all are beside the world.
func (w Walls) Beside() {
	least, far := w.World.Least(), w.World.Far()
	all := nowhere()
	for _, outline := range w.Outlines {
		of := nowhere()
		for _, corner := range outline {
			of = of.with(corner)
			all = all.with(corner)
		}
		if of[0] <= far[0] && of[1] <= far[1] && of[2] >= least[0] && of[3] >= least[1] {
			return
		}
	}
	if len(w.Outlines) == 0 {
		return
	}
	w.File.Warn("radio.obstacles", "no obstacle stands in the world: they lie from (%.0f, %.0f) to (%.0f, %.0f), and the world from (%.0f, %.0f) to (%.0f, %.0f), in metres: another corner, unit, or order of longitude and latitude?",
		all[0], all[1], all[2], all[3], least[0], least[1], far[0], far[1])
}

// box is a rectangle: west, south, east and north.
type box [4]float64

// nowhere holds no point.
func nowhere() box { return box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)} }

// with is the least box that holds a point too.
func (b box) with(p [2]float64) box {
	return box{min(b[0], p[0]), min(b[1], p[1]), max(b[2], p[0]), max(b[3], p[1])}
}
