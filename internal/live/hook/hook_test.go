//go:build unix

package hook

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/base/script"
	"bellwether/internal/live/agent"
)

var (
	self  = agent.Node{Name: "a", ID: 1}
	other = agent.Node{Name: "b", ID: 2}
)

// follow runs the hooks of a complete log.
func follow(t *testing.T, o Options, events ...agent.Event) *Runner {
	t.Helper()
	r := New(o)
	for i := range events {
		events[i].At = time.Now()
	}
	r.Run(t.Context(), agent.Finished(events...))
	return r
}

func TestAHookGetsTheEvent(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	follow(t, Options{Commands: map[agent.EventKind]string{
		agent.LeaderGained: `echo "$BELLWETHER_EVENT $BELLWETHER_EPOCH $BELLWETHER_LEADER $BELLWETHER_LEADER_ID $BELLWETHER_IS_LEADER $BELLWETHER_RECONFIRMED $BELLWETHER_FORMER_LEADER $BELLWETHER_HOLDS_MS $BELLWETHER_FENCE" > ` + out + `; cat >> ` + out,
	}}, agent.Event{Kind: agent.LeaderGained, Epoch: 7, Self: self, Leader: &self, Former: &other, Reconfirmed: true, HoldsFor: 4500 * time.Millisecond, Fence: 1764328000123})
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	env, json, _ := strings.Cut(string(text), "\n")
	if env != "leader-gained 7 a 1 1 1 b 4500 1764328000123" {
		t.Errorf("environment %q", env)
	}
	if !strings.Contains(json, `"event":"leader-gained","epoch":7`) || strings.Count(json, "\n") != 1 {
		t.Errorf("input %q", json)
	}
}

// Only the present state is run, not every step that led to it.
func TestOnlyTheNewestOfWaitingEventsIsRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	line := `echo "$BELLWETHER_EVENT $BELLWETHER_EPOCH" >> ` + out
	follow(t, Options{Commands: map[agent.EventKind]string{agent.LeaderGained: line, agent.LeaderLost: line, agent.LeaderChanged: line}},
		agent.Event{Kind: agent.LeaderGained, Epoch: 1}, agent.Event{Kind: agent.LeaderLost, Epoch: 2},
		agent.Event{Kind: agent.LeaderChanged, Epoch: 2}, agent.Event{Kind: agent.LeaderGained, Epoch: 3},
		agent.Event{Kind: agent.LeaderLost, Epoch: 4}, agent.Event{Kind: agent.LeaderChanged, Epoch: 5}, agent.Event{Kind: agent.Merged, Epoch: 5})
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != "leader-lost 4\nleader-changed 5\n" {
		t.Errorf("ran %q", text)
	}
}

// A hook that hangs is killed, and the next one runs; none overlap.
func TestAHookThatHangsIsKilled(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	r := follow(t, Options{Timeout: 300 * time.Millisecond, Commands: map[agent.EventKind]string{
		agent.LeaderChanged: `echo begin >> ` + out + `; sleep 300; echo end >> ` + out,
		agent.LeaderLost:    `echo next >> ` + out,
	}}, agent.Event{Kind: agent.LeaderChanged}, agent.Event{Kind: agent.LeaderLost})
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != "begin\nnext\n" {
		t.Errorf("ran %q", text)
	}
	if c := r.Counts()[0]; c.Lane != Leadership || c.Ran != 2 || c.Failed != 1 || c.Latest < 300*time.Millisecond || c.Late < c.Latest {
		t.Errorf("%+v", c)
	}
}

// A slow command of a member's event does not delay the commands of the leadership: here it waits
// until a command of the leadership has run.
func TestALaneDoesNotWaitForAnother(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	r := follow(t, Options{Timeout: 20 * time.Second, Commands: map[agent.EventKind]string{
		agent.MemberJoined: `until test -e ` + out + `; do sleep 0.01; done`,
		agent.LeaderLost:   `echo lost > ` + out,
	}}, agent.Event{Kind: agent.MemberJoined, Members: []string{"b"}}, agent.Event{Kind: agent.LeaderLost})
	for _, c := range r.Counts()[:2] {
		if c.Ran != 1 || c.Failed != 0 {
			t.Errorf("%+v", c)
		}
	}
}

