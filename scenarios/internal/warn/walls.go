package warn

import (
	"fmt"

	"github.com/paulmach/orb"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Walls warns if no obstacle stands in the world, as if its file counts from another corner, in another
// unit, or has longitude and latitude the other way round.
type Walls struct {
	File  *keys.File
	World section.Plane
	Rings []orb.Ring // in metres; none: there are no obstacles
}

// Beside warns if all are beside the world.
func (w Walls) Beside() {
	if len(w.Rings) == 0 {
		return
	}
	world := orb.Bound{Min: w.World.Least(), Max: w.World.Far()}
	all := w.Rings[0].Bound()
	for _, ring := range w.Rings {
		of := ring.Bound()
		if of.Intersects(world) {
			return
		}
		all = all.Union(of)
	}
	w.File.Warn("radio.obstacles", "no obstacle stands in the world: they lie from %s to %s, and the world from %s to %s, in metres: another corner, unit, or order of longitude and latitude?",
		shown(all.Min), shown(all.Max), shown(world.Min), shown(world.Max))
}

// shown is a place in a message.
func shown(p orb.Point) string { return fmt.Sprintf("(%.0f, %.0f)", p[0], p[1]) }
