package butfor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"bellwether/internal/why"
	"bellwether/protocol"
)

// A Question is what is asked.
type Question struct {
	At       protocol.Time // the instant that is asked about; of Worst and Election it has no meaning
	Node     protocol.ID   // Nobody: all nodes
	Worst    bool          // the worst stretch of the run
	Election *Election     // nil: another question
	Budget   Budget
}

// An Election is one that is asked about.
type Election struct {
	Nodes    []protocol.ID // that entered it
	From, To protocol.Time
}

// An Answer is what is known of causes.
type Answer struct {
	Sentences []string `json:"sentences"`
	Effect    *Effect  `json:"effect,omitempty"` // nil: nothing is wrong
	Causes    []Cause  `json:"causes"`
	ByChance  []Cause  `json:"by_chance,omitempty"` // the effect goes without them, and comes and goes with other losses just as well
	Suspects  int      `json:"suspects"`
	Tried     int      `json:"tried"`
	Runs      int      `json:"runs"`
}

func (a *Answer) say(format string, args ...any) {
	a.Sentences = append(a.Sentences, fmt.Sprintf(format, args...))
}

// Ask answers a question. If ctx ends, it returns what it knows by then, and ctx's error.
func (w *World) Ask(ctx context.Context, q Question) (Answer, error) {
	q.Budget.Runs, q.Budget.Time = cmp.Or(q.Budget.Runs, 400), cmp.Or(q.Budget.Time, time.Minute)
	q.At = min(q.At, w.ends-1)
	w.known = w.ends
	switch {
	case q.Election != nil:
		w.known = q.Election.To
	case !q.Worst:
		w.known = q.At
	}
	base, err := w.run(ctx, w.ends, change{})
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Runs: 1}
	e, wrong := q.effect(base, w.warmup)
	if !wrong {
		a.say("Nothing is wrong%s: %s.", q.there(base), q.right())
		return a, nil
	}
	a.Effect = &e
	h, err := w.read(min(w.ends, e.End+protocol.Time(before)))
	if err != nil {
		return a, err
	}
	if w.known = min(w.known, e.End); told(h, w.known) != w.digestOf(ctx, &a) {
		return a, errors.New("why: the run is not the one of the trace: this program makes another of its scenario. Causes need a trace of this program: bellwether run --trace")
	}
	a.describe(base, &e, h)
	s := &search{world: w, e: &e, whole: e.weight(base), runs: a.Runs, most: q.Budget.Runs, until: time.Now().Add(q.Budget.Time)}
	if s.whole == 0 {
		return a, nil
	}
	err = a.find(ctx, s, suspects(h, &e, max(0, e.Begin-protocol.Time(before))))
	a.Runs = s.runs
	a.tell(w, s, err)
	if errors.Is(err, errSpent) {
		err = nil
	}
	return a, err
}

// digestOf is the digest of the run up to where it is known.
func (w *World) digestOf(ctx context.Context, a *Answer) uint64 {
	out, err := w.run(ctx, w.known, change{})
	a.Runs++
	if err != nil {
		return 0
	}
	return out.digest
}

// read reads the trace up to an instant.
func (w *World) read(until protocol.Time) (*why.History, error) {
	file, err := os.Open(w.trace)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return why.Read(file, w.trace, until)
}

// effect is what is wrong where a question asks, if something is.
func (q *Question) effect(base *outcome, warmup protocol.Time) (Effect, bool) {
	if el := q.Election; el != nil {
		return Effect{Kind: Long, Nodes: el.Nodes, From: el.From, Until: el.To, Begin: el.From, End: el.To}, true
	}
	if q.Worst {
		return worst(base, warmup)
	}
	e, found := Effect{Kind: Wrong, Node: q.Node}, false
	if q.Node == protocol.Nobody {
		e, found = Effect{Kind: Rivals}.stretch(base, q.At)
	}
	if !found {
		e, found = Effect{Kind: Wrong, Node: q.Node}.stretch(base, q.At)
	}
	return e.around(q.At), found
}

// there is which sample stands for the asked instant.
func (q *Question) there(base *outcome) string {
	if i := newest(base, q.At); i >= 0 && !q.Worst {
		return " at " + instant(base.samples[i].at)
	}
	return ""
}

// right is what is right where nothing is wrong.
func (q *Question) right() string {
	switch {
	case q.Worst:
		return "at each sample all nodes follow whom they should"
	case q.Node == protocol.Nobody:
		return "all nodes follow whom they should"
	}
	return fmt.Sprintf("%v follows whom it should", q.Node)
}

