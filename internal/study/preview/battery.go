package preview

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/mobility"
	"bellwether/scenarios"
)

const (
	// batteryWalks is how many drawn paths of each node with a motor are followed.
	batteryWalks = 8
	// mostBatteryLegs bounds the legs that are followed in all, about a tenth of a second.
	mostBatteryLegs = 1_000_000
	// toldApart is the least share by which frames at rest must change a life to be named: less
	// is below what paths differ by.
	toldApart = 0.005
)

// An end is how long a battery lasts from its node's arrival on: the radio listens, and the motor
// runs.
type end struct {
	node    int // from 0
	chargeJ float64
	seconds float64
	rest    float64 // seconds, if the node also sends and receives what nodes do at rest
	movesW  float64 // mean power of the motor until then; 0: none
}

// A motor says what movement takes: nil, nothing.
type motor interface{ PowerW(l mobility.Leg) float64 }

// batteries finds the first and the last end that are possible.
type batteries struct {
	scenario *scenarios.Scenario
	profile  energy.Profile
	restW    float64 // of frames at rest, above idle, of row
	row      string
	motors   []motor // by node; nil: movement is free
	model    mobility.Model
	legs     int // followed so far
}

// batteries are those of the scenario; their profile is empty if it is not known.
func (p *Preview) batteries() *batteries {
	s := p.scenario
	b := &batteries{scenario: s, restW: p.rest.powerW, row: p.rest.row}
	b.profile, _ = energy.ProfileByName(s.Energy.Profile)
	if c, err := s.Config(s.Algorithms[0], s.Seed); err == nil && c.Energy != nil && len(c.Energy.Motors) > 0 {
		b.model = c.Mobility
		for _, m := range c.Energy.Motors {
			b.motors = append(b.motors, m)
		}
	}
	return b
}

// ends returns the first end that is possible and the last one: that of the smallest charge a node
// may have on the walk that takes the most, and that of the largest on the one that takes the least.
func (b *batteries) ends() (first, last end) {
	first.seconds = math.Inf(1)
	for walk := range batteryWalks {
		model := b.model
		seed := b.scenario.Seed + uint64(walk)
		if b.motors != nil {
			model = mobility.ForRun(model, seed)
		}
		for i := range b.scenario.Nodes {
			if walk > 0 && (b.motor(i) == nil || b.legs > mostBatteryLegs) {
				continue
			}
			low, high := b.scenario.Energy.ChargeOf(b.scenario.Groups, i)
			if one := b.endOf(i, low, model, seed); one.seconds < first.seconds {
				first = one
			}
			if one := b.endOf(i, high, model, seed); one.seconds > last.seconds {
				last = one
			}
		}
	}
	return first, last
}

func (b *batteries) motor(i int) motor {
	if b.motors == nil {
		return nil
	}
	return b.motors[i]
}

// endOf returns when a charge of node i is gone.
func (b *batteries) endOf(i int, chargeJ float64, model mobility.Model, seed uint64) end {
	out := end{node: i, chargeJ: chargeJ}
	motor := b.motor(i)
	if motor == nil {
		sending := b.profile
		sending.IdleW += b.restW
		kind := b.scenario.Energy.Battery.Kind()
		out.seconds = energy.Lifetime(kind, b.profile, chargeJ).Seconds()
		out.rest = energy.Lifetime(kind, sending, chargeJ).Seconds()
		return out
	}
	drawn := rand.New(rand.NewPCG(seed, uint64(i)))
	path := model.Path(i+1, drawn, drawn)
	out.seconds, out.movesW = b.follow(path, motor, chargeJ)
	out.rest = out.seconds * (b.profile.IdleW + out.movesW) / (b.profile.IdleW + out.movesW + b.restW)
	return out
}

// follow empties a linear battery on a path: seconds in the world until then, and the mean power
// of the motor. After a run's end the motor takes what it took until then.
func (b *batteries) follow(path mobility.Path, motor motor, chargeJ float64) (seconds, movesW float64) {
	until := b.scenario.Duration.Std()
	moved := 0.0
	for {
		b.legs++
		leg := path.Next()
		if !leg.Absent {
			powerW := motor.PowerW(leg)
			lasts := (min(leg.End, until) - leg.Start).Seconds()
			held := chargeJ - float64(b.profile.IdleW*seconds) - moved
			if left := held / (b.profile.IdleW + powerW); left <= lasts {
				seconds, moved = seconds+left, moved+float64(powerW*left)
				return seconds, moved / seconds
			}
			seconds, moved = seconds+lasts, moved+float64(powerW*lasts)
		}
		if leg.End >= until || b.legs > 2*mostBatteryLegs {
			break
		}
	}
	if seconds == 0 {
		return math.Inf(1), 0 // it is never in the world
	}
	movesW = moved / seconds
	return chargeJ / (b.profile.IdleW + movesW), movesW
}

// batteryText says when the first and the last battery are empty if radios listen and nodes move,
// and when with the frames of a network at rest.
func (p *Preview) batteryText() string {
	s := p.scenario
	b := p.batteries()
	if profile := b.profile; profile.IdleW <= 0 || s.Radio.Placeless() && s.Energy.Profile == "none" {
		return "none: no node has a battery"
	}
	first, last := b.ends()
	text := fmt.Sprintf("the smallest that is possible, %.6g J, ends after %s, the largest, %.6g J, after %.5g s",
		first.chargeJ, b.endText(first), last.chargeJ, last.seconds)
	if b.motors != nil {
		text = fmt.Sprintf("the first that may end is %s after %s, the last %s after %s",
			b.whose(first), b.endText(first), b.whose(last), last.text(b.profile))
	}
	text += fmt.Sprintf("; a run lasts %.6g s", s.Duration.Std().Seconds())
	if s.Energy.Sun.Peak > 0 {
		text += "; the sun adds to them"
	}
	if at, some := firstDrain(s); some {
		text += fmt.Sprintf("; a fault takes charge from %v on", scenarios.Duration(at))
	}
	return text
}

// text says after how long a battery ends, and of what.
func (e end) text(profile energy.Profile) string {
	text := fmt.Sprintf("%.5g s of listening at %.4g W", e.seconds, profile.IdleW)
	if e.movesW > 0 {
		text += fmt.Sprintf(" and movement at %.4g W on average", e.movesW)
	}
	return text
}

// endText adds what the frames of a network at rest change.
func (b *batteries) endText(e end) string {
	text := e.text(b.profile)
	if math.Abs(e.rest-e.seconds) > toldApart*e.seconds {
		text += fmt.Sprintf(" (%.5g s with the frames of %s at rest)", e.rest, b.row)
	}
	return text
}

// whose names the battery of an end.
func (b *batteries) whose(e end) string {
	text := fmt.Sprintf("%.6g J", e.chargeJ)
	node := e.node
	for _, g := range b.scenario.Groups {
		if node -= g.Nodes; node < 0 {
			if g.Name != "" {
				text += " of " + g.Name
			}
			break
		}
	}
	return text
}

// firstDrain returns when the first fault takes charge from a battery.
func firstDrain(s *scenarios.Scenario) (at time.Duration, some bool) {
	for i := range s.Faults {
		f := &s.Faults[i]
		if f.Drain.Kind == "" {
			continue
		}
		strikes := f.At.Std()
		if strikes == 0 {
			strikes = f.Every.Std()
		}
		if !some || strikes < at {
			at, some = strikes, true
		}
	}
	return at, some
}
