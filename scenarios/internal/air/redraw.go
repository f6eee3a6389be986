package air

import (
	"bellwether/protocol"
	"bellwether/radio"
)

// redrawn is a loss up to an instant, and another from then on.
type redrawn struct {
	before, after radio.Loss
	at            protocol.Time
}

// Lost asks the loss of the instant.
func (r redrawn) Lost(from, to protocol.ID, at protocol.Time) bool {
	if at < r.at {
		return r.before.Lost(from, to, at)
	}
	return r.after.Lost(from, to, at)
}

// LostControl asks the loss of the instant.
func (r redrawn) LostControl(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	if at < r.at {
		return radio.LostControl(r.before, from, to, at, squareM2)
	}
	return radio.LostControl(r.after, from, to, at, squareM2)
}

// redrawnByRange is the same of losses that depend on the distance.
type redrawnByRange struct {
	redrawn
	earlier, later radio.RangedLoss
}

// LostAt asks the loss of the instant.
func (r redrawnByRange) LostAt(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	if at < r.at {
		return r.earlier.LostAt(from, to, at, squareM2)
	}
	return r.later.LostAt(from, to, at, squareM2)
}
