package look

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/internal/explain/question"
	"bellwether/protocol"
)

// question checks the flags.
func (f *whyFlags) question(cmd *cobra.Command, name string) (*question.Question, error) {
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
		return nil, errors.New("there is no node 0: nodes are numbered from 1")
	case f.format.Check() != nil:
		return nil, f.format.Check()
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
	q := &question.Question{Trace: name, Options: f.registry.Options(), Node: protocol.ID(f.node), Leader: protocol.ID(f.leader), Worst: f.bad}
	if err := f.programs.Load(&q.Options); err != nil {
		return nil, err
	}
	if f.election != "" {
		q.Election = &c
	}
	if dated {
		q.At = &f.at
	}
	if f.causes {
		q.Budget = &f.budget
	}
	return q, nil
}
