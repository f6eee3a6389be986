package warn

import (
	"math"

	"bellwether/mobility"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Range warns if every node is certain to be within the range of every other, at all times
// and in each run. Fades and losses of single frames are left out.
type Range struct {
	File    *keys.File
	Path    string  // the key that sets how far the radio reaches
	ReachM  float64 // of every link; 0 if it is not known
	Of      string  // the link that it is of
	World   section.Plane
	Heights mobility.Altitudes
}

// Whole warns if the range covers the whole world.
func (r Range) Whole() {
	climb := r.Heights.MaxM - r.Heights.MinM
	diagonal, how := math.Hypot(math.Hypot(r.World.Width, r.World.Height), climb), ""
	if climb > 0 {
		how = ", altitudes included"
	}
	if r.ReachM >= diagonal {
		r.File.Warn(r.Path, "covers the whole world: %v m%s reaches across its diagonal of %.0f m%s, so every node hears every other",
			metres(r.ReachM), r.Of, diagonal, how)
	}
}

// metres rounds a computed range to centimetres for a message.
func metres(m float64) float64 { return math.Round(m*100) / 100 }
