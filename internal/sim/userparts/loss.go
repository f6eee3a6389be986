package userparts

import (
	"bellwether/internal/base/crash"
	"bellwether/protocol"
	"bellwether/radio"
)

// A fading is the program's own loss.
type fading struct {
	radio.Loss
	whose string
}

// Lost asks the loss.
func (f fading) Lost(from, to protocol.ID, at protocol.Time) bool {
	defer crash.In(f.whose)
	return f.Loss.Lost(from, to, at)
}

// LostControl asks the loss.
func (f fading) LostControl(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	defer crash.In(f.whose)
	return radio.LostControl(f.Loss, from, to, at, squareM2)
}

// A farFading is the program's own loss that goes by distance.
type farFading struct {
	fading
	ranged radio.RangedLoss
}

// LostAt asks the loss.
func (f farFading) LostAt(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	defer crash.In(f.whose)
	return f.ranged.LostAt(from, to, at, squareM2)
}
