// Package causality asks a trace why something happened, and without what it would not have: what "bellwether why" does,
// for programs that import bellwether and bring algorithms of their own.
//
//	a, err := why.Ask(ctx, why.Question{Trace: "walk.ndjson", Worst: true})
//	fmt.Println(strings.Join(a.Sentences, "\n"))
//
// It assumes a trace that "bellwether run --trace" or a trace.Writer with an Origin wrote, by this program if causes are
// asked for: then the run is made again. It never changes a file. The page docs/why.md tells what is asked and
// how causes are found. Cost: 20 s for a gigabyte up to the instant asked about, and the runs.
package why

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"bellwether/internal/explain/counterfactual"
	"bellwether/internal/explain/question"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// A Question asks about one of Node, Leader, Election and Worst, or about At alone.
type Question struct {
	Trace    string               // a file
	Load     scenarios.Options    // More, Faults, Models and Losses that are the program's own
	Node     protocol.ID          // why it follows its leader
	Leader   protocol.ID          // why it leads
	Election protocol.Computation // where its time went
	Worst    bool                 // the stretch in which most nodes are wrong for longest
	At       *time.Duration       // of Node and Leader, or alone: the instant; nil: the end
	Runs     int                  // made at most to find causes; 0: 400, below 0: none
}

// An Answer is a dozen sentences, and the causes among them.
type Answer struct {
	Sentences []string
	Causes    []Cause
	JSON      []byte // all of it, as "bellwether why --format json" writes it
}

// A Cause is what the effect would not have been without: one suspect, or a least set of them.
type Cause struct {
	What          []string
	Interventions []string // entries of a scenario's interventions that leave it out
	Left          float64  // share of the effect that is left without it
}

// errAsks is the error for a question about nothing, or several things.
var errAsks = errors.New("why: a question is about one of Node, Leader, Election and Worst, or about At alone")

// Ask answers a question. If the context ends, the answer has what is known by then, and the error is the context's.
func Ask(ctx context.Context, q Question) (Answer, error) {
	in := question.Question{Trace: q.Trace, Options: q.Load, Node: q.Node, Leader: q.Leader, Worst: q.Worst, At: q.At}
	asked := 0
	for _, one := range []bool{q.Node != protocol.Nobody, q.Leader != protocol.Nobody, q.Worst, q.Election != protocol.Computation{}} {
		if one {
			asked++
		}
	}
	if asked > 1 || asked == 0 && q.At == nil {
		return Answer{}, errAsks
	}
	if q.Election != (protocol.Computation{}) {
		in.Election = &q.Election
	}
	if q.Runs >= 0 {
		in.Budget = &counterfactual.Budget{Runs: q.Runs}
	}
	found, err := in.Ask(ctx)
	out := Answer{Sentences: found.Sentences}
	if found.Causes != nil {
		for _, c := range found.Causes.Causes {
			one := Cause{Left: c.Left}
			for _, s := range c.Suspects {
				one.What, one.Interventions = append(one.What, s.What), append(one.Interventions, s.Change)
			}
			out.Causes = append(out.Causes, one)
		}
	}
	text, wrong := json.Marshal(found)
	out.JSON = text
	return out, errors.Join(err, wrong)
}
