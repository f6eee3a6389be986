package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// A Fleet is the agents of one cluster.
type Fleet struct {
	Program string // the path of bellwether
	Agents  []*Agent
	// AllNeeded ends a wait for agreement when an agent has ended with an error. Default:
	// the others may agree without it.
	AllNeeded bool
	// Look is the time between two polls of the agents in Agreement, and so the error of the time that
	// it took. Default: 20 ms.
	Look time.Duration
}

// patience bounds the wait for agreement. It is four times the slowest start of 64
// processes on two cores.
const patience = 3 * time.Minute

// defaultLook is the default of Look.
const defaultLook = 20 * time.Millisecond

// ErrDisagree says that the agents did not agree on a leader in time.
var ErrDisagree = errors.New("the agents do not agree")

// Start starts all agents that do not run.
func (f *Fleet) Start() error {
	for _, a := range f.Agents {
		if a.Runs() {
			continue
		}
		if err := a.Start(f.Program); err != nil {
			return err
		}
	}
	return nil
}

// Kill ends all of them.
func (f *Fleet) Kill() {
	for _, a := range f.Agents {
		a.Kill()
	}
}

// Named returns the agent of a name, nil if no agent has it.
func (f *Fleet) Named(name string) *Agent {
	for _, a := range f.Agents {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Best is the running agent that offers most.
func (f *Fleet) Best() *Agent {
	var best *Agent
	for _, a := range f.Agents {
		if a.Runs() && (best == nil || a.Offer > best.Offer) {
			best = a
		}
	}
	return best
}

// Agreed is the leader that all running agents name, if it runs, too, and no agent is in
// an election; otherwise it is nil. Agents that were told to leave are not among them.
func (f *Fleet) Agreed(ctx context.Context) *Agent {
	var leader *Agent
	for _, a := range f.Agents {
		if !a.Runs() || a.leaving {
			continue
		}
		st, ok := a.Status(ctx)
		if !ok || st.Leader == nil || st.Electing {
			return nil
		}
		named := f.Named(st.Leader.Name)
		if named == nil || !named.Runs() || named.leaving || leader != nil && named != leader {
			return nil
		}
		leader = named
	}
	return leader
}

// Agreement waits until all running agents follow one running leader that wanted accepts.
// It returns that leader, and how long it took.
func (f *Fleet) Agreement(ctx context.Context, wanted func(*Agent) bool) (leader *Agent, took time.Duration, err error) {
	look := cmp.Or(f.Look, defaultLook)
	began := time.Now()
	for time.Since(began) < patience {
		if leader := f.Agreed(ctx); leader != nil && wanted(leader) {
			return leader, time.Since(began), nil
		}
		if a := f.failed(); a != nil {
			return nil, 0, fmt.Errorf("%w: %s", ErrDisagree, a.ended(lastLines))
		}
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-time.After(look):
		}
	}
	return nil, 0, fmt.Errorf("%w:%s", ErrDisagree, f.report(ctx))
}

// failed is an agent without which there can be no agreement, and that has ended with an
// error; nil without such an agent.
func (f *Fleet) failed() *Agent {
	for _, a := range f.Agents {
		if f.AllNeeded && a.failed() {
			return a
		}
	}
	return nil
}

// lastLines of a log have the error with which an agent ended.
const lastLines = 3

// Anyone accepts every leader.
func Anyone(*Agent) bool { return true }

// IsBest accepts the running agent that offers most.
func (f *Fleet) IsBest(a *Agent) bool { return a == f.Best() }

// report returns whom each agent follows.
func (f *Fleet) report(ctx context.Context) string {
	out := ""
	for _, a := range f.Agents {
		st, answers := a.Status(ctx)
		switch {
		case a.failed():
			out += "\n" + a.ended(complaintLines)
		case !a.Runs():
			out += fmt.Sprintf("\n%s does not run", a.Name)
		case !answers:
			out += fmt.Sprintf("\n%s does not answer", a.Name)
		case st.Leader == nil:
			out += fmt.Sprintf("\n%s (%s) knows no leader", a.Name, st.Phase)
		default:
			out += fmt.Sprintf("\n%s (%s) follows %s", a.Name, st.Phase, st.Leader.Name)
		}
	}
	return out
}