// Joins that wait become one, with all members; a state that waits gives way to a newer one.
func TestWaitingEventsBecomeOne(t *testing.T) {
	said := func(kind agent.EventKind, members ...string) agent.Event {
		return agent.Event{Kind: kind, Members: members}
	}
	events := []agent.Event{said(agent.StorageFailed), said(agent.MemberJoined, "a", "b"), said(agent.MemberLeft, "a"),
		said(agent.MemberJoined, "b", "c"), said(agent.LeaderGained), said(agent.StorageHealed), said(agent.LeaderLost)}
	for lane, want := range map[Lane]string{
		Leadership: "leader-lost[] ", Storage: "storage-healed[] ", Membership: "member-left[a] member-joined[a b c] ",
	} {
		got := ""
		for _, e := range waiting(lane, events) {
			got += fmt.Sprint(e.Kind, e.Members, " ")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", lane, got, want)
		}
	}
}

// The end of its context ends the runner at once: it kills the command that runs, and does not wait
// for the end of the log or for the command's time-out.
func TestAnEndedContextEndsTheRunner(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	started := filepath.Join(t.TempDir(), "started")
	r := New(Options{Timeout: time.Hour, Commands: map[agent.EventKind]string{agent.Merged: "touch " + started + "; sleep 300"}})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx, agent.Unfinished(agent.Event{Kind: agent.Merged}))
	}()
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(started); err == nil {
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatal("the command does not begin")
		}
	}
	select {
	case <-ended:
		t.Fatal("the runner ends while its command runs")
	default:
	}
	cancel()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("the runner goes on")
	}
	var ran, failed uint64
	for _, c := range r.Counts() {
		ran, failed = ran+c.Ran, failed+c.Failed
	}
	if ran != 1 || failed != 1 {
		t.Errorf("%d commands ran, %d failed: want one that was killed", ran, failed)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"leader-gained=/bin/true -x a=b": "/bin/true -x a=b",
		"leader-gained=":                 "",
		"leader-gained":                  "",
		"leader=/bin/true":               "",
	} {
		_, line, err := Parse(text)
		if line != want || (err != nil) != (want == "") {
			t.Errorf("%s: %q, %v", text, line, err)
		}
	}
}

// An event reports a command that begins late. Late commands of hook-late itself are reported only in the
// log: otherwise they would report themselves for ever.
func TestLatenessIsTold(t *testing.T) {
	var told []agent.EventKind
	r := New(Options{
		Commands: map[agent.EventKind]string{agent.LeaderLost: "true", agent.HookLate: "true", agent.LeaderChanged: "true"},
		Late:     func(e agent.Event, by time.Duration) { told = append(told, e.Kind) },
	})
	before := time.Now().Add(-2 * time.Second)
	for _, e := range []agent.Event{{Kind: agent.LeaderLost, At: before}, {Kind: agent.HookLate, At: before}, {Kind: agent.LeaderChanged, At: time.Now()}} {
		r.Run(t.Context(), agent.Finished(e))
	}
	if len(told) != 1 || told[0] != agent.LeaderLost {
		t.Errorf("told %v", told)
	}
}

// More events of other kinds than the log keeps do not push out the newest state of the leadership: a
// lane that was busy meanwhile still runs its command.
func TestAFloodOfEventsHidesNoLossOfTheLeadership(t *testing.T) {
	var ran []string
	r := New(Options{Commands: map[agent.EventKind]string{agent.LeaderGained: "start", agent.LeaderLost: "stop"},
		Exec: func(_ context.Context, c script.Command) ([]byte, error) { ran = append(ran, c.Line); return nil, nil }})
	events := []agent.Event{{Kind: agent.LeaderGained}, {Kind: agent.LeaderLost}}
	for range 3000 {
		events = append(events, agent.Event{Kind: agent.MemberJoined})
	}
	r.Run(t.Context(), agent.Finished(events...))
	if fmt.Sprint(ran) != "[stop]" {
		t.Errorf("ran %v", ran)
	}
	if c := r.Counts()[0]; c.Skipped != 3001-1023 {
		t.Errorf("%d skipped", c.Skipped)
	}
}
