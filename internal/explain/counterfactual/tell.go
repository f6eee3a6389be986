package counterfactual

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/explain/causality"
	"bellwether/protocol"
)

// there describes the asked instant.
func (q *Question) there(base *outcome) string {
	if i := newest(base, q.At); i >= 0 && !q.Worst {
		return " at " + instant(q.At)
	}
	return ""
}

// right describes the normal state where nothing is wrong.
func (q *Question) right() string {
	switch {
	case q.Worst:
		return "after the warm-up, and once most nodes did, all follow whom they should, or one that offers as much"
	case q.Node == protocol.Nobody:
		return "all nodes follow whom they should"
	}
	return fmt.Sprintf("%v follows whom it should", q.Node)
}

// describe describes the effect that a question is about.
func (a *Answer) describe(q *Question, base *outcome, e *effect, h *causality.History) {
	first := max(0, newest(base, e.From))
	stretch := fmt.Sprintf("from %s to %s", instant(e.From), instant(e.Until))
	switch {
	case e.Kind == longElection:
	case e.Kind == twoLeaders:
		a.say("There are two leaders in one component %s: %s at first.", stretch, list(base.states[first].rivals))
	case e.Node == protocol.Nobody:
		peak := &base.states[first]
		for i := range base.states[first:] {
			if s := &base.states[first+i]; s.at < e.Until && len(s.grave()) > len(peak.grave()) {
				peak = s
			}
		}
		a.say("Nodes do not follow whom they should %s, %d of %d at most.", stretch, len(peak.grave()), peak.live)
		shown, at := peak, peak.at
		if !q.Worst { // the reader wants to know what is wrong then
			shown, at = &base.states[newest(base, q.At)], q.At
		}
		if one, nodes := shown.most(); nodes > 1 {
			a.say("At %s %d of them follow %s.", instant(at), nodes, one.should(h, at))
		} else {
			a.say("At %s %v follows %s.", instant(at), one.node, one.should(h, at))
		}
	default:
		at := &base.states[first]
		one := &at.wrong[slices.IndexFunc(at.wrong, func(w wrong) bool { return w.node == e.Node })]
		a.say("%v is wrong %s: at first it follows %s.", e.Node, stretch, one.should(h, at.at))
	}
}

// tell describes what was found.
func (a *Answer) tell(w *World, s *search, err error) {
	for i := range a.Causes {
		c := &a.Causes[i]
		c.Run = w.command(c.changes())
		if i < mostCauses {
			a.cause(s.e, c)
		}
	}
	if over := len(a.Causes) - mostCauses; over > 0 {
		a.say("And %d more, each by itself.", over)
	}
	for _, c := range a.ByChance {
		a.say("Possible cause, but chance decides as much: %s at %s. With other losses after it the effect came in %v futures, without it in %v.",
			c.Suspects[0].What, instant(c.Suspects[0].AtNs), *c.With, *c.Without)
	}
	switch {
	case a.Suspects == 0:
		a.say("No message was lost, no fault struck and no link broke that could have caused it.")
	case len(a.Causes)+len(a.ByChance) == 0:
		a.say("%d of %d suspects were left out, one at a time: each time more than half of the effect was left%s.", a.Tried, a.Suspects, s.e.within())
	}
	end := "."
	if errors.Is(err, errSpent) {
		end = ", when the budget was spent; --budget and --budget-time give more."
	}
	a.say("Tried: %d of %d suspects one by one, in %d runs%s", a.Tried, a.Suspects, s.runs, end)
}

// cause describes one cause.
func (a *Answer) cause(e *effect, c *Cause) {
	var what []string
	for _, s := range c.Suspects[:min(len(c.Suspects), mostCauses)] {
		what = append(what, fmt.Sprintf("%s at %s", s.What, instant(s.AtNs)))
	}
	if over := len(c.Suspects) - mostCauses; over > 0 {
		what = append(what, fmt.Sprintf("and %d more", over))
	}
	of := "effect"
	if e.Kind == longElection {
		of = "election's time"
	}
	a.say("Cause: %s. Without it %.0f %% of the %s is left%s.", strings.Join(what, "; "), 100*c.Left, of, e.within())
	if c.With != nil && c.Without != nil {
		a.say("With other losses after it the effect comes in %v futures (95 %%: %.0f to %.0f %%), without it in %v (%.0f to %.0f %%).",
			*c.With, 100*c.With.Low, 100*c.With.High, *c.Without, 100*c.Without.Low, 100*c.Without.High)
	}
	a.say("See it: %s", c.Run)
}

// within names the part of an effect that a share refers to, if it is not the whole effect.
func (e *effect) within() string {
	if e.Begin == e.From && e.End == e.Until {
		return ""
	}
	return fmt.Sprintf(", from %s to %s", instant(e.Begin), instant(e.End))
}

func list(ids []protocol.ID) string {
	var words []string
	for _, id := range ids {
		words = append(words, id.String())
	}
	return strings.Join(words, " and ")
}

// instant is a time of the run, to the millisecond.
func instant(at protocol.Time) string { return time.Duration(at).Round(time.Millisecond).String() }
