package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bellwether/internal/butfor"
	"bellwether/internal/why"
	"bellwether/protocol"
)

// A whyQuestion is a question about a trace.
type whyQuestion struct {
	*whyFlags
	trace    string
	about    protocol.ID // a node; Nobody: no node
	dated    bool        // --at is given
	gone     bool        // the node that is asked about does not run then, and follows whom it should
	election protocol.Computation
}

// A whyAnswer is what happened, and its causes.
type whyAnswer struct {
	why.Answer
	Causes *butfor.Answer `json:"causes,omitempty"` // nil: they were not asked for
}

// question checks the flags.
func (f *whyFlags) question(cmd *cobra.Command, name string) (*whyQuestion, error) {
	if strings.HasSuffix(name, ".story") {
		return nil, fmt.Errorf("%s is a story, and why asks traces: bellwether view %s plays it", name, name)
	}
	c, err := electionOf(f.election)
	if err != nil {
		return nil, err
	}
	dated := cmd.Flags().Changed("at")
	asked := 0
	for _, one := range []bool{f.node != 0, f.leader != 0, f.bad, f.election != ""} {
		if one {
			asked++
		}
	}
	switch {
	case f.node == 0 && cmd.Flags().Changed("node"), f.leader == 0 && cmd.Flags().Changed("leader"):
		return nil, errors.New("node 0 is none: nodes are numbered from 1")
	case f.format != "text" && f.format != "json":
		return nil, fmt.Errorf("--format %s is none: there are text and json", f.format)
	case asked == 0 && !dated:
		return nil, errors.New("ask about a node, by --node or --leader and --at; about an instant, by --at; about the worst stretch, by --bad; or about an election, by --election")
	case asked > 1:
		return nil, errors.New("--node, --leader, --bad and --election are four questions: ask one at a time")
	case dated && (f.bad || f.election != ""):
		return nil, errors.New("--at goes with --node and --leader, or alone: an election and the worst stretch have their own times")
	case f.at < 0:
		return nil, fmt.Errorf("--at %v is before the run", f.at)
	case f.budget.Runs < 3:
		return nil, fmt.Errorf("--budget %d: 3 or more, the run itself is made twice", f.budget.Runs)
	case f.budget.Time <= 0:
		return nil, fmt.Errorf("--budget-time %v: must be longer than 0s", f.budget.Time)
	case !f.causes && asked == 0, !f.causes && f.bad:
		return nil, errors.New("--causes=false leaves nothing to answer about an instant of all nodes: name one by --node")
	}
	q := &whyQuestion{whyFlags: f, trace: name, about: protocol.ID(max(f.node, f.leader)), election: c, dated: dated}
	return q, nil
}

// answer answers the question.
func (q *whyQuestion) answer(ctx context.Context) (a whyAnswer, err error) {
	about := butfor.Question{At: protocol.Time(q.at), Node: q.about, Worst: q.bad, Budget: q.budget}
	if q.about != protocol.Nobody || q.whyFlags.election != "" {
		if a.Answer, err = q.happened(&about); err != nil {
			return a, err
		}
	}
	if !q.causes || q.gone {
		return a, nil
	}
	w, err := butfor.Open(q.trace, q.registry.Options())
	if err != nil {
		if len(a.Sentences) == 0 || errors.Is(err, os.ErrNotExist) {
			return a, err
		}
		a.Sentences = append(a.Sentences, fmt.Sprintf("What would have been otherwise is not known: %v.", err))
		return a, nil
	}
	if q.dated && about.At > w.Ends() {
		return a, fmt.Errorf("--at %v is after the end of the run, at %v", q.at, time.Duration(w.Ends()))
	}
	found, err := w.Ask(ctx, about)
	a.Causes = &found
	a.Sentences = append(slices.Clip(a.Sentences), found.Sentences...)
	return a, err
}

// happened answers from the trace alone.
func (q *whyQuestion) happened(about *butfor.Question) (why.Answer, error) {
	file, err := os.Open(q.trace)
	if err != nil {
		return why.Answer{}, err
	}
	defer file.Close()
	h, err := why.Read(file, q.trace, protocol.Time(q.at))
	if err != nil {
		return why.Answer{}, err
	}
	q.gone = q.about != protocol.Nobody && !h.Runs(q.about)
	switch {
	case q.dated && h.Whole && protocol.Time(q.at) > h.Last:
		return why.Answer{}, fmt.Errorf("--at %v is after the end of the trace, at %v", q.at, time.Duration(h.Last))
	case q.whyFlags.election != "":
		a, err := h.Took(q.election)
		if err != nil {
			return a, fmt.Errorf("%w; bellwether show %s --kind electing lists the elections", err, q.trace)
		}
		p, err := h.Election(q.election)
		about.Election = &butfor.Election{Nodes: h.Entered(q.election), From: p.Start, To: p.End}
		return a, err
	case q.leader != 0:
		return h.Leads(q.about)
	}
	return h.Follow(q.about)
}
