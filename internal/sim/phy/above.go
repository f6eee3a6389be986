package phy

import "bellwether/radio"

// highest is the least loss of a path that depends on altitudes: that between two nodes as
// high as any.
type highest struct {
	radio.PathLossAbove
	altitudeM float64
}

// LossDB returns it.
func (h highest) LossDB(distanceM float64) float64 {
	return h.LossAboveDB(radio.Above{DistanceM: distanceM, FromM: h.altitudeM, ToM: h.altitudeM})
}

// CheckAltitude reports whether the channel may have nodes as high as this, in metres, and the
// altitude for which it is made.
func (c *Channel) CheckAltitude(altitudeM float64) (highestM float64, ok bool) {
	if h, is := c.path.(highest); is {
		return h.altitudeM, altitudeM <= h.altitudeM
	}
	_, needs := c.path.(radio.PathLossAbove)
	return 0, !needs || altitudeM == 0
}
