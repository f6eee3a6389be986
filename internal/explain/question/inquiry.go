// Package question answers a question about a trace: what happened, by package causality, and
// what caused it, by package counterfactual.
//
// It assumes that the question names one thing. It never changes a file. Cost: a reading of the trace up to the
// instant asked about, and the runs of package counterfactual.
package question

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"bellwether/internal/explain/causality"
	"bellwether/internal/explain/counterfactual"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// A Question is about one of: a node, a leader, an election, the worst stretch, an instant.
type Question struct {
	Trace    string
	Options  scenarios.Options // how the scenario of the trace is loaded, to make its run again
	Node     protocol.ID       // why it follows its leader
	Leader   protocol.ID       // why it leads
	Worst    bool              // the worst stretch
	Election *protocol.Computation
	At       *time.Duration         // nil: the end
	Budget   *counterfactual.Budget // nil: no causes
}

// An Answer is what happened, and its causes.
type Answer struct {
	causality.Answer
	Causes *counterfactual.Answer `json:"causes,omitempty"` // nil: not asked for, or not found
}

// about returns the node that the question names; Nobody if it names no node.
func (q *Question) about() protocol.ID { return max(q.Node, q.Leader) }

func (q *Question) at() protocol.Time {
	if q.At == nil {
		return math.MaxInt64
	}
	return protocol.Time(*q.At)
}

// Ask answers the question. If the context ends, the answer has what is known by then, and the error is the context's.
func (q *Question) Ask(ctx context.Context) (a Answer, err error) {
	about := counterfactual.Question{At: q.at(), Node: q.about(), Worst: q.Worst}
	gone := false
	if q.about() != protocol.Nobody || q.Election != nil {
		if a.Answer, gone, err = q.happened(&about); err != nil {
			return a, err
		}
	}
	if q.Budget == nil || gone {
		return a, nil
	}
	about.Budget = *q.Budget
	w, err := counterfactual.Open(q.Trace, q.Options)
	if err != nil {
		if len(a.Sentences) == 0 || errors.Is(err, os.ErrNotExist) {
			return a, err
		}
		a.Sentences = append(a.Sentences, fmt.Sprintf("What would have been otherwise is not known: %v", err))
		return a, nil
	}
	if q.At != nil && about.At > w.Ends() {
		return a, fmt.Errorf("%v is after the end of the run, at %v", *q.At, time.Duration(w.Ends()))
	}
	found, err := w.Ask(ctx, about)
	a.Causes = &found
	a.Sentences = append(slices.Clip(a.Sentences), found.Sentences...)
	return a, err
}

// happened answers from the trace alone. gone reports that the node does not run at the
// instant; then nothing is wrong with it.
func (q *Question) happened(about *counterfactual.Question) (a causality.Answer, gone bool, err error) {
	file, err := os.Open(q.Trace)
	if err != nil {
		return a, false, err
	}
	defer file.Close()
	h, err := causality.Read(file, q.Trace, q.at())
	if err != nil {
		return a, false, err
	}
	gone = q.about() != protocol.Nobody && !h.Runs(q.about())
	switch {
	case q.At != nil && h.Whole && q.at() > h.Last:
		return a, gone, fmt.Errorf("%v is after the end of the trace, at %v", *q.At, time.Duration(h.Last))
	case q.Election != nil:
		if a, err = h.Took(*q.Election); err != nil {
			return a, gone, fmt.Errorf("%w; bellwether show %s --kind electing lists the elections", err, q.Trace)
		}
		p, err := h.Election(*q.Election)
		about.Election = &counterfactual.Election{Nodes: h.Entered(*q.Election), From: p.Start, To: p.End}
		return a, gone, err
	case q.Leader != protocol.Nobody:
		a, err = h.Leads(q.Leader)
	default:
		a, err = h.Follow(q.Node)
	}
	return a, gone, err
}
