package thread

import "bellwether/protocol"

// An order says which of two partitions is better.
type order string

const (
	weightFirst  order = "weight-first"
	severalFirst order = "several-first"
)

// better reports whether partition a is better than b, so that members of b go over to it.
func (o order) better(a, b Partition) bool {
	if o == severalFirst && a.Several != b.Several {
		return a.Several
	}
	if a.Weight != b.Weight {
		return a.Weight > b.Weight
	}
	if a.Several != b.Several {
		return a.Several
	}
	return a.ID > b.ID
}

// newer reports whether an ID sequence is newer than another; it may have begun anew.
func newer(a, b uint32) bool { return int32(a-b) > 0 }

// A weighing says what a node's capability is worth as a leader weight.
type weighing string

const (
	byPower weighing = "power"
	equal   weighing = "equal"
	byValue weighing = "value"
)

// The parts of a leader weight, of OpenThread's DeviceProperties.
const (
	baseWeight       = 64
	borderRouter     = 1
	battery          = -8
	externalUnstable = -4
	external         = 0
	externalStable   = 4
)

// best is the greatest capability that the weights of a scenario can give.
const best = 1000

// weight is the leader weight of a node.
func (s *settings) weight(of protocol.Capability) uint8 {
	switch s.weights {
	case equal:
		return baseWeight
	case byValue:
		return uint8(min(max(of.Value, 0)*255/best, 255))
	}
	weight := baseWeight
	switch {
	case of.Value < best/4:
		weight += battery
	case of.Value < best/2:
		weight += externalUnstable
	case of.Value < best*3/4:
		weight += external
	default:
		weight += externalStable
	}
	if of.Value >= s.border {
		weight += borderRouter
	}
	return uint8(weight)
}
