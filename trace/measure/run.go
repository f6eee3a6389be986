package measure

import (
	"math"

	"bellwether/protocol"
	"bellwether/trace"
)

// Options are which part of a run is measured, and how.
type Options struct {
	Warmup  protocol.Time // everything before is left out
	Horizon protocol.Time // everything from here on is left out; 0: what comes after the End record
	Goal    protocol.Goal // of the algorithm, for goal_instability_fraction; "" is GoalBest
	// Margin is what the scenario lets a leader keep its office with, for
	// instability_within_margin_fraction.
	Margin protocol.Margin
	// Tolerance is for badly_led_fraction. The zero Tolerance is strict: ToleranceOf gives the
	// one of a scenario.
	Tolerance Tolerance
	Medium    Medium
	Rules     bool // some nodes may not be eligible: none_eligible_fraction applies
}

// A Run is a sink that measures one run as it happens. It is one type because one record of a
// node can change its elections, its component and its detections, which read the same roster and
// the same clock. What has sums of its own is a type: elections, traffic, medium, truth, course.
type Run struct {
	options Options
	nodes   roster
	now     protocol.Time // up to which node-time is summed
	over    bool

	live, leaderless, inElection             int64 // nodes now
	liveTime, leaderlessTime, inElectionTime nodeTime
	mistakenTime                             nodeTime // of ordered pairs
	changes                                  int64    // of a node to another leader

	elections    elections
	observations []observation
	traffic      traffic
	medium       medium
	truth        truth
	course       course
	detectors    detectors
	classes      [protocol.Classes]account // above idle only
	batteries    bool                      // some node has one
	death        protocol.Time             // first battery death; -1: none
}

// NewRun begins to measure a run.
func NewRun(o Options) *Run {
	if o.Horizon <= 0 {
		o.Horizon = math.MaxInt64
	}
	return &Run{options: o, truth: truth{number: 1, mode: trace.TruthSampled}, course: course{due: o.Warmup + coursePoint}, death: -1}
}

// Wants is the kinds of records that the metrics need. Receptions, by far the most frequent
// records, are not among them.
func (r *Run) Wants() trace.Set {
	return trace.Of(trace.Boot, trace.Crash, trace.Absent, trace.Send, trace.Transmit, trace.Capability,
		trace.Truth, trace.Component, trace.Sample, trace.Electing, trace.Elected, trace.Suspect, trace.Trust, trace.Energy, trace.Spent, trace.Fault, trace.End) |
		r.options.Medium.wants()
}

// Record handles the next record.
func (r *Run) Record(rec *trace.Record) {
	switch {
	case rec.Kind == trace.End:
		r.finish(min(rec.At, r.options.Horizon))
		return
	case r.over:
		return
	case rec.At >= r.options.Horizon:
		switch {
		case rec.Kind == trace.Mute: // of a span before the horizon
			r.muted(rec)
		case rec.At > r.options.Horizon:
		case rec.Kind == trace.Energy:
			r.energy(rec)
		case rec.Kind == trace.Spent:
			r.classSpent(rec)
		}
		return
	}
	if rec.At >= r.course.due {
		r.changing(rec.At) // what is sent from here on belongs to the next point
	}
	switch rec.Kind {
	case trace.Send:
		r.detectors.seen = r.detectors.seen || rec.Class == protocol.ClassDetector
		r.budgeted(rec)
		if rec.At >= r.options.Warmup {
			r.traffic.sent(rec)
			r.course.sent++
		}
	case trace.Transmit:
		if rec.At >= r.options.Warmup {
			r.traffic.transmitted(rec)
			r.usedAir(rec)
		}
	case trace.Held:
		r.heldBack(rec)
	case trace.Mute:
		r.muted(rec)
	case trace.Lost:
		if rec.At >= r.options.Warmup {
			r.medium.befell(rec)
		}
	case trace.Capability:
		r.offered(rec)
	case trace.Truth:
		r.truth.known(rec)
	case trace.Component:
		r.told(rec)
	case trace.Sample:
		r.sampled(rec)
	case trace.Energy:
		r.energy(rec)
	case trace.Spent:
		r.classSpent(rec)
	case trace.Fault:
		if rec.Name == trace.StorageLost {
			n := r.nodes.at(rec.Node)
			n.forgotten = n.boots
		}
	default:
		r.changing(rec.At)
		r.advance(rec.At)
		r.lifecycle(rec)
	}
}

