package protocol

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ParamType says how a parameter is written.
type ParamType string

// The types of parameters.
const (
	TypeDuration ParamType = "duration" // "250ms"; a unit is mandatory
	TypeInteger  ParamType = "integer"
	TypeFraction ParamType = "fraction" // a float
	TypeChoice   ParamType = "choice"   // one of Choices
)

// Defaults that follow the scenario's detection budget.
const (
	DefaultInterval = "detection.interval"
	DefaultMisses   = "detection.misses"
)

// A Param is one parameter of an algorithm.
type Param struct {
	Name     string
	Type     ParamType
	Default  string   // as a user would write it, or DefaultInterval, DefaultMisses
	Min, Max string   // bounds, inclusive, as a user would write them; "": unbounded
	Choices  []string // for TypeChoice
	Doc      string   // what it is, its unit, the source of its default

	// Load is, for a time-out that the source leaves open and that must outlast messages, how
	// many of them may be on their way at once among so many members; nil: none. Where nodes
	// contend for a medium, and the user gives no value, the driver takes the time in which the
	// medium carries them one after another, if that is longer than Default.
	Load func(members int) (messages int)
}

// Values are resolved parameters by name. A look-up of a name or type that the
// algorithm did not declare is a broken invariant and panics.
type Values struct {
	durations map[string]time.Duration
	integers  map[string]int64
	fractions map[string]float64
	choices   map[string]string
}

// Duration is the value of a TypeDuration parameter.
func (v Values) Duration(name string) time.Duration { return look(v.durations, name) }

// Int is the value of a TypeInteger parameter.
func (v Values) Int(name string) int { return int(look(v.integers, name)) }

// Fraction is the value of a TypeFraction parameter.
func (v Values) Fraction(name string) float64 { return look(v.fractions, name) }

// Choice is the value of a TypeChoice parameter.
func (v Values) Choice(name string) string { return look(v.choices, name) }

func look[T any](values map[string]T, name string) T {
	value, ok := values[name]
	if !ok {
		panic("protocol: parameter " + name + " was never declared")
	}
	return value
}

// A ParamError is a parameter that cannot be used. Callers add its place in a file.
type ParamError struct {
	Name string // the parameter
	Why  string
}

// Error names the parameter and says what is wrong with it.
func (e *ParamError) Error() string { return fmt.Sprintf("protocol: parameter %s: %s", e.Name, e.Why) }

// Resolve reads what a user gave, name to text, against the declared params;
// what was not given gets its default. All faults are returned, in the order of
// params, unknown names first.
func Resolve(params []Param, given map[string]string, detection Detection) (Values, []*ParamError) {
	v := Values{
		durations: map[string]time.Duration{},
		integers:  map[string]int64{},
		fractions: map[string]float64{},
		choices:   map[string]string{},
	}
	var faults []*ParamError
	for _, name := range unknown(params, given) {
		faults = append(faults, &ParamError{name, "no such parameter; there are " + names(params)})
	}
	for _, p := range params {
		text, ok := given[p.Name]
		if !ok {
			text = p.defaultText(detection)
		}
		if why := v.set(p, text); why != "" {
			faults = append(faults, &ParamError{p.Name, why})
		}
	}
	return v, faults
}

func unknown(params []Param, given map[string]string) []string {
	var out []string
	for name := range given {
		if !slices.ContainsFunc(params, func(p Param) bool { return p.Name == name }) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func names(params []Param) string {
	if len(params) == 0 {
		return "none"
	}
	var out []string
	for _, p := range params {
		out = append(out, p.Name)
	}
	return strings.Join(out, ", ")
}

func (p Param) defaultText(d Detection) string {
	switch p.Default {
	case DefaultInterval:
		return d.Interval.String()
	case DefaultMisses:
		return strconv.Itoa(d.Misses)
	}
	return p.Default
}

func (v Values) set(p Param, text string) (why string) {
	switch p.Type {
	case TypeDuration:
		return store(v.durations, p, text, time.ParseDuration, "a duration with a unit, like 250ms")
	case TypeInteger:
		parse := func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }
		return store(v.integers, p, text, parse, "a whole number")
	case TypeFraction:
		return store(v.fractions, p, text, parseFinite, "a number")
	case TypeChoice:
		if !slices.Contains(p.Choices, text) {
			return fmt.Sprintf("must be one of %s, got %q", strings.Join(p.Choices, ", "), text)
		}
		v.choices[p.Name] = text
		return ""
	}
	panic("protocol: parameter " + p.Name + " has no type")
}

func parseFinite(s string) (float64, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err == nil && (math.IsNaN(f) || math.IsInf(f, 0)) {
		err = strconv.ErrRange
	}
	return f, err
}

func store[T time.Duration | int64 | float64](into map[string]T, p Param, text string,
	parse func(string) (T, error), what string) (why string) {
	value, err := parse(text)
	if err != nil {
		return fmt.Sprintf("must be %s, got %q", what, text)
	}
	into[p.Name] = value
	for _, bound := range []struct {
		text string
		bad  func(limit T) bool
		word string
	}{
		{p.Min, func(limit T) bool { return value < limit }, "least"},
		{p.Max, func(limit T) bool { return value > limit }, "most"},
	} {
		if bound.text == "" {
			continue
		}
		limit, err := parse(bound.text)
		if err != nil {
			panic("protocol: parameter " + p.Name + " has a bad bound " + bound.text)
		}
		if bound.bad(limit) {
			return fmt.Sprintf("must be at %s %s, got %s", bound.word, bound.text, text)
		}
	}
	return ""
}
