package sensors

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Rules say who may lead, whatever it offers: "battery > 20 %, role = gateway". All must hold. They
// read the machine as [Auto] does.
type Rules struct {
	rules   []rule
	machine machine
	reading Reading
}

// A rule compares a fact of the machine with a number, or a tag with a text.
type rule struct {
	name, op string
	number   float64
	text     string // of the number, or what the tag must be
	fact     *measured
}

// A measured fact is one that a rule can compare.
type measured struct {
	unit string // after the number; "": none
	read func(machine, *Reading) error
	is   func(Reading) float64 // in the unit
}

// hasNoFile is of facts that the agent has heard.
func hasNoFile(machine, *Reading) error { return nil }

// percent is a share that is not below 0, in percent.
func percent(share float64) float64 { return 100 * max(share, 0) }

// measures are the facts, by name. A machine without a battery counts as full, one without Wi-Fi has any signal.
func measures() map[string]measured {
	return map[string]measured{
		"battery":      {"%", machine.power, func(r Reading) float64 { return percent(batteryShare(r.BatteryFraction)) }},
		"load":         {"%", machine.load, func(r Reading) float64 { return percent(r.Load1PerCPU) }},
		"link_quality": {"%", hasNoFile, func(r Reading) float64 { return percent(qualityShare(r.LinkQuality)) }},
		"members":      {"", hasNoFile, func(r Reading) float64 { return float64(r.Degree) }},
		"uptime":       {"s", machine.uptime, func(r Reading) float64 { return r.Uptime.Seconds() }},
		"signal": {"dBm", machine.signal, func(r Reading) float64 {
			if math.IsNaN(r.SignalDBm) {
				return 0 // wired: above any signal
			}
			return r.SignalDBm
		}},
	}
}

// maxRules bounds the rules of a node.
const maxRules = 16

// ParseRules reads rules, separated by commas. Facts are compared by <, <=, > and >=; tags by = and !=. A tag
// that a node does not have is empty. No rules: nil.
func ParseRules(text string) (*Rules, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	r := &Rules{reading: Reading{SignalDBm: signalNone, Load1PerCPU: 1}}
	a, err := NewAuto(AutoOptions{})
	if err != nil {
		return nil, err
	}
	r.machine = a.machine
	for part := range strings.SplitSeq(text, ",") {
		one, err := parseRule(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		r.rules = append(r.rules, one)
	}
	if len(r.rules) > maxRules {
		return nil, fmt.Errorf("%d rules are more than %d", len(r.rules), maxRules)
	}
	return r, nil
}

// parseRule reads one rule.
func parseRule(text string) (r rule, err error) {
	at := strings.IndexAny(text, "<>=!")
	if at < 0 {
		return r, fmt.Errorf("rule %q compares nothing: write it like battery > 20 %%, or role = gateway", clip(text))
	}
	rest := strings.TrimLeft(text[at:], "<>=!")
	r = rule{name: strings.TrimSpace(text[:at]), op: text[at : len(text)-len(rest)], text: strings.TrimSpace(rest)}
	fact, known := measures()[r.name]
	switch {
	case r.name == "":
		return r, fmt.Errorf("rule %q names nothing to compare", clip(text))
	case !known && !slices.Contains([]string{"=", "!="}, r.op):
		return r, fmt.Errorf("rule %q: %s is a tag, and tags are compared by = and !=; facts are battery, load, link_quality, members, uptime and signal", clip(text), clip(r.name))
	case !known:
		return r, nil
	case !slices.Contains([]string{"<", "<=", ">", ">="}, r.op):
		return r, fmt.Errorf("rule %q: %s is a number, and numbers are compared by <, <=, > and >=", clip(text), r.name)
	}
	r.fact = &fact
	number := strings.TrimSpace(strings.TrimSuffix(r.text, fact.unit))
	if r.name == "uptime" {
		d, err := time.ParseDuration(r.text)
		r.number = d.Seconds()
		if err != nil || d < 0 {
			return r, fmt.Errorf("rule %q: uptime is a time like 10m", clip(text))
		}
		return r, nil
	}
	if r.number, err = strconv.ParseFloat(number, 64); err != nil || math.IsNaN(r.number) || math.IsInf(r.number, 0) {
		return r, fmt.Errorf("rule %q: %q is not a number%s", clip(text), clip(number), in(fact.unit))
	}
	return r, nil
}

func in(unit string) string {
	if unit == "" {
		return ""
	}
	return " in " + unit
}

// Broken says which rules do not hold, and why; "" if all hold. A fact that cannot be read keeps its last reading,
// the worst before the first.
func (r *Rules) Broken(tags map[string]string, heard Heard) (why string, err error) {
	if r == nil {
		return "", nil
	}
	r.reading.Degree, r.reading.LinkQuality = heard.Members, heard.Quality
	var all []string
	var faults []error
	for _, one := range r.rules {
		if one.fact == nil {
			if (tags[one.name] == one.text) != (one.op == "=") {
				all = append(all, fmt.Sprintf("tag %s is %q, and must be %s %s", one.name, tags[one.name], one.op, one.text))
			}
			continue
		}
		faults = append(faults, one.fact.read(r.machine, &r.reading))
		if is := one.fact.is(r.reading); !one.holds(is) {
			all = append(all, fmt.Sprintf("%s is %s, and must be %s %s", one.name, strings.TrimSpace(strconv.FormatFloat(is, 'f', 0, 64)+" "+one.fact.unit), one.op, one.text))
		}
	}
	return strings.Join(all, "; "), errors.Join(faults...)
}

// holds compares a fact.
func (r rule) holds(is float64) bool {
	switch r.op {
	case "<":
		return is < r.number
	case "<=":
		return is <= r.number
	case ">":
		return is > r.number
	}
	return is >= r.number
}
