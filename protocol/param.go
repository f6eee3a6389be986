package protocol

import (
	"fmt"
	"maps"
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

// A Load is which messages an algorithm may have on their way at once, at the most.
type Load string

// The loads.
const (
	NoLoad      Load = ""        // the default does not depend on the medium
	LoadMembers Load = "members" // one message of each of n members: n
	LoadPairs   Load = "pairs"   // one message of each member to each other: n·(n−1)
)

// Messages is the number of messages of the load among n members.
func (l Load) Messages(n int) int {
	switch l {
	case LoadMembers:
		return n
	case LoadPairs:
		return n * (n - 1)
	}
	return 0
}

// A Param is one parameter of an algorithm.
type Param struct {
	Name     string
	Type     ParamType
	Default  string   // as a user would write it, or DefaultInterval, DefaultMisses
	Min, Max string   // bounds, inclusive, as a user would write them; "" is none
	Choices  []string // for TypeChoice
	Doc      string   // what it is, its unit, the source of its default

	// Load is for a time-out that the source leaves open and that must outlast messages.
	// Where nodes contend for a medium the driver makes the default longer if it is shorter
	// than the medium takes to carry the load; see Loaded. A value that a user gives stays.
	Load Load
}

// Loaded returns what given lacks of the parameters with a load: the time in which a medium
// carries the messages of the load of n members one after another, exchange each, in whole
// milliseconds, if that is longer than the parameter's default, and at most its upper bound.
// What given has stays.
func Loaded(params []Param, given map[string]string, members int, exchange time.Duration) map[string]string {
	out := maps.Clone(given)
	for _, p := range params {
		_, chosen := given[p.Name]
		if chosen || p.Load == NoLoad || p.Type != TypeDuration {
			continue
		}
		need := carries(p.Load.Messages(members), exchange)
		if most, err := time.ParseDuration(p.Max); err == nil {
			need = min(need, most)
		}
		if ideal, err := time.ParseDuration(p.Default); err == nil && need > ideal {
			if out == nil {
				out = map[string]string{}
			}
			out[p.Name] = need.String()
		}
	}
	return out
}

// carries is how long so many exchanges take, rounded up to a millisecond.
func carries(messages int, exchange time.Duration) time.Duration {
	if exchange <= 0 {
		return 0
	}
	messages = min(messages, int(time.Hour*24*365/exchange)) // beyond every bound of a parameter, and no overflow
	return (time.Duration(messages)*exchange + time.Millisecond - 1).Truncate(time.Millisecond)
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
