// Package rim says up to which distance two points are in range of each other.
//
// It assumes metres. It never decides for points that move: of them a micrometre shifts the
// instant at which they come into range, and they pass the range itself.
package rim

// WidthM, in metres, is how far beyond a range a point counts as on its rim: decimal fractions
// are rounded, so 100.1 and 350.1 are 250.00000000000003 apart. It is the last digit that
// files of places have, and 10⁴ times the rounding of a place in the largest world.
const WidthM = 1e-6

// Square returns the squared distance up to which a point is within a range, in m²: its rim
// included, and [WidthM] more. Files, grids and exact checks ask here.
func Square(rangeM float64) float64 { return float64((rangeM + WidthM) * (rangeM + WidthM)) }
