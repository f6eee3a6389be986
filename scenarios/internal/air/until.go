package air

import (
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// ended is a loss that loses nothing from an instant on.
type ended struct {
	radio.Loss
	at protocol.Time
}

// Lost asks the loss before the instant.
func (e ended) Lost(from, to protocol.ID, at protocol.Time) bool {
	return at < e.at && e.Loss.Lost(from, to, at)
}

// LostControl asks the loss before the instant.
func (e ended) LostControl(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	return at < e.at && radio.LostControl(e.Loss, from, to, at, squareM2)
}

// endedByRange is the same of a loss that depends on the distance.
type endedByRange struct {
	radio.RangedLoss
	at protocol.Time
}

// Lost asks the loss before the instant.
func (e endedByRange) Lost(from, to protocol.ID, at protocol.Time) bool {
	return at < e.at && e.RangedLoss.Lost(from, to, at)
}

// LostAt asks the loss before the instant.
func (e endedByRange) LostAt(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	return at < e.at && e.RangedLoss.LostAt(from, to, at, squareM2)
}

// LostControl asks the loss before the instant.
func (e endedByRange) LostControl(from, to protocol.ID, at protocol.Time, squareM2 float64) bool {
	return at < e.at && radio.LostControl(e.RangedLoss, from, to, at, squareM2)
}

// endsAt is a loss that ends, if it does.
func endsAt(l radio.Loss, until section.Duration) radio.Loss {
	if l == nil || until == 0 {
		return l
	}
	if ranged, ok := l.(radio.RangedLoss); ok {
		return endedByRange{ranged, protocol.Time(until)}
	}
	return ended{l, protocol.Time(until)}
}
