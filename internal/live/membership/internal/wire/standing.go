package wire

import "math"

// A Standing is how far an agent has come on its way into the cluster. It is on the wire as a
// number, where older agents wrote the wall clock of their start, and stop for a lower one.
type Standing uint64

const (
	Settled    Standing = 0
	Challenged Standing = math.MaxInt64 - 2 // new, and a call that vouches reported another
	Losing     Standing = math.MaxInt64 - 1 // new, and about to stop
	Fresh      Standing = math.MaxInt64     // new
)

// Known returns the standing as one of the four. That of an older agent is a clock: it counts
// as settled.
func (s Standing) Known() Standing {
	if s < Challenged || s > Fresh {
		return Settled
	}
	return s
}
