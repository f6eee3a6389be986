package geo

import (
	"fmt"
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/text"
)

const (
	// mapM is the edge of a map on the web, EPSG:3857, in metres from its middle.
	mapM = 20037509

	// tropicM is how far north or south a place is on it where it is stretched by 0.3 %, as places of a
	// campus or of a city with an origin of their own hardly ever are.
	tropicM = 500e3
)

// DoubtMap says what metres of a map perhaps are, with the advice that reads them as Mercator's; ""
// of places near their origin. Grids in zones, as UTM, are right as they are.
func DoubtMap(place orb.Point, advice string) string {
	if math.Abs(place[1]) < tropicM || math.Abs(place[0]) > mapM || math.Abs(place[1]) > mapM {
		return ""
	}
	_, lat := text.Mercator(place[0], place[1])
	shrink := math.Cos(lat * math.Pi / 180)
	return fmt.Sprintf("places like %.0f, %.0f are metres of a map: those of UTM and of national grids are right as they are; those of Web Mercator (EPSG:3857) are %.3g times too far apart at this latitude, and %s",
		place[0], place[1], 1/shrink, fmt.Sprintf(advice, shrink))
}
