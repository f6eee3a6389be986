package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"bellwether/internal/live/membership"
)

// A Cluster is the membership, as far as operators change it and ask it. membership.Gossip is one.
type Cluster interface {
	EditTags(set map[string]string, remove []string) (map[string]string, error)
	ForceLeave(name string, prune bool) error
	JoinNow(seeds ...string) (answered int, why error)
	Tell(membership.UserEvent) error
	Reach(context.Context) ([]membership.Reach, error)
}

// The bodies of requests to change the cluster.
type (
	// Tags are tags to set and names of tags to remove.
	Tags struct {
		Set    map[string]string `json:"set"`
		Remove []string          `json:"remove"`
	}
	// ForceLeave names a failed member to give up.
	ForceLeave struct {
		Name  string `json:"name"`
		Prune bool   `json:"prune"` // show it no more; default: as left
	}
	// Join has addresses of members to join.
	Join struct {
		Addresses []string `json:"addresses"`
	}
	// Tell is an event for all members.
	Tell struct {
		Name    string `json:"name"`
		Payload string `json:"payload"`
		Each    bool   `json:"each"` // hooks run for each; default: for the newest of those that wait
	}
)

// Joined is the answer of /v1/join.
type Joined struct {
	Answered int    `json:"answered"`
	Why      string `json:"why,omitempty"` // why the others did not
}

// reachTime bounds a question of reach: six probe time-outs of the slowest preset are 18 s.
const reachTime = 20 * time.Second

// withBody serves a request to change the cluster with a body. serve returns the answer.
func withBody[B any](a *API, serve func(B) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var body B
		switch err := read(r, &body); {
		case err != nil:
			fail(w, http.StatusBadRequest, err)
		case a.o.Cluster == nil:
			fail(w, http.StatusConflict, errNoCluster)
		default:
			what, err := serve(body)
			if err != nil {
				fail(w, http.StatusConflict, err)
				return
			}
			answer(w, what)
		}
	}
}

var errNoCluster = errors.New("this agent has no membership")

func (a *API) tags(b Tags) (any, error) { return a.o.Cluster.EditTags(b.Set, b.Remove) }

func (a *API) forceLeave(b ForceLeave) (any, error) {
	return obeyed, a.o.Cluster.ForceLeave(b.Name, b.Prune)
}

func (a *API) join(b Join) (any, error) {
	if len(b.Addresses) == 0 {
		return nil, errors.New("no address")
	}
	n, why := a.o.Cluster.JoinNow(b.Addresses...)
	switch {
	case n == 0:
		return nil, why
	case why != nil:
		return Joined{n, why.Error()}, nil
	}
	return Joined{Answered: n}, nil
}

func (a *API) tell(b Tell) (any, error) {
	return obeyed, a.o.Cluster.Tell(membership.UserEvent{Name: b.Name, Payload: b.Payload, Each: b.Each})
}

func (a *API) reachability(w http.ResponseWriter, r *http.Request) {
	if a.o.Cluster == nil {
		fail(w, http.StatusConflict, errNoCluster)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), reachTime)
	defer cancel()
	found, err := a.o.Cluster.Reach(ctx)
	if err != nil {
		fail(w, http.StatusConflict, err)
		return
	}
	answer(w, found)
}

// obeyed is the answer to an order without one of its own.
var obeyed = map[string]string{"status": "ok"}

// EditTags sets tags of the agent and removes others, and returns all that it then has.
func (c *Client) EditTags(ctx context.Context, t Tags) (all map[string]string, err error) {
	err = c.do(ctx, http.MethodPost, "/v1/tags", t, &all)
	return all, err
}

// ForceLeave gives up a failed member.
func (c *Client) ForceLeave(ctx context.Context, f ForceLeave) error {
	return c.do(ctx, http.MethodPost, "/v1/force-leave", f, nil)
}

// Join lets the agent join members at these addresses.
func (c *Client) Join(ctx context.Context, addresses []string) (j Joined, err error) {
	err = c.do(ctx, http.MethodPost, "/v1/join", Join{addresses}, &j)
	return j, err
}

// Tell tells all members of an event.
func (c *Client) Tell(ctx context.Context, t Tell) error {
	return c.do(ctx, http.MethodPost, "/v1/event", t, nil)
}

// Reachability asks who answers whom.
func (c *Client) Reachability(ctx context.Context) (all []membership.Reach, err error) {
	err = c.get(ctx, "/v1/reachability", &all)
	return all, err
}
