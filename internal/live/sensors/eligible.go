package sensors

import (
	"errors"
	"math"

	"bellwether/internal/contract/eligibility"
)

// Rules say whether this node may lead, whatever it offers. They read the machine as [Auto] does.
type Rules struct {
	rules   *eligibility.Rules
	machine machine
	reading Reading
}

// ParseRules reads rules. No rules: nil.
func ParseRules(text string) (*Rules, error) {
	rules, err := eligibility.Parse(text)
	if rules == nil || err != nil {
		return nil, err
	}
	a, err := NewAuto(AutoOptions{})
	if err != nil {
		return nil, err
	}
	return &Rules{rules: rules, machine: a.machine, reading: a.reading}, nil
}

// subject is this node, of which rules ask.
type subject struct {
	*Rules
	tags   map[string]string
	faults []error
}

// Tag returns a tag of the node.
func (s *subject) Tag(name string) string { return s.tags[name] }

// Fact reads a fact. One that cannot be read keeps its last reading, the worst before the first. A machine
// without a battery counts as full, one without Wi-Fi has any signal.
func (s *subject) Fact(f eligibility.Fact) float64 {
	read := func(from func(machine, *Reading) error) { s.faults = append(s.faults, from(s.machine, &s.reading)) }
	switch f {
	case eligibility.Battery:
		read(machine.power)
		return percent(batteryShare(s.reading.BatteryFraction))
	case eligibility.Load:
		read(machine.load)
		return percent(s.reading.Load1PerCPU)
	case eligibility.LinkQuality:
		return percent(qualityShare(s.reading.LinkQuality))
	case eligibility.Members:
		return float64(s.reading.Degree)
	case eligibility.Uptime:
		read(machine.uptime)
		return s.reading.Uptime.Seconds()
	case eligibility.Signal:
		if read(machine.signal); math.IsNaN(s.reading.SignalDBm) {
			return 0 // wired: above any signal
		}
	}
	return s.reading.SignalDBm
}

// percent is a share that is not below 0, in percent.
func percent(share float64) float64 { return 100 * max(share, 0) }

// Broken says which rules do not hold, and why; "" if all hold.
func (r *Rules) Broken(tags map[string]string, heard Heard) (why string, err error) {
	if r == nil {
		return "", nil
	}
	r.reading.Degree, r.reading.LinkQuality = heard.Members, heard.Quality
	s := &subject{Rules: r, tags: tags}
	why = r.rules.Broken(s).Why
	return why, errors.Join(s.faults...)
}
