package overlay

import (
	"math/bits"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// RingRepair is the time after the last fault within which the ring of a roster is whole,
// in each component. The first worst time-out W of the detector passes until a node notices
// that its successor is gone; with each further one the number of skipped members doubles.
// The phases of the first pull and of the last are an interval I each: W·(1 + ⌈log₂
// roster⌉) + 2I.
func RingRepair(roster int, d protocol.Detection) time.Duration {
	doublings := time.Duration(bits.Len(uint(max(roster-1, 0))))
	return (1+doublings)*fd.Worst(d) + 2*d.Interval
}

// HopParam is the parameter from which ring algorithms derive how long a lap takes.
func HopParam() protocol.Param {
	return protocol.Param{
		Name: "t_hop", Type: protocol.TypeDuration, Default: "50ms", Min: "1ms", Max: "10s", Load: func(members int) int { return members },
		Doc: "time of a message to the successor, over several radio hops; a lap is the roster's size times this",
	}
}

// Pass sends a ring algorithm's message, on its hop of this number, to the successor. It
// drops a message that has gone round, so no token circulates for ever.
func Pass(env *protocol.Env, message protocol.Message, hop uint16) {
	if int(hop) > len(env.Members()) {
		return
	}
	for _, successor := range env.Neighbours() {
		env.Send(successor, message)
	}
}
