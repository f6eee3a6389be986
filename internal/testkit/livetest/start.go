package livetest

import (
	"context"
	"errors"
	"testing"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/protocol"
)

// Start runs an agent on the network. Unless the options say otherwise it has a disk, and
// the first letter of its name as its ID.
func (e *Network) Start(t *testing.T, name string, o agent.Options) *agent.Agent {
	t.Helper()
	o.Name = name
	if o.Storage == nil {
		o.Storage = &Disk{Node: protocol.ID(name[0])}
	}
	a, err := agent.Join(t.Context(), o, e.Enter(name))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Enter is how an agent of that name enters this network, for agent.Join.
func (e *Network) Enter(name string) func(*agent.Options, membership.Meta) (agent.Network, error) {
	return func(_ *agent.Options, meta membership.Meta) (agent.Network, error) { return e.Join(name, meta), nil }
}

// Leader is the name of the leader that an agent knows, "" for none.
func Leader(t *testing.T, a *agent.Agent) string {
	t.Helper()
	s, err := a.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Leader == nil {
		return ""
	}
	return s.Leader.Name
}

// Stop lets agents leave, one after the other.
func Stop(t *testing.T, agents ...*agent.Agent) {
	t.Helper()
	for _, a := range agents {
		if err := a.Leave(context.Background()); err != nil && !errors.Is(err, agent.ErrEnded) {
			t.Error(err)
		}
	}
}
