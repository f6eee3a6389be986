package scenarios

import (
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// A Warning is about a value that is valid, but may not mean what its author thinks.
type Warning struct {
	Place   strictyaml.Place // of what it is about: File, Line and Column from 1, or as text
	Path    string
	Message string // with the number that made it
}

// String returns place, path and message; the path is left out where the place is its flag.
func (w Warning) String() string {
	return w.Place.Of(w.Path) + ": " + w.Message
}

// Warnings are those that Load found, in the order of the table in the package comment.
func (s *Scenario) Warnings() []Warning { return s.warnings }

// Thresholds of the warnings.
const (
	secondsOfBattery = 60  // a battery that idling empties within this many seconds
	fewSamples       = 10  // fewer drawn instants than this in the measured time
	fewPairs         = 0.5 // fewer expected pairs of nodes in range than this
	fewRuns          = 2   // an interval needs so many
	electionBytes    = 64  // no message of an election is longer (VKT04's are 21 to 33)
)

func (r *reader) warn() {
	r.warnOfBatteries()
	r.warnOfRange()
	r.warnOfRecording()
	r.warnOfNotes()
	r.warnOfContacts()
	r.warnOfMeeting()
	r.warnOfHellos()
	r.warnOfBursts()
	r.warnOfAirtime()
	r.warnOfAccess()
	r.warnOfDuty()
	r.warnOfSpeed()
	r.warnOfTimes()
	r.warnOfRows()
	for _, e := range r.s.Algorithms {
		r.warnOfChildTimeout(e)
	}
	r.warnOfCapability()
	r.warnOfInterventions()
	for i, f := range r.s.Faults {
		path := section.Item("faults", i)
		if f.At >= r.s.Duration {
			r.Warn(path, "never strikes: it comes at %v, the run ends at %v", f.At, r.s.Duration)
		}
		if f.Jam.Given() && f.Jam.Outside(r.s.World) {
			r.Warn(path+".jam", "strikes no node: it lies outside the world of %v m by %v m", r.s.World.Width, r.s.World.Height)
		}
		for _, one := range f.Given() {
			if one.Kind == emulator.FaultRecharge && r.s.Energy.Profile == section.ProfileNone {
				r.Warn(path, "recharges nothing: energy profile none has no batteries")
			}
			if one.Kind == emulator.FaultDrain && r.s.Energy.Profile == section.ProfileNone {
				r.Warn(path, "drains nothing: energy profile none has no batteries")
			}
			if one.On.Region.Given() && one.On.Region.Outside(r.s.World) {
				r.Warn(path+"."+one.TargetsKey(), "strikes no node: it lies outside the world of %v m by %v m",
					r.s.World.Width, r.s.World.Height)
			}
			if one.On.Kind == "leader" {
				r.Warn(path, "strikes the node that each algorithm itself elected, so the algorithms do not meet the same faults; best is the same node for all")
			}
		}
	}
	r.warnOfAntennas()
	if f := r.s.Radio.Fading; f.Doppler > 0 && r.Given("radio.fading.slot") {
		r.Warn("radio.fading.slot", "has no effect, since radio.fading.doppler is %v Hz: fades change gradually", f.Doppler)
	}
	for _, u := range r.Unused(r.s) {
		r.Warn(u.Path, "has no effect, since %s", u.Because)
	}
}

func (r *reader) warnOfBatteries() {
	s := r.s
	profile, _ := energy.ProfileByName(s.Energy.Profile)
	if s.Energy.Profile == section.ProfileNone {
		r.warnOfFormerBatteries()
		return
	}
	if profile.IdleW <= 0 {
		return
	}
	r.warnOfMotors(profile.IdleW)
	battery, by := s.Energy.Battery, ""
	if battery.Model != section.BatteryLinear {
		by = ", by model " + battery.Model
	}
	if lasts := battery.Lasts(battery.Min, profile); lasts < secondsOfBattery {
		r.Warn("energy.battery", "the smallest battery, %v J, is empty after %.1f s of idling at %v W%s",
			battery.Min, lasts, profile.IdleW, by)
	}
	if lasts := battery.Lasts(battery.Max, profile); lasts <= s.Warmup.Std().Seconds() && s.Energy.Sun.Peak == 0 {
		r.Warn("energy.battery", "all are empty before anything is measured: the largest battery, %v J, lasts %.1f s of idling at %v W%s, the warm-up is %v",
			battery.Max, lasts, profile.IdleW, by, s.Warmup)
	}
}

// lastedUnasked is how long the smallest default battery of files of form 1 lasted: 300 J at
// the 0.819 W of an idle wifi-ns3.
const lastedUnasked = Duration(366 * time.Second)

// warnOfFormerBatteries warns about files of form 1 without an energy section, if their
// former default batteries changed the results. That default is not kept: files did not ask
// for it, and it ended every long run with empty batteries.
func (r *reader) warnOfFormerBatteries() {
	s := r.s
	if !r.Before(2) || r.Given("energy") || s.Radio.Model == section.RadioGraph ||
		len(s.Capability.Values) > 0 && s.Duration <= lastedUnasked {
		return
	}
	r.Warn("energy", "no node has a battery, because the file has no energy section; before schema 2 nodes had 300 to 1200 J of wifi-ns3 by default: "+
		"to keep them write energy: {battery: {min: 300, max: 1200}}, to have none write schema: %d", Form)
}

func (r *reader) warnOfSpeed() {
	s := r.s
	if s.placeless() {
		return
	}
	reach := s.rangeM()
	for _, m := range s.movings() {
		r.warnOfMoving(m)
	}
	fastest := s.movement.MaxSpeed()
	if s.Neighbours.Service != section.ServiceHello {
		return
	}
	if apart := 2 * fastest * s.Neighbours.Interval.Std().Seconds(); apart > reach {
		r.Warn("neighbours.interval", "is coarse: two nodes can move %.0f m apart between hellos, the range is %v m",
			apart, metres(reach))
	}
}

func (r *reader) warnOfTimes() {
	s := r.s
	if s.Warmup >= s.Duration {
		r.Warn("warmup", "nothing is measured: the warm-up of %v is not shorter than the run of %v", s.Warmup, s.Duration)
	} else if samples := (s.Duration - s.Warmup) / s.Measure.Every; samples < fewSamples && s.Nodes > mostFollowed {
		r.Warn("measure.every", "is coarse: %d samples in the measured %v", samples, s.Duration-s.Warmup)
	}
	if s.Nodes <= mostFollowed && s.Measure.Every.Std() != energyEvery {
		r.Warn("measure.every", "has no effect: it is for worlds of more than %d nodes whose links come and go; elsewhere each change counts from its own instant", mostFollowed)
	}
	if s.Runs < fewRuns && len(s.Algorithms) > 1 {
		r.Warn("runs", "%d run has no interval: what tells two algorithms apart may be chance; it takes %d at least", s.Runs, fewRuns)
	}
	if budget := s.Detection.Protocol().Timeout(); budget > s.Duration.Std() {
		r.Warn("detection", "no death can be noticed: the budget is %v (%v × %d), the run %v",
			Duration(budget), s.Detection.Interval, s.Detection.Misses, s.Duration)
	}
}

// warnOfChildTimeout looks at the two parameters by which a node learns its
// children (VKT04 §6): the time-out must outlast a neighbour's delay to repeat
// the Election, the delay of its answer, and both on the air.
func (r *reader) warnOfChildTimeout(e Entry) {
	a, _ := r.s.Algorithm(e.Name)
	config, _ := r.s.setup(e, a)
	var timeout, jitter time.Duration
	for _, p := range a.Params {
		switch {
		case p.Name == "child_timeout" && p.Type == protocol.TypeDuration:
			timeout = config.Values.Duration(p.Name)
		case p.Name == "rebroadcast_jitter" && p.Type == protocol.TypeDuration:
			jitter = config.Values.Duration(p.Name)
		case p.Name == "signalling" && config.Values.Choice(p.Name) != "broadcast":
			return
		}
	}
	link := r.s.link()
	air := link.Airtime(link.HeaderBytes + electionBytes)
	if least := 2*jitter + 2*air; timeout > 0 && timeout <= least {
		path := e.path
		if path == "" {
			path = "algorithms"
		}
		r.Warn(path, "child_timeout %v is not above two rebroadcast jitters and two airtimes, %v: children will be missed",
			timeout, least)
	}
}