// describe tells an effect.
func (a *Answer) describe(base *outcome, e *Effect, h *why.History) {
	first := max(0, newest(base, e.From))
	stretch := fmt.Sprintf("from %s to %s", instant(e.From), instant(e.Until))
	switch {
	case e.Kind == Long:
	case e.Kind == Rivals:
		a.say("There are two leaders in one component %s: %s at first.", stretch, list(base.samples[first].rivals))
	case e.Node == protocol.Nobody:
		peak := &base.samples[first]
		for i := range base.samples[first:] {
			if s := &base.samples[first+i]; s.at < e.Until && len(s.grave()) > len(peak.grave()) {
				peak = s
			}
		}
		a.say("Nodes do not follow whom they should %s, %d of %d at most.", stretch, len(peak.grave()), peak.live)
		if one, nodes := peak.most(); nodes > 1 {
			a.say("At %s %d of them follow %s.", instant(peak.at), nodes, one.should(h, peak.at))
		} else {
			a.say("At %s %v follows %s.", instant(peak.at), one.node, one.should(h, peak.at))
		}
	default:
		at := &base.samples[first]
		one := &at.wrong[slices.IndexFunc(at.wrong, func(w wrong) bool { return w.node == e.Node })]
		a.say("%v is wrong %s: at first it follows %s.", e.Node, stretch, one.should(h, at.at))
	}
}

// find tries suspects until the budget is spent.
func (a *Answer) find(ctx context.Context, s *search, list []Suspect) (err error) {
	if s.e.Kind == Long {
		list = slices.DeleteFunc(list, func(one Suspect) bool { return one.class != strike && one.AtNs < s.e.From })
	}
	a.Suspects = len(list)
	if len(list) == 0 {
		return nil
	}
	causes, tried, err := s.alone(ctx, list)
	a.Tried = tried
	if err != nil && !errors.Is(err, errSpent) {
		return err
	}
	if len(causes) == 0 {
		set, err := s.least(ctx, list)
		if set != nil {
			a.Causes = []Cause{*set}
		}
		if set == nil || err != nil {
			return err
		}
		causes = a.Causes
	}
	a.Causes = causes
	if !s.world.lossy || s.e.Kind == Long {
		return err
	}
	return a.weigh(ctx, s)
}

// weigh tries the first causes in other futures, and tells apart those that chance would do without.
func (a *Answer) weigh(ctx context.Context, s *search) error {
	causes := a.Causes[:min(len(a.Causes), mostCauses)]
	n := min(Futures, (s.most-s.runs)/(2*len(causes)))
	if n < fewestFutures {
		return errSpent
	}
	a.Causes = nil
	for i := range causes {
		err := s.futures(ctx, &causes[i], n)
		if err == nil && !tells(causes[i].With, causes[i].Without) {
			a.ByChance = append(a.ByChance, causes[i])
			continue
		}
		a.Causes = append(a.Causes, causes[i])
		if err != nil {
			a.Causes = append(a.Causes, causes[i+1:]...)
			return err
		}
	}
	return nil
}

// fewestFutures is how many tell something: of ten that all agree, the interval begins at 72 %.
const fewestFutures = 10

// tell tells what was found.
func (a *Answer) tell(w *World, s *search, err error) {
	for i := range a.Causes {
		c := &a.Causes[i]
		c.Run = w.Command(c.changes())
		if i < mostCauses {
			a.cause(s.e, c)
		}
	}
	if over := len(a.Causes) - mostCauses; over > 0 {
		a.say("And %d more, each by itself.", over)
	}
	for _, c := range a.ByChance {
		a.say("Without this it would not have been, but chance decides as much: %s at %s. With other losses after it the same came in %v futures, without it in %v.",
			c.Suspects[0].What, instant(c.Suspects[0].AtNs), *c.With, *c.Without)
	}
	switch {
	case a.Suspects == 0:
		a.say("No message was lost, no fault struck and no link broke that could have caused it.")
	case len(a.Causes)+len(a.ByChance) == 0:
		a.say("%d of %d suspects were left out, one at a time: each time more than half of it was left%s.", a.Tried, a.Suspects, s.e.within())
	}
	end := "."
	if errors.Is(err, errSpent) {
		end = ", when the budget was spent; --budget and --budget-time give more."
	}
	a.say("Tried: %d of %d suspects one by one, in %d runs%s", a.Tried, a.Suspects, s.runs, end)
}

// cause tells one cause.
func (a *Answer) cause(e *Effect, c *Cause) {
	var what []string
	for _, s := range c.Suspects[:min(len(c.Suspects), mostCauses)] {
		what = append(what, fmt.Sprintf("%s at %s", s.What, instant(s.AtNs)))
	}
	if over := len(c.Suspects) - mostCauses; over > 0 {
		what = append(what, fmt.Sprintf("and %d more", over))
	}
	how := "it would not be"
	if e.Kind == Long {
		how = "it would be half as long or less"
	} else if c.Left > 0 {
		how = "it would be less than half"
	}
	a.say("But for this %s: %s. Without it %.0f %% of it is left%s.", how, strings.Join(what, "; "), 100*c.Left, e.within())
	if c.With != nil && c.Without != nil {
		a.say("With other losses after it the same comes in %v futures (95 %%: %.0f to %.0f %%), without it in %v (%.0f to %.0f %%).",
			*c.With, 100*c.With.Low, 100*c.With.High, *c.Without, 100*c.Without.Low, 100*c.Without.High)
	}
	a.say("See it: %s", c.Run)
}

// within says of which part of an effect a share is, if not of all.
func (e *Effect) within() string {
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
