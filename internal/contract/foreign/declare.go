package foreign

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"bellwether/internal/contract/goals"
	"bellwether/protocol"
)

// Version is the version of the conversation.
const Version = 1

// A Declaration is what a program says of its election: the answer to describe.
type Declaration struct {
	Bellwether int      `json:"bellwether" about:"the version of the conversation"`
	About      string   `json:"about,omitempty" about:"a sentence for tables"`
	Goal       string   `json:"goal" about:"whom it elects"`
	Needs      string   `json:"needs" about:"what it needs of bellwether"`
	Settles    string   `json:"settles" about:"the time after the last change by which all agree: 30s"`
	Timers     []string `json:"timers,omitempty" about:"names of its time-outs"`
	Messages   []Kind   `json:"messages" about:"the kinds of its messages"`
	Params     []Param  `json:"params,omitempty" about:"parameters that a row may set"`
	Hears      []string `json:"hears,omitempty" about:"calls that it wants beside start, receive, fire and elect"`
	Together   bool     `json:"together,omitempty" about:"it takes the receptions of a broadcast in one line, with nodes and capabilities, and answers with each"`
}

// A Param is a parameter that a row may set.
type Param struct {
	Name    string   `json:"name" about:"its key in the row's params; a duration is called NAME_ns in the call run"`
	Type    string   `json:"type" about:"of its value"`
	Default string   `json:"default" about:"as a user would write it"`
	Min     string   `json:"min,omitempty" about:"the least value"`
	Max     string   `json:"max,omitempty" about:"the greatest value"`
	Choices []string `json:"choices,omitempty" about:"the values of type choice"`
	About   string   `json:"about,omitempty" about:"what it is"`
}

// declared is a declaration that was checked.
type declared struct {
	Declaration
	kinds  []*kind
	timers map[string]protocol.Timer
	within time.Duration // settles
	abilities
}

// abilities are what machines of a program can do by Hears, as a mask.
type abilities uint8

const (
	observes abilities = 1 << iota
	settles
	copies
)

// abilityOf is the ability of a word of Hears, if it is one that a driver finds by type.
var abilityOf = map[string]abilities{"neighbours": observes, "settle": settles, "snapshot": copies}

// The words of Needs, by protocol.Needs, of types of parameters, and of Hears.
var (
	needs      = []string{"neighbours", "routing", "ring", "both-ways"}
	paramTypes = []string{string(protocol.TypeDuration), string(protocol.TypeInteger), string(protocol.TypeFraction), string(protocol.TypeChoice)}
	hears      = []string{"resign", "settle", "neighbours", "capability", "snapshot"}
)

