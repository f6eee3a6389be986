package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/membership"
)

// cluster is a membership that obeys some orders.
type cluster struct{}

func (cluster) EditTags(set map[string]string, _ []string) (map[string]string, error) {
	return set, nil
}

func (cluster) ForceLeave(name string, _ bool) error {
	if name == "nobody" {
		return membership.ErrUnknown
	}
	return nil
}

func (cluster) JoinNow(seeds ...string) (int, error) {
	return 1, errors.New(seeds[len(seeds)-1] + ": no answer")
}

func (cluster) Tell(u membership.UserEvent) error {
	if u.Name != "deploy" {
		return errors.New("no such name")
	}
	return nil
}

func (cluster) Reach(context.Context) ([]membership.Reach, error) {
	return []membership.Reach{{From: "a", Answered: true, To: []membership.ReachMember{{Name: "b", Answers: true, RTT: time.Millisecond}}}, {From: "b", Why: "it did not answer"}}, nil
}

// Who changes the cluster needs the token, or the local socket; the client has all of it.
func TestChangesOfTheClusterNeedTheToken(t *testing.T) {
	t.Parallel()
	s := serve(t, "b")
	for _, path := range []string{"/v1/tags", "/v1/force-leave", "/v1/join", "/v1/event"} {
		reply, err := http.Post("http://"+s.remote+path, "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		if reply.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s without a token: %d", path, reply.StatusCode)
		}
	}
	if code, _ := s.get(t, "/v1/reachability"); code != http.StatusUnauthorized {
		t.Errorf("reachability without a token: %d", code)
	}
	c, ctx := s.local, t.Context()
	want := map[string]string{"role": "gateway"}
	if got, err := c.EditTags(ctx, api.Tags{Set: want}); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if err := c.ForceLeave(ctx, api.ForceLeave{Name: "nobody"}); err == nil || !strings.Contains(err.Error(), membership.ErrUnknown.Error()) {
		t.Error(err)
	}
	if got, err := c.Join(ctx, []string{"10.0.0.1", "10.0.0.2"}); err != nil || got != (api.Joined{Answered: 1, Why: "10.0.0.2: no answer"}) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := c.Tell(ctx, api.Tell{Name: "deploy"}); err != nil {
		t.Error(err)
	}
	if got, err := c.Reachability(ctx); err != nil || len(got) != 2 || got[0].To[0].RTT != time.Millisecond {
		t.Errorf("%+v, %v", got, err)
	}
}

// An event of a user has the form that is described.
func TestUserEventIsAsDescribed(t *testing.T) {
	_, schema := described(t)
	text, err := json.Marshal(agent.Event{Number: 1, Kind: agent.UserTold, User: &agent.User{Name: "deploy", Payload: "v1", Clock: 3, Each: true}})
	if err != nil {
		t.Fatal(err)
	}
	var got any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if err := schema("/components/schemas/Event").Validate(got); err != nil {
		t.Error(err)
	}
}
