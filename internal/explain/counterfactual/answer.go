package counterfactual

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"bellwether/internal/explain/causality"
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

// An Election is an election that a question is about.
type Election struct {
	Nodes    []protocol.ID // that entered it
	From, To protocol.Time
}

// An Answer holds the effect and the causes that were found.
type Answer struct {
	Sentences []string `json:"sentences"`
	Effect    *effect  `json:"effect,omitempty"` // nil: nothing is wrong
	Causes    []Cause  `json:"causes"`
	ByChance  []Cause  `json:"by_chance,omitempty"` // without them the effect vanishes, but other losses make it come and go as often
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
	a.describe(&q, base, &e, h)
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

// digestOf returns the digest of the run, up to the instant to which it is known.
func (w *World) digestOf(ctx context.Context, a *Answer) uint64 {
	out, err := w.run(ctx, w.known, change{})
	a.Runs++
	if err != nil {
		return 0
	}
	return out.digest
}

// read reads the trace up to an instant.
func (w *World) read(until protocol.Time) (*causality.History, error) {
	file, err := os.Open(w.trace)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return causality.Read(file, w.trace, until)
}

// effect returns what is wrong at the place and instant of a question, if anything is.
func (q *Question) effect(base *outcome, warmup protocol.Time) (effect, bool) {
	if el := q.Election; el != nil {
		return effect{Kind: longElection, Nodes: el.Nodes, From: el.From, Until: el.To, Begin: el.From, End: el.To}, true
	}
	if q.Worst {
		return worst(base, warmup)
	}
	e, found := effect{Kind: wrongLeader, Node: q.Node}, false
	if q.Node == protocol.Nobody {
		e, found = effect{Kind: twoLeaders}.stretch(base, q.At)
	}
	if !found {
		e, found = effect{Kind: wrongLeader, Node: q.Node}.stretch(base, q.At)
	}
	return e.around(q.At), found
}

// find tries suspects until the budget is spent.
func (a *Answer) find(ctx context.Context, s *search, list []Suspect) (err error) {
	if s.e.Kind == longElection {
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
	if !s.world.lossy || s.e.Kind == longElection {
		return err
	}
	return a.weigh(ctx, s)
}

// weigh tries the first causes in other futures, and separates the causes whose effect chance
// produces as often without them.
func (a *Answer) weigh(ctx context.Context, s *search) error {
	causes := a.Causes[:min(len(a.Causes), mostCauses)]
	n := min(futuresTried, (s.most-s.runs)/(2*len(causes)))
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

// fewestFutures is the least number that proves something: if all of ten agree, the interval
// begins at 72 %.
const fewestFutures = 10
