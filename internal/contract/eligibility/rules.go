// Package eligibility reads the rules that say which nodes may lead, whatever they offer:
// "battery > 20 %, role = gateway". Rules are written alike for a live agent and in a scenario. The
// package measures nothing: what a node knows of itself is its driver's to say.
package eligibility

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Fact is what a rule compares with a number.
type Fact string

// The facts. Every other name is a tag.
const (
	Battery     Fact = "battery"      // % of its first charge
	Load        Fact = "load"         // % of all processors
	LinkQuality Fact = "link_quality" // % of the last messages due that were heard
	Members     Fact = "members"      // other nodes that are heard
	Uptime      Fact = "uptime"       // seconds
	Signal      Fact = "signal"       // dBm
)

// units stand after the number of a fact.
var units = map[Fact]string{Battery: "%", Load: "%", LinkQuality: "%", Members: "", Uptime: "s", Signal: "dBm"}

// IsFact reports whether a name is that of a fact, so that it cannot be a tag.
func IsFact(name string) bool {
	_, is := units[Fact(name)]
	return is
}

// Rules are rules that must all hold. There is at least one; nil Rules always hold.
type Rules struct{ list []Rule }

// A Rule compares a fact of a node with a number, or a tag with a text.
type Rule struct {
	Name, Op string
	Fact     Fact    // "": Name is a tag
	Number   float64 // in the unit of the fact
	Text     string  // of the number, or what the tag must be
}

// A Node answers what rules ask about it.
type Node interface {
	// Fact returns a fact in its unit.
	Fact(Fact) float64
	// Tag returns a tag; "": the node does not have it.
	Tag(name string) string
}

// mostRules bounds the rules of a node.
const mostRules = 16

// Parse reads rules, separated by commas. Facts are compared by <, <=, > and >=, tags by = and !=. A tag
// that a node does not have is empty. No rules: nil.
func Parse(text string) (*Rules, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	r := &Rules{}
	for part := range strings.SplitSeq(text, ",") {
		one, err := parseRule(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		r.list = append(r.list, one)
	}
	if len(r.list) > mostRules {
		return nil, fmt.Errorf("%d rules are more than %d", len(r.list), mostRules)
	}
	return r, nil
}

// parseRule reads one rule.
func parseRule(text string) (r Rule, err error) {
	at := strings.IndexAny(text, "<>=!")
	if at < 0 {
		return r, fmt.Errorf("rule %q compares nothing: write it like battery > 20 %%, or role = gateway", clip(text))
	}
	rest := strings.TrimLeft(text[at:], "<>=!")
	r = Rule{Name: strings.TrimSpace(text[:at]), Op: text[at : len(text)-len(rest)], Text: strings.TrimSpace(rest)}
	unit, known := units[Fact(r.Name)]
	switch {
	case r.Name == "":
		return r, fmt.Errorf("rule %q names nothing to compare", clip(text))
	case !known && !slices.Contains([]string{"=", "!="}, r.Op):
		return r, fmt.Errorf("rule %q: %s is a tag, and tags are compared by = and !=; facts are battery, load, link_quality, members, uptime and signal", clip(text), clip(r.Name))
	case !known:
		return r, nil
	case !slices.Contains([]string{"<", "<=", ">", ">="}, r.Op):
		return r, fmt.Errorf("rule %q: %s is a number, and numbers are compared by <, <=, > and >=", clip(text), r.Name)
	}
	r.Fact = Fact(r.Name)
	if r.Fact == Uptime {
		d, err := time.ParseDuration(r.Text)
		r.Number = d.Seconds()
		if err != nil || d < 0 {
			return r, fmt.Errorf("rule %q: uptime is a time like 10m", clip(text))
		}
		return r, nil
	}
	number := strings.TrimSpace(strings.TrimSuffix(r.Text, unit))
	if r.Number, err = strconv.ParseFloat(number, 64); err != nil || math.IsNaN(r.Number) || math.IsInf(r.Number, 0) {
		return r, fmt.Errorf("rule %q: %q is not a number%s", clip(text), clip(number), in(unit))
	}
	return r, nil
}

func in(unit string) string {
	if unit == "" {
		return ""
	}
	return " in " + unit
}

// clip bounds what an error quotes.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// All returns the rules, nil for no rules.
func (r *Rules) All() []Rule {
	if r == nil {
		return nil
	}
	return r.list
}

// Tagged counts the nodes that meet all rules about tags. tags are those of each; nil: nobody has any.
func (r *Rules) Tagged(nodes int, tags []map[string]string) (meet int) {
	for i := range nodes {
		breaks := slices.ContainsFunc(r.All(), func(one Rule) bool {
			is := ""
			if tags != nil {
				is = tags[i][one.Name]
			}
			return one.Fact == "" && !one.Allows(is)
		})
		if !breaks {
			meet++
		}
	}
	return meet
}

// Ask reports whether a rule compares a fact.
func (r *Rules) Ask(f Fact) bool {
	return slices.ContainsFunc(r.All(), func(one Rule) bool { return one.Fact == f })
}

// A Breach is which rules do not hold for a node. The zero Breach is none.
type Breach struct {
	Rules uint16 // a bit for each, from the first
	Why   string
}

// Broken says which rules do not hold for a node.
func (r *Rules) Broken(n Node) (b Breach) {
	for i, one := range r.All() {
		if one.Fact == "" {
			if is := n.Tag(one.Name); !one.Allows(is) {
				b.add(i, fmt.Sprintf("tag %s is %q, and must be %s %s", one.Name, is, one.Op, one.Text))
			}
			continue
		}
		if is := n.Fact(one.Fact); !one.Holds(is) {
			b.add(i, fmt.Sprintf("%s is %s, and must be %s %s", one.Name, strings.TrimSpace(one.about(is)+" "+units[one.Fact]), one.Op, one.Text))
		}
	}
	return b
}

func (b *Breach) add(rule int, why string) {
	if b.Rules != 0 {
		b.Why += "; "
	}
	b.Rules |= 1 << rule
	b.Why += why
}

// about writes what a fact is, with as many decimals as show that the rule is broken: 20.3 is not "20",
// if it must be at most 20.
func (r Rule) about(is float64) string {
	for decimals := range 4 {
		text := strconv.FormatFloat(is, 'f', decimals, 64)
		if shown, err := strconv.ParseFloat(text, 64); err == nil && !r.Holds(shown) {
			return text
		}
	}
	return strconv.FormatFloat(is, 'g', -1, 64)
}

// Holds compares a fact.
func (r Rule) Holds(is float64) bool {
	switch r.Op {
	case "<":
		return is < r.Number
	case "<=":
		return is <= r.Number
	case ">":
		return is > r.Number
	}
	return is >= r.Number
}

// Allows compares a tag.
func (r Rule) Allows(is string) bool { return (is == r.Text) == (r.Op == "=") }

// String returns the rule as it is written.
func (r Rule) String() string { return strings.TrimSpace(r.Name + " " + r.Op + " " + r.Text) }
