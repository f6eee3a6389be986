// Package capability weighs what makes a node a good leader into the value of a capability,
// alike in a scenario and on a real machine. It knows no algorithm, and never measures
// anything: what a node may know of itself is its driver's to say. Shares are of the best
// there can be, 0 to 1.
package capability

import (
	"math"
	"math/big"
	"time"
)

// The scale of a capability that is weighed from assets, the same in a scenario
// and on a real machine.
const (
	ValueScale   = 1000 // the Value of one asset of weight 1 that could not be better
	ValueQuantum = 10   // changes below it are not announced
	degreeLimit  = 16   // neighbours beyond it add nothing
)

// An Asset is something that makes a node a good leader. What its share is, and
// what a node may know of it, is its driver's to say: package emulator and package
// internal/live/sensors do.
type Asset struct {
	Weight float64 // in [0, 1]
	Share  float64 // in [0, 1]: how much of the best there can be this node has
}

// Value is that of a capability: the sum of weight × share of all assets,
// times [ValueScale], rounded, then cut down to a multiple of [ValueQuantum]. The
// products are guarded, so that it is the same on every processor.
func Value(assets ...Asset) int64 {
	var sum float64
	for _, a := range assets {
		sum += float64(a.Weight * a.Share)
	}
	return int64(math.Round(ValueScale*sum)) / ValueQuantum * ValueQuantum
}

// Connectivity is the share of a node with that many neighbours, smoothed or not.
func Connectivity(degree float64) float64 { return min(degree, degreeLimit) / degreeLimit }

// smoothing is the part of each second's reading in a smoothed one: a time
// constant of 10 s.
const smoothing = 0.1

// Smooth is what a smoothed quantity is one second after it was smoothed, if it
// reads so now: what changes in jumps, as a degree or a speed does, would unseat
// leaders in jumps.
func Smooth(smoothed, now float64) float64 {
	return smoothed + float64(smoothing*(now-smoothed))
}

// UptimeHalf is the uptime of share ½, unless someone says otherwise.
const UptimeHalf = time.Hour

// Uptime is the share of a node that has been up for so long: up/(up + half), the
// chance that it stays up for another half, if lifetimes are Pareto with shape 1
// (measured: 1.1; Wang, Yao and Loguinov, Residual-Based Estimation of Peer and
// Link Lifetimes in P2P Networks, IEEE/ACM Transactions on Networking 17(3), 2009).
// It grows ever more slowly, and of two nodes the one longer up has the greater. A
// half of 0 or less is [UptimeHalf].
func Uptime(up, half time.Duration) float64 {
	if half <= 0 {
		half = UptimeHalf
	}
	up = max(up, 0)
	both := uint64(up) + uint64(half)
	if both <= exact {
		return float64(up) / float64(both)
	}
	share, _ := new(big.Rat).SetFrac(new(big.Int).SetUint64(uint64(up)), new(big.Int).SetUint64(both)).Float64()
	return share
}

// exact bounds the whole numbers that all are float64s: 104 days of nanoseconds. Beyond it a sum is
// rounded, and a longer uptime could have a smaller share.
const exact = 1 << 53

// Stillness is the share of a node at that speed, smoothed or not, where none is
// worth anything at the speed limit or above: 1 − speed/limit. Units cancel.
func Stillness(speed, limit float64) float64 {
	if limit <= 0 {
		return 1 // nobody moves
	}
	return 1 - min(speed/limit, 1)
}

// Closeness is the share of a node that is so many hops in all from the others of
// its component, each by the shortest way: others/hops, the inverse of its mean
// distance (Freeman, Centrality in Social Networks: Conceptual Clarification, Social
// Networks 1, 1979; VKT04's value, after battery, is the "minimum average distance
// to other nodes"). 1: it hears all of them; 0: it is alone.
func Closeness(others, hops int) float64 {
	if hops <= 0 {
		return 0
	}
	return float64(others) / float64(hops)
}
