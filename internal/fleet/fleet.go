package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// A Fleet is the agents of one cluster.
type Fleet struct {
	Program string // the bellwether that they are
	Agents  []*Agent
}

// patience bounds a wait for the agents to agree: four times what the slowest start of
// 64 processes on two cores took.
const patience = 3 * time.Minute

// look is the time between two looks at the agents.
const look = 20 * time.Millisecond

// ErrDisagree is the answer where the agents did not come to agree.
var ErrDisagree = errors.New("fleet: the agents do not agree")

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

// Named gives the agent of a name, nil if there is none.
func (f *Fleet) Named(name string) *Agent {
	for _, a := range f.Agents {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Best is who offers most of those that run.
func (f *Fleet) Best() *Agent {
	var best *Agent
	for _, a := range f.Agents {
		if a.Runs() && (best == nil || a.Offer > best.Offer) {
			best = a
		}
	}
	return best
}

// Agreed is the leader that all agents that run name, if it is one of them and none is
// in an election; nil otherwise.
func (f *Fleet) Agreed(ctx context.Context) *Agent {
	var leader *Agent
	for _, a := range f.Agents {
		if !a.Runs() {
			continue
		}
		st, ok := a.Status(ctx)
		if !ok || st.Leader == nil || st.Electing {
			return nil
		}
		named := f.Named(st.Leader.Name)
		if named == nil || !named.Runs() || leader != nil && named != leader {
			return nil
		}
		leader = named
	}
	return leader
}

// Agreement waits until every agent that runs follows one that runs and that wanted
// accepts, and says who that is and how long it took.
func (f *Fleet) Agreement(ctx context.Context, wanted func(*Agent) bool) (leader *Agent, took time.Duration, err error) {
	began := time.Now()
	for time.Since(began) < patience {
		if leader := f.Agreed(ctx); leader != nil && wanted(leader) {
			return leader, time.Since(began), nil
		}
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-time.After(look):
		}
	}
	return nil, 0, fmt.Errorf("%w:%s", ErrDisagree, f.report(ctx))
}

// Anyone accepts every leader.
func Anyone(*Agent) bool { return true }

// IsBest accepts who offers most of those that run.
func (f *Fleet) IsBest(a *Agent) bool { return a == f.Best() }

// report says whom each agent follows.
func (f *Fleet) report(ctx context.Context) string {
	out := ""
	for _, a := range f.Agents {
		st, answers := a.Status(ctx)
		switch {
		case !a.Runs() && a.cmd != nil && a.ExitCode() > 0:
			out += fmt.Sprintf("\n%s has ended with %d; its log ends with\n%s", a.Name, a.ExitCode(), a.Complaint())
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

// FreePorts finds addresses of the loopback interface at which nobody listens. Somebody
// else may take one before the agent does; the agent says so then.
func FreePorts(n int) ([]string, error) {
	var out []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("fleet: no free port: %w", err)
		}
		defer l.Close()
		out = append(out, l.Addr().String())
	}
	return out, nil
}
