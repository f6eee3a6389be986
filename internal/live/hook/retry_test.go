package hook

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/internal/base/script"
	"bellwether/internal/live/agent"
	"bellwether/internal/testkit/bubble"
)

// A failing command of leader-gained is tried again, and then the owner is told; that of leader-lost is tried
// again, those of other events are not.
// A newer event of the leadership ends the tries at once.
func TestAFailingTakeoverIsTriedAgain(t *testing.T) {
	gained, lost := agent.Event{Kind: agent.LeaderGained}, agent.Event{Kind: agent.LeaderLost}
	for name, c := range map[string]struct {
		fails  int // how many commands fail
		events []agent.Event
		ran    []string
		gaveUp bool
	}{
		"the second try succeeds": {1, []agent.Event{gained}, []string{"start", "start"}, false},
		"all fail":                {9, []agent.Event{gained}, []string{"start", "start", "start"}, true},
		"a loss":                  {9, []agent.Event{lost}, []string{"stop", "stop", "stop"}, false},
		"another event":           {9, []agent.Event{{Kind: agent.Merged}}, []string{"merge"}, false},
		"another member's event":  {9, []agent.Event{gained, {Kind: agent.MemberJoined}}, []string{"start", "start", "start"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			bubble.Test(t, func(t *testing.T) {
				var ran []string
				gaveUp := false
				r := New(Options{Commands: map[agent.EventKind]string{agent.LeaderGained: "start", agent.LeaderLost: "stop", agent.Merged: "merge"},
					GaveUp: func(agent.Event) { gaveUp = true },
					Exec: func(_ context.Context, cmd script.Command) ([]byte, error) {
						if ran = append(ran, cmd.Line); len(ran) <= c.fails {
							return nil, errors.New("no")
						}
						return nil, nil
					}})
				r.Run(t.Context(), agent.Finished(c.events...))
				if !slices.Equal(ran, c.ran) || gaveUp != c.gaveUp {
					t.Errorf("ran %v, gave up: %v", ran, gaveUp)
				}
			})
		})
	}
}

// While it waits for the next try, leader-lost comes: its command runs at once, and nobody gives up.
func TestALossEndsTheTriesOfATakeover(t *testing.T) {
	bubble.Test(t, func(t *testing.T) {
		log, tell := agent.Growing()
		var ran []string
		began := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		r := New(Options{Commands: map[agent.EventKind]string{agent.LeaderGained: "start", agent.LeaderLost: "stop"},
			GaveUp: func(agent.Event) { t.Error("it gave up") },
			Exec: func(_ context.Context, cmd script.Command) ([]byte, error) {
				ran = append(ran, fmt.Sprint(cmd.Line, " ", time.Since(began)))
				return nil, errors.New("no")
			}})
		ended := make(chan struct{})
		go func() { defer close(ended); r.Run(ctx, log) }()
		tell(agent.Event{Kind: agent.LeaderGained})
		time.Sleep(time.Millisecond)
		tell(agent.Event{Kind: agent.LeaderLost})
		time.Sleep(time.Minute)
		cancel()
		<-ended
		if fmt.Sprint(ran) != "[start 0s stop 1ms stop 1.001s stop 3.001s]" {
			t.Errorf("ran %v", ran)
		}
	})
}
