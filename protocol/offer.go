package protocol

import "math"

// The scale of a capability that is weighed from assets, the same in a scenario
// and on a real machine.
const (
	ValueScale   = 1000 // the Value of one asset of weight 1 that could not be better
	ValueQuantum = 10   // changes below it are nobody's business
	DegreeLimit  = 16   // neighbours beyond it add nothing
)

// MaxValue bounds the Value of a capability: times 1000, with a hysteresis of 10
// on top, it stays within 63 bits, with room.
const MaxValue int64 = 1_000_000_000_000

// An Asset is something that makes a node a good leader.
type Asset struct {
	Weight float64 // in [0, 1]
	Share  float64 // in [0, 1]: how much of the best there can be this node has
}

// Offer is the Value of a capability: the sum of weight × share of all assets,
// times [ValueScale], rounded, then cut down to a multiple of [ValueQuantum]. The
// products are guarded, so that it is the same on every processor.
func Offer(assets ...Asset) int64 {
	var sum float64
	for _, a := range assets {
		sum += float64(a.Weight * a.Share)
	}
	return int64(math.Round(ValueScale*sum)) / ValueQuantum * ValueQuantum
}

// Connectivity is the share of a node with that many neighbours, smoothed or not.
func Connectivity(degree float64) float64 { return min(degree, DegreeLimit) / DegreeLimit }

// degreeSmoothing is the part of each second's degree in the smoothed one: a
// time constant of 10 s.
const degreeSmoothing = 0.1

// SmoothDegree is the smoothed degree one second after it was smoothed, for a
// node that now has that many neighbours.
func SmoothDegree(smoothed float64, now int) float64 {
	return smoothed + float64(degreeSmoothing*(float64(now)-smoothed))
}