// lifecycle handles the records that change which nodes are live, know a leader, or suspect
// another.
func (r *Run) lifecycle(rec *trace.Record) {
	switch rec.Kind {
	case trace.Boot:
		n := r.nodes.at(rec.Node)
		r.stop(n)
		r.cancelDetection(n, rec.At)
		r.change(n, standing{live: true})
		n.followed = protocol.Nobody
		n.boots, n.incarnation = rec.Value, rec.Value-n.forgotten
		n.account.opened(rec.At)
		n.usage.since = rec.At
	case trace.Crash:
		if rec.Why == trace.WhyBattery {
			r.batteries = true
			if r.death < 0 {
				r.death = rec.At
			}
			if n := r.nodes.at(rec.Node); n.emptied == 0 {
				n.emptied = rec.At
			}
		}
		r.stop(r.nodes.at(rec.Node))
	case trace.Absent:
		r.stop(r.nodes.at(rec.Node))
	case trace.Electing:
		r.electing(rec)
	case trace.Elected:
		r.elected(rec)
	case trace.Suspect:
		r.suspected(rec)
	case trace.Trust:
		r.trusted(rec)
	}
}

// stop removes a node from the live ones, if it is among them.
func (r *Run) stop(n *node) {
	if !n.live {
		return
	}
	r.interrupt(n)
	r.lived(n)
	r.openDetection(n, r.now)
	n.sampled = 0 // its next incarnation was in no sample yet
	r.leave(n)
	n.lived = n.lived || r.now > r.options.Warmup
	r.change(n, standing{})
}

// change gives a node another standing.
func (r *Run) change(n *node, to standing) {
	r.tally(n.standing, -1)
	if n.part != none && n.leader != to.leader {
		c := r.touch(n.part)
		c.names(n, -1)
		n.leader = to.leader
		c.names(n, 1)
	}
	n.standing = to
	r.tally(to, 1)
}

// offered handles a Capability record.
func (r *Run) offered(rec *trace.Record) {
	n := r.nodes.at(rec.Node)
	if rec.Value == n.value {
		return
	}
	r.changing(rec.At)
	before := n.value
	n.value = rec.Value
	if n.part != none && r.truth.parts[n.part].concerns(n, before) {
		r.touch(n.part).offers(n, before)
	}
}

func (r *Run) tally(s standing, by int64) {
	if s.live {
		r.live += by
	}
	if s.leaderless() {
		r.leaderless += by
	}
	if s.electing {
		r.inElection += by
	}
}

// advance sums node-time up to an instant, by the standings since the last one.
func (r *Run) advance(to protocol.Time) {
	if from := max(r.now, r.options.Warmup); to > from {
		r.liveTime.add(r.live, to.Sub(from))
		r.leaderlessTime.add(r.leaderless, to.Sub(from))
		r.inElectionTime.add(r.inElection, to.Sub(from))
		r.mistakenTime.add(r.detectors.mistaken, to.Sub(from))
	}
	r.now = max(r.now, to)
}

// finish ends all that is measured at an instant.
func (r *Run) finish(at protocol.Time) {
	if r.over {
		return
	}
	r.closeTruth(at)
	r.over = true
	r.advance(at)
	for i := range r.nodes.nodes {
		n := &r.nodes.nodes[i]
		if n.live {
			r.lived(n)
		}
		n.lived = n.lived || n.live && r.now > r.options.Warmup
		if n.election.phase == running {
			r.giveUp(n, at)
		}
		r.complete(n)
		r.closeDetections(n, at)
	}
	for i := range r.nodes.nodes {
		r.endDeath(&r.nodes.nodes[i])
	}
}
