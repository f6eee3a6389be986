package membership

import "math"

// A standing is how far an agent has come on its way into the cluster. It is on the wire as a
// number, where older agents wrote the wall clock of their start, and stop for a lower one.
type standing uint64

const (
	settled standing = 0
	opposed standing = math.MaxInt64 - 2 // new, and a call that vouches reported another
	beaten  standing = math.MaxInt64 - 1 // new, and about to stop
	fresh   standing = math.MaxInt64     // new
)

// known returns the standing as one of the four. That of an older agent is a clock: it counts
// as settled.
func (s standing) known() standing {
	if s < opposed || s > fresh {
		return settled
	}
	return s
}
