package tanist

import (
	"math"
	"time"

	"bellwether/protocol"
)

// settings are shared by the machines of a world. I is the detection interval.
type settings struct {
	interval     time.Duration // I, between beacons
	late         time.Duration // silence after which neighbours are asked
	wait         time.Duration // for their answers
	timeout      time.Duration // after which a leader counts as lost where no hellos are missed
	dead         time.Duration // after which it does at the latest, and a sign of life no longer counts
	overdueAfter time.Duration // silence after which a follower believes that its leader is lost, if others do
	period       time.Duration // between two signs of life, and so between two bids
	pulls        uint8
	confirm      uint8
	copies       uint8
	jitter       time.Duration
	ride         bool          // beacons ride on hellos, where there are any
	contestFor   time.Duration // from the best claim until its author leads
	margin       protocol.Margin
	patience     time.Duration // of a leader whose heir is ahead by fullLead
}

const (
	// leastPatience, in intervals: an heir bids each interval, and one bid proves nothing.
	leastPatience = 5
	// fullLead is the lead, in thousandths of the leader's value, from which on an heir need
	// wait no longer than patience: 5 %, the standard of badly_led_fraction.
	fullLead = 50
	// leastWeight: a smaller lead counts in proportion, but a fifth at least, so that the best
	// node leads at last and the settle bound has an end.
	leastWeight = 5
	// byMarginAlone, as patience, is for ever: it leaves every leader within the margin in office.
	byMarginAlone = 24 * time.Hour
	// longestBackoff is the longest wait before a claim: see backoff.
	longestBackoff = 820 * time.Millisecond
	// longestWait bounds the wait for answers where beacons are rare: 250 ms are ten frames of
	// each of a dozen neighbours on the slowest of our radios but LoRa.
	longestWait = 250 * time.Millisecond
	// doubt is the chance that a round of pulls is taken for silence though a neighbour knows the leader, after all
	// rounds: one in a hundred, as two rounds have at a loss of 5 %.
	doubt = 0.01
	// mostPulls bounds the rounds where links are lossy: one neighbour of which half the hellos are heard is
	// missed eight times in a row once in ten times; who waits longer is badly led meanwhile.
	mostPulls = 8
	// leastHellos: a share of fewer hellos says nothing.
	leastHellos = 3
)

func resolve(c protocol.Config) *settings {
	v := c.Values
	s := &settings{
		interval: c.Detection.Interval, margin: c.Hysteresis,
		pulls: uint8(v.Int("pulls")), confirm: uint8(v.Int("confirm")), copies: uint8(v.Int("copies")),
		jitter: min(v.Duration("jitter"), c.Detection.Interval/4), contestFor: v.Duration("contest"),
		patience: max(v.Duration("patience"), leastPatience*c.Detection.Interval),
		late:     time.Duration(float64(c.Detection.Interval) * v.Fraction("late")),
	}
	if s.patience >= byMarginAlone {
		s.patience = math.MaxInt64
	}
	s.wait = min(s.interval/8, longestWait) + 2*s.jitter
	s.timeout = max(s.late+s.asking(s.pulls), c.Detection.Timeout())
	s.dead = max(s.timeout, s.late+s.asking(max(s.pulls, mostPulls)))
	s.overdueAfter, s.period = s.interval+s.interval/16, s.interval
	s.ride = v.Choice("ride") == rideHellos
	return s
}

// asking is how long rounds of pulls take at most, and the wait before them.
func (s *settings) asking(rounds uint8) time.Duration {
	return time.Duration(rounds+1) * s.wait * 3 / 2
}

// settleBound is the bound that the package comment derives.
func settleBound(scale protocol.Scale, c protocol.Config) time.Duration {
	s := resolve(c)
	flood := time.Duration(scale.Diameter+1) * (scale.Hop + s.jitter)
	if s.ride && scale.Neighbour > 0 {
		s = s.riding(scale.Neighbour / 2) // a neighbour is forgotten after an interval at least, and noticed in another
		flood += time.Duration(scale.Diameter+1) * hopOf(scale.Neighbour/2)
	}
	bound := 2*(s.dead+longestBackoff+s.contestFor) + 6*s.period + 8*flood
	if s.margin != (protocol.Margin{}) && s.patience < byMarginAlone {
		bound += leastWeight*s.patience + s.interval
	}
	return bound
}
