package scenarios

import (
	"fmt"
	"math"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/strict"
)

// A Warning is something that runs but may not mean what its author thinks.
type Warning struct {
	Place   strict.Place // of what it is about
	Path    string
	Message string // with the number that made it
}

// String gives place, path and message.
func (w Warning) String() string {
	return fmt.Sprintf("%s: %s: %s", w.Place, w.Path, w.Message)
}

// Warnings are what Load found odd, in the order of the list in DESIGN §11.
func (s *Scenario) Warnings() []Warning { return s.warnings }

// Thresholds of the warnings.
const (
	secondsOfBattery = 60  // a battery that idling empties within this many seconds
	fewSamples       = 10  // fewer samples of truth than this in the measured time
	fewPairs         = 0.5 // fewer expected pairs of nodes in range than this
	electionBytes    = 64  // no message of an election is longer (VKT04's are 21 to 33)
)

func (r *reader) oddly(path, format string, args ...any) {
	at := strict.Place{File: r.name} // of a default
	if r.Given(path) {
		at = r.Place(path)
	}
	r.s.warnings = append(r.s.warnings, Warning{at, path, fmt.Sprintf(format, args...)})
}

func (r *reader) warn() {
	r.warnOfBatteries()
	r.warnOfRange()
	r.warnOfBursts()
	r.warnOfAirtime()
	r.warnOfAccess()
	r.warnOfDuty()
	r.warnOfSpeed()
	r.warnOfTimes()
	for _, e := range r.s.Algorithms {
		r.warnOfChildTimeout(e)
	}
	r.warnOfCapability()
	for i, f := range r.s.Faults {
		path := itemOf("faults", i)
		if f.At >= r.s.Duration {
			r.oddly(path, "never strikes: it comes at %v, the run ends at %v", f.At, r.s.Duration)
		}
		if f.Jam.given && f.Jam.outside(r.s.World) {
			r.oddly(path+".jam", "strikes nobody: it lies outside the world of %v m by %v m", r.s.World.Width, r.s.World.Height)
		}
		for _, one := range f.given() {
			if one.kind == emulator.FaultRecharge && r.s.Energy.Profile == ProfileNone {
				r.oddly(path, "recharges nothing: energy profile none has no batteries")
			}
			if one.on.Region.given && one.on.Region.outside(r.s.World) {
				r.oddly(path+"."+string(one.kind), "strikes nobody: it lies outside the world of %v m by %v m",
					r.s.World.Width, r.s.World.Height)
			}
			if one.on.Kind == "leader" {
				r.oddly(path, "strikes whom each algorithm itself elected, so the algorithms do not meet the same faults; best is common to all")
			}
		}
	}
	for _, u := range r.Unused(r.s) {
		r.oddly(u.Path, "has no effect, since %s", u.Because)
	}
}

func (r *reader) warnOfBatteries() {
	s := r.s
	profile, _ := radio.ProfileByName(s.Energy.Profile)
	if s.Energy.Profile == ProfileNone || profile.IdleW <= 0 {
		return
	}
	if b := s.Energy.Battery.peukert(); b != nil {
		profile = b.Drain(profile, s.Energy.Battery.Min)
	}
	if lasts := s.Energy.Battery.Min / profile.IdleW; lasts < secondsOfBattery {
		r.oddly("energy.battery", "the smallest battery, %v J, is empty after %.1f s of idling at %v W",
			s.Energy.Battery.Min, lasts, profile.IdleW)
	}
}

func (r *reader) warnOfRange() {
	s := r.s
	reach, path := s.rangeM(), s.rangePath()
	if math.IsInf(reach, 1) { // distance does not decide
		return
	}
	diagonal := math.Hypot(s.World.Width, s.World.Height)
	if reach >= diagonal && s.Radio.Obstacles == "" {
		r.oddly(path, "covers the whole world: %v m reaches across its diagonal of %.0f m, so everybody hears everybody",
			metres(reach), diagonal)
	}
	if s.Nodes < 2 {
		return
	}
	even := s.trace == nil && len(s.Groups) == 0 && len(s.Mobility.Positions) == 0 && s.Mobility.Model != MobilityReferenceGroup
	if even {
		n, share := float64(s.Nodes), math.Pi*reach*reach/(s.World.Width*s.World.Height)
		if pairs := n * (n - 1) / 2 * share; pairs < fewPairs {
			r.oddly(path, "no two nodes are likely to be in range: at any instant %.2g pairs are expected within %v m",
				pairs, metres(reach))
		}
		return
	}
	if nearest, met := s.everInRange(); !met {
		sample := ""
		if len(s.Groups) > 0 || s.Mobility.Model == MobilityReferenceGroup {
			sample = "in a sample of the movement "
		}
		r.oddly(path, "%sno two nodes are ever in range of %v m%s", sample, metres(reach), nearest)
	}
}

func (r *reader) warnOfSpeed() {
	s := r.s
	if s.Radio.Model == RadioGraph {
		return
	}
	reach := s.rangeM()
	for _, m := range s.movings() {
		r.warnOfMoving(m)
	}
	fastest := s.movement.MaxSpeed()
	if apart := 2 * fastest * s.Measure.Every.Std().Seconds(); apart > reach/2 {
		r.oddly("measure.every", "is coarse: two nodes can move %.0f m apart between samples, the range is %v m",
			apart, metres(reach))
	}
	if s.Neighbours.Service != ServiceHello {
		return
	}
	if apart := 2 * fastest * s.Neighbours.Interval.Std().Seconds(); apart > reach {
		r.oddly("neighbours.interval", "is coarse: two nodes can move %.0f m apart between hellos, the range is %v m",
			apart, metres(reach))
	}
}

func (r *reader) warnOfTimes() {
	s := r.s
	if s.Warmup >= s.Duration {
		r.oddly("warmup", "nothing is measured: the warm-up of %v is not shorter than the run of %v", s.Warmup, s.Duration)
	} else if samples := (s.Duration - s.Warmup) / s.Measure.Every; samples < fewSamples {
		r.oddly("measure.every", "is coarse: %d samples in the measured %v", samples, s.Duration-s.Warmup)
	}
	if budget := s.Detection.Protocol().Timeout(); budget > s.Duration.Std() {
		r.oddly("detection", "no death can be noticed: the budget is %v (%v × %d), the run %v",
			Duration(budget), s.Detection.Interval, s.Detection.Misses, s.Duration)
	}
}

// warnOfChildTimeout looks at the two parameters by which a node learns its
// children (VKT04 §6): the time-out must outlast a neighbour's delay to repeat
// the Election, the delay of its answer, and both on the air.
func (r *reader) warnOfChildTimeout(e Entry) {
	a, _ := Algorithm(e.Name)
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
		r.oddly(path, "child_timeout %v is not above two rebroadcast jitters and two airtimes, %v: children will be missed",
			timeout, least)
	}
}

func (r *reader) warnOfCapability() {
	c := r.s.Capability
	switch {
	case len(c.Values) > 0:
	case c.Battery == 0 && c.Connectivity == 0:
		r.oddly("capability", "every node offers 0: both weights are 0, so the greatest id leads")
	case c.Battery > 0 && r.s.Energy.Profile == ProfileNone && r.Given("capability.battery"):
		r.oddly("capability.battery", "weight %v is the same for every node, since there are no batteries", c.Battery)
	}
}
