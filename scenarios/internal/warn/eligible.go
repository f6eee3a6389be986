package warn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
)

// Eligible warns about rules of who may lead that do not mean what they seem to.
type Eligible struct {
	File      *keys.File
	Run       Run
	Rules     string
	Tags      []map[string]string // by node; nil: nobody has any
	Nodes     int
	NoBattery bool
	Others    []string // rows whose algorithm does not elect by what nodes offer
}

// All finds them.
func (e Eligible) All() {
	rules, err := eligibility.Parse(e.Rules)
	if err != nil || rules == nil {
		return
	}
	never := false
	for _, r := range rules.All() {
		never = e.rule(r) || never
	}
	if !never && rules.Tagged(e.Nodes, e.Tags) == 0 {
		e.File.Warn("eligible", "no node has all the tags that the rules ask for, so nobody may lead")
	}
	if len(e.Others) > 0 {
		e.File.Warn("eligible", "%s, not by what nodes offer: while a node that must not lead is elected, nobody leads", elect(e.Others))
	}
}

func elect(rows []string) string {
	if len(rows) == 1 {
		return rows[0] + " elects by a rule of its own"
	}
	return strings.Join(rows[:len(rows)-1], ", ") + " and " + rows[len(rows)-1] + " elect by rules of their own"
}

// rule warns about one rule, and reports whether no node ever meets it.
func (e Eligible) rule(r eligibility.Rule) (never bool) {
	warn := func(format string, args ...any) {
		e.File.Warn("eligible", "rule %v: %s", r, fmt.Sprintf(format, args...))
	}
	low, high, unlike := 0.0, 0.0, ""
	switch r.Fact {
	case "":
		return e.tag(r, warn)
	case eligibility.Battery:
		if high = 100; e.NoBattery {
			low, unlike = 100, "no node has a battery, so each counts as full"
		}
	case eligibility.LinkQuality:
		high = 100
	case eligibility.Members:
		high = float64(e.Nodes - 1)
	case eligibility.Uptime:
		high = e.Run.Duration.Std().Seconds()
	case eligibility.Load:
		unlike = "emulated nodes have no load, so each counts as idle: 0 %"
	case eligibility.Signal:
		unlike = "emulated nodes have no Wi-Fi adapter, so each counts as wired: 0 dBm"
	}
	never = !r.Holds(low) && !r.Holds(high)
	switch {
	case never && unlike != "":
		warn("%s, and none meets it: nobody may lead", unlike)
	case never:
		warn("no node can ever meet it, so nobody may lead: %s is from %g to %g here", r.Name, low, high)
	case unlike != "":
		warn("%s, and all meet it", unlike)
	}
	return never
}

// tag warns about a rule of a tag that no node meets.
func (e Eligible) tag(r eligibility.Rule, warn func(string, ...any)) (never bool) {
	values := map[string]bool{}
	for i := range e.Nodes {
		is := ""
		if e.Tags != nil {
			is = e.Tags[i][r.Name]
		}
		if r.Allows(is) {
			return false
		}
		values[is] = true
	}
	delete(values, "")
	known := slices.Sorted(maps.Keys(values))
	switch {
	case len(known) == 0:
		warn("no node has a tag %s, so nobody may lead: the name of a group is the tag group and role of its nodes; tags gives them others", r.Name)
	default:
		warn("no node has the tag %s %s, so nobody may lead%s", r.Name, r.Text, strictyaml.Hint(r.Text, known))
	}
	return true
}

// Passes reports whether an algorithm passes over nodes that must not lead.
func Passes(a protocol.Algorithm) bool { return a.Goal == protocol.GoalBest || a.Goal == "" }
