package play

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"bellwether/scenarios"
)

// A Knob is a number of the world that the page turns. A turn makes the run again from its start,
// with the same actions.
type Knob struct {
	Name  string  `json:"name"`
	Title string  `json:"title"`
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	Step  float64 `json:"step"`
	set   func(value float64) []scenarios.Override
}

// knobsOf are the knobs that a world has.
func knobsOf(w *scenarios.Scenario) (all []Knob) {
	one := func(path string, format func(float64) string) func(float64) []scenarios.Override {
		return func(v float64) []scenarios.Override { return []scenarios.Override{override(path, format(v))} }
	}
	if r := float64(w.Radio.Range); w.Radio.Model == "unit-disk" && r > 0 {
		all = append(all, Knob{Name: "range", Title: "range", Unit: "m", Value: r, Least: round(r / 5), Most: round(3 * r), Step: step(r / 25), set: one("radio.range", figure)})
	}
	if m := w.Radio.Loss.Model; m == "none" || m == "bernoulli" {
		v := 0.0
		if m == "bernoulli" {
			v = float64(w.Radio.Loss.Probability)
		}
		all = append(all, Knob{Name: "loss", Title: "messages lost", Unit: "%", Value: round(100 * v), Most: 90, Step: 1, set: func(v float64) []scenarios.Override {
			return []scenarios.Override{override("radio.loss", fmt.Sprintf("{model: bernoulli, probability: %s}", figure(v/100)))}
		}})
	}
	if v := float64(w.Mobility.Speed.Max); w.Movement() != nil && len(w.Groups) == 0 && v > 0 {
		least := float64(w.Mobility.Speed.Min)
		all = append(all, Knob{Name: "speed", Title: "speed, at most", Unit: "m/s", Value: v, Least: step(v / 20), Most: round(20 * v), Step: step(v / 20), set: func(v float64) []scenarios.Override {
			return []scenarios.Override{override("mobility.speed", fmt.Sprintf("{min: %s, max: %s}", figure(min(least, v)), figure(v)))}
		}})
	}
	if s := w.Detection.Interval.Std().Seconds(); s > 0 {
		all = append(all, Knob{Name: "interval", Title: "ping interval", Unit: "s", Value: s, Least: step(s / 20), Most: round(5 * s), Step: step(s / 20),
			set: one("detection.interval", func(v float64) string { return time.Duration(v * 1e9).Round(time.Microsecond).String() })})
	}
	return append(all, Knob{Name: "margin", Title: "leader's margin", Unit: "%", Value: round(100 * float64(w.Capability.Hysteresis)), Most: 100, Step: 1, set: one("capability.hysteresis", func(v float64) string { return figure(v / 100) })})
}

// figure writes a number without an exponent, to six digits after the point.
func figure(v float64) string {
	return strconv.FormatFloat(round(v), 'f', -1, 64)
}

func round(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 6, 64), 64)
	return r
}

// step is the round number next below a number: 1, 2 or 5 times a power of ten.
func step(v float64) float64 {
	power := 1e-6
	for power*10 <= v {
		power *= 10
	}
	for _, by := range []float64{5, 2} {
		if by*power <= v {
			return round(by * power)
		}
	}
	return round(power)
}

// Turned is the session with another value of a knob, and the same actions.
func (s *Session) Turned(name string, value float64) (*Session, error) {
	i := slices.IndexFunc(s.knobs, func(k Knob) bool { return k.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("this world has no knob %q", name)
	}
	k := &s.knobs[i]
	if !(value >= k.Least && value <= k.Most) {
		return nil, fmt.Errorf("%s goes from %s to %s %s", k.Title, figure(k.Least), figure(k.Most), k.Unit)
	}
	next := *s
	next.knobs = slices.Clone(s.knobs)
	next.knobs[i].Value = round(value)
	next.base.Load.Set = append(slices.Clone(s.base.Load.Set), k.set(value)...)
	world, err := next.load(nil)
	if err != nil {
		return nil, err
	}
	next.world = world
	return &next, next.become(s.actions, s.undone)
}

// Turn makes the run again from its start, with another value of a knob.
func (p *Player) Turn(revision int, name string, value float64) error {
	return p.change(revision, func() error {
		s, err := p.session.Turned(name, value)
		if err != nil {
			return err
		}
		p.session = s
		return nil
	})
}
