package omega

import (
	"fmt"
	"time"

	"bellwether/fd"
	"bellwether/protocol"
)

// The detectors that omega can use.
const (
	detectorPull = "pull"
	detectorPhi  = "phi"
	detectorSwim = "swim"
)

func params() []protocol.Param {
	return []protocol.Param{
		{Name: "detector", Type: protocol.TypeChoice, Default: detectorPull, Choices: []string{detectorPull, detectorPhi, detectorSwim},
			Doc: "the failure detector below: pull (Algorithm 5.1: every member asks every other), phi (the φ-accrual detector of Hayashibara et al., SRDS 2004) or swim (Das et al., DSN 2002: one random member is probed a period). The parameters below are those of phi and swim."},
		{Name: "threshold", Type: protocol.TypeFraction, Default: "8", Min: "0.5", Max: "100",
			Doc: "of phi: the φ from which a member is suspected; at 8 a heartbeat that late is one in 10⁸, at less than 0.31 more than half are. Default: Akka's and Cassandra's."},
		{Name: "samples", Type: protocol.TypeInteger, Default: fmt.Sprint(fd.PhiDefaults().Samples), Min: "2", Max: "10000",
			Doc: "of phi: inter-arrival times kept of each member. The paper and Akka keep 1000; at 2 s a heartbeat that is half an hour."},
		{Name: "min_deviation", Type: protocol.TypeDuration, Default: fd.PhiDefaults().MinDeviation.String(), Min: "1ms", Max: "24h",
			Doc: "of phi: least standard deviation of the inter-arrival times. Default: Akka's."},
		{Name: "acceptable_pause", Type: protocol.TypeDuration, Default: protocol.DefaultInterval, Min: "0s", Max: "24h",
			Doc: "of phi: added to the mean inter-arrival time. Default: the detection interval, so that one heartbeat may be lost; Akka allows three, the paper none."},
		{Name: "first_heartbeat", Type: protocol.TypeDuration, Default: protocol.DefaultInterval, Min: "1ms", Max: "24h",
			Doc: "of phi: inter-arrival time expected before any is known, give or take a quarter. Default: the detection interval, at which heartbeats are sent."},
		{Name: "period", Type: protocol.TypeDuration, Default: protocol.DefaultInterval, Min: "1ms", Max: "24h",
			Doc: "of swim: the protocol period T', in which a node probes one member. Default: the detection interval."},
		{Name: "indirect", Type: protocol.TypeInteger, Default: fmt.Sprint(fd.SwimDefaults().Indirect), Min: "1", Max: "64",
			Doc: "of swim: members that are asked to ping one that has not answered (k). Default: memberlist's."},
		{Name: "suspicion", Type: protocol.TypeInteger, Default: protocol.DefaultMisses, Min: "1", Max: "1000",
			Doc: "of swim: protocol periods from an unanswered ping to the verdict; 1 condemns at the end of the same period. Default: the detection misses; with so few a false suspicion may not be refuted in time, for which the paper allows 3⌈log₂(n+1)⌉."},
		{Name: "ack_wait", Type: protocol.TypeFraction, Default: fmt.Sprint(fd.SwimDefaults().AckWait), Min: "0.01", Max: "0.99",
			Doc: "of swim: share of the period that a direct answer may take before others are asked. Default 0.25: an indirect answer goes twice as long a way."},
	}
}

// settings are what all machines of a run share.
type settings struct {
	detection protocol.Detection
	detector  string
	phi       fd.PhiOptions
	swim      fd.SwimOptions
}

func newSettings(c protocol.Config) settings {
	return settings{
		detection: c.Detection,
		detector:  c.Values.Choice("detector"),
		phi: fd.PhiOptions{
			Timer:        timerDetector,
			Interval:     c.Detection.Interval,
			Threshold:    c.Values.Fraction("threshold"),
			Samples:      c.Values.Int("samples"),
			MinDeviation: c.Values.Duration("min_deviation"),
			Pause:        c.Values.Duration("acceptable_pause"),
			First:        c.Values.Duration("first_heartbeat"),
			Cap:          fd.Worst(c.Detection) - c.Detection.Interval, // as patient as pull at most
		},
		swim: fd.SwimOptions{
			Timer:     timerDetector,
			Period:    c.Values.Duration("period"),
			AckWait:   c.Values.Fraction("ack_wait"),
			Indirect:  c.Values.Int("indirect"),
			Suspicion: c.Values.Int("suspicion"),
		},
	}
}

// detect returns a node's detector.
func (s *settings) detect(env *protocol.Env) fd.Detector {
	switch s.detector {
	case detectorPhi:
		o := s.phi
		o.Self = env.Self()
		return fd.NewPhi(o)
	case detectorSwim:
		o := s.swim
		o.Self = env.Self()
		return fd.NewSwim(o)
	}
	return fd.New(fd.Options{
		Self:     env.Self(),
		Timer:    timerDetector,
		Interval: s.detection.Interval,
		Misses:   s.detection.Misses,
		First:    env.Rand().Uint32(),
	})
}

// settleBound is derived in the package comment.
func settleBound(scale protocol.Scale, c protocol.Config) time.Duration {
	s := newSettings(c)
	route := time.Duration(scale.Diameter) * scale.Hop
	switch s.detector {
	case detectorPhi:
		return s.phi.Worst() + 2*route + scale.Neighbour
	case detectorSwim:
		n := scale.Roster
		return s.swim.Worst(n) + time.Duration(n+3)*route + scale.Neighbour
	}
	return fd.Worst(c.Detection) + c.Detection.Interval + 2*route + scale.Neighbour
}

// Mistakes says how often the pull detector suspects wrongly a member whose answers all take a
// time, in a run of some length: once for each step by which its time-out may grow, and then
// once whenever it tries a shorter one (see package fd, "the cap"). The others do not wait
// longer for an answer than they are told to.
func (s *settings) Mistakes(roundTrip, run time.Duration) (most int, promised bool) {
	limit, round := fd.Worst(s.detection)-s.detection.Interval, s.detection.Interval
	if s.detector != detectorPull || roundTrip+round > limit {
		return 0, false
	}
	steps := int((limit - s.detection.Timeout() + round - 1) / round)
	return steps + 2 + int(run/round)/fd.Defaults().Calm, true
}