// word is what names of kinds, fields, timers and parameters look like.
var word = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}$`)

// Bounds of a declaration.
const (
	maxKinds  = int(protocol.FirstOverlayKind) - 1
	maxTimers = 128
	maxFields = 100  // of a message; also parameters, and choices of one
	maxAbout  = 1000 // bytes
)

// check checks a declaration.
func (d Declaration) check() (*declared, error) {
	out := &declared{Declaration: d, timers: map[string]protocol.Timer{}}
	if d.Bellwether != Version {
		return nil, fmt.Errorf(`"bellwether" is %d: this version speaks %d`, d.Bellwether, Version)
	}
	if !slices.Contains(goals.All(), protocol.Goal(d.Goal)) {
		return nil, fmt.Errorf("goal %q: want one of %q", d.Goal, goals.All())
	}
	if !slices.Contains(needs, d.Needs) {
		return nil, fmt.Errorf("needs %q: want one of %q", d.Needs, needs)
	}
	within, err := time.ParseDuration(d.Settles)
	if err != nil || within <= 0 {
		return nil, fmt.Errorf("settles %q: want a time after which all agree, like 30s", d.Settles)
	}
	out.within = within
	for _, h := range d.Hears {
		if !slices.Contains(hears, h) {
			return nil, fmt.Errorf("hears %q: want some of %q", h, hears)
		}
		out.abilities |= abilityOf[h]
	}
	if err := saysOf("about", d.About); err != nil {
		return nil, err
	}
	if len(d.Timers) > maxTimers || len(d.Messages) > maxKinds {
		return nil, fmt.Errorf("%d timers and %d messages: at most %d and %d", len(d.Timers), len(d.Messages), maxTimers, maxKinds)
	}
	for i, name := range d.Timers {
		if _, twice := out.timers[name]; twice || !word.MatchString(name) {
			return nil, fmt.Errorf("timer %q: want small letters, each name once", name)
		}
		out.timers[name] = protocol.Timer(i)
	}
	for i, k := range d.Messages {
		one, err := k.check()
		if err != nil {
			return nil, fmt.Errorf("message %q: %w", k.Name, err)
		}
		if slices.ContainsFunc(out.kinds, func(o *kind) bool { return o.Name == k.Name }) {
			return nil, fmt.Errorf("message %q is declared twice", k.Name)
		}
		one.number = protocol.Kind(i + 1)
		out.kinds = append(out.kinds, one)
	}
	return out, d.checkParams()
}

// saysOf checks a sentence for tables.
func saysOf(what, about string) error {
	if len(about) > maxAbout || plain(about) != about || strings.Contains(about, "\n") {
		return fmt.Errorf("%s is %s: want a sentence of at most %d bytes, on one line", what, excerpt([]byte(about)), maxAbout)
	}
	return nil
}

func (d Declaration) checkParams() error {
	if len(d.Params) > maxFields {
		return fmt.Errorf("%d parameters: at most %d", len(d.Params), maxFields)
	}
	for i, p := range d.Params {
		switch twice := slices.ContainsFunc(d.Params[:i], func(o Param) bool { return o.Name == p.Name }); {
		case twice || !word.MatchString(p.Name):
			return fmt.Errorf("parameter %q: want small letters, each name once", p.Name)
		case !slices.Contains(paramTypes, p.Type):
			return fmt.Errorf("parameter %q has the type %q: want one of %q", p.Name, p.Type, paramTypes)
		case len(p.Choices) > maxFields:
			return fmt.Errorf("parameter %q has %d choices: at most %d", p.Name, len(p.Choices), maxFields)
		}
		if err := saysOf("about of parameter "+p.Name, p.About); err != nil {
			return err
		}
		for what, bound := range map[string]string{"min": p.Min, "max": p.Max} {
			if bound == "" {
				continue
			}
			one := protocol.Param{Name: p.Name, Type: protocol.ParamType(p.Type)}
			if _, faults := protocol.Resolve([]protocol.Param{one}, map[string]string{p.Name: bound}, protocol.Detection{}); len(faults) > 0 {
				return fmt.Errorf("parameter %q: %s %s", p.Name, what, faults[0].Why)
			}
		}
	}
	if _, faults := protocol.Resolve(d.protocolParams(), nil, protocol.Detection{Interval: time.Second, Misses: 1}); len(faults) > 0 {
		return fmt.Errorf("the default of a parameter: %w", faults[0])
	}
	return nil
}

func (k Kind) check() (*kind, error) {
	if !word.MatchString(k.Name) {
		return nil, fmt.Errorf("want a name of small letters")
	}
	out := &kind{Kind: k}
	if !slices.Contains(classes(), k.Class) {
		return nil, fmt.Errorf("class %q: want one of %q", k.Class, classes())
	}
	for c := range protocol.Classes {
		if c.String() == k.Class {
			out.class = c
		}
	}
	if len(k.Fields) > maxFields {
		return nil, fmt.Errorf("%d fields: at most %d", len(k.Fields), maxFields)
	}
	if err := saysOf("about", k.About); err != nil {
		return nil, err
	}
	for i, f := range k.Fields {
		switch twice := slices.ContainsFunc(k.Fields[:i], func(o Field) bool { return o.Name == f.Name }); {
		case twice || f.Name == "kind" || !word.MatchString(f.Name):
			return nil, fmt.Errorf("field %q: want small letters, each name once, and not kind", f.Name)
		case !validType(f.Type):
			return nil, fmt.Errorf("field %s has the type %q: want one of %s, or a list like [id]", f.Name, f.Type, strings.Join(Types(), ", "))
		}
	}
	return out, nil
}

// classes are the classes that messages of a program may have: hellos and routing are of services.
func classes() []string {
	var out []string
	for c := range protocol.Classes {
		if c != protocol.ClassHello && c != protocol.ClassRouting {
			out = append(out, c.String())
		}
	}
	return out
}

func (d Declaration) protocolParams() []protocol.Param {
	var out []protocol.Param
	for _, p := range d.Params {
		out = append(out, protocol.Param{Name: p.Name, Type: protocol.ParamType(p.Type), Default: p.Default, Min: p.Min, Max: p.Max, Choices: p.Choices, Doc: p.About})
	}
	return out
}

// algorithm is what drivers and tables read. new makes the machines of a run.
func (d *declared) algorithm(name string, new func(protocol.Config) (func() protocol.Machine, error)) protocol.Algorithm {
	a := protocol.Algorithm{
		Name: name, About: d.About, Paper: "a program of its own",
		Needs: protocol.Needs(slices.Index(needs, d.Needs)), Goal: protocol.Goal(d.Goal),
		Params: d.protocolParams(), Timers: len(d.Timers),
		SettleBound: func(protocol.Scale, protocol.Config) time.Duration { return d.within },
		New:         new,
	}
	for _, k := range d.kinds {
		a.Kinds = append(a.Kinds, protocol.MessageKind{Message: message{of: k}, Name: k.Name, Class: k.class, About: k.About})
	}
	return a
}

// hasSnapshots reports whether a program gives and takes the states of its nodes.
func (d *declared) hasSnapshots() bool { return d.abilities&copies != 0 }
