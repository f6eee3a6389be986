//go:build unix

package hook

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/live"
)

var (
	self  = live.Node{Name: "a", ID: 1}
	other = live.Node{Name: "b", ID: 2}
)

// follow runs the hooks of a log that is complete.
func follow(t *testing.T, o Options, events ...live.Event) *Runner {
	t.Helper()
	r := New(o)
	r.Run(t.Context(), live.Finished(events...))
	return r
}

func TestAHookGetsTheEvent(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	follow(t, Options{Commands: map[live.EventKind]string{
		live.LeaderGained: `echo "$BELLWETHER_EVENT $BELLWETHER_EPOCH $BELLWETHER_LEADER $BELLWETHER_LEADER_ID $BELLWETHER_IS_LEADER $BELLWETHER_RECONFIRMED $BELLWETHER_FORMER_LEADER" > ` + out + `; cat >> ` + out,
	}}, live.Event{Kind: live.LeaderGained, Epoch: 7, Self: self, Leader: &self, Former: &other, Reconfirmed: true})
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	env, json, _ := strings.Cut(string(text), "\n")
	if env != "leader-gained 7 a 1 1 1 b" {
		t.Errorf("environment %q", env)
	}
	if !strings.Contains(json, `"event":"leader-gained","epoch":7`) || strings.Count(json, "\n") != 1 {
		t.Errorf("input %q", json)
	}
}

// What is the case is run, not every step that led to it.
func TestOnlyTheNewestOfWaitingEventsIsRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	line := `echo "$BELLWETHER_EVENT $BELLWETHER_EPOCH" >> ` + out
	follow(t, Options{Commands: map[live.EventKind]string{live.LeaderGained: line, live.LeaderLost: line, live.LeaderChanged: line}},
		live.Event{Kind: live.LeaderGained, Epoch: 1}, live.Event{Kind: live.LeaderLost, Epoch: 2},
		live.Event{Kind: live.LeaderChanged, Epoch: 2}, live.Event{Kind: live.LeaderGained, Epoch: 3},
		live.Event{Kind: live.LeaderLost, Epoch: 4}, live.Event{Kind: live.LeaderChanged, Epoch: 5}, live.Event{Kind: live.Merged, Epoch: 5})
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
	r := follow(t, Options{Timeout: 300 * time.Millisecond, Commands: map[live.EventKind]string{
		live.LeaderLost:    `echo begin >> ` + out + `; sleep 300; echo end >> ` + out,
		live.LeaderChanged: `echo next >> ` + out,
	}}, live.Event{Kind: live.LeaderLost}, live.Event{Kind: live.LeaderChanged})
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != "begin\nnext\n" {
		t.Errorf("ran %q", text)
	}
	if all, failed := r.Ran(); all != 2 || failed != 1 {
		t.Errorf("%d ran, %d failed", all, failed)
	}
}

func TestAnEndedContextEndsTheRunner(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	New(Options{Commands: map[live.EventKind]string{live.Merged: "sleep 300"}}).Run(ctx, live.Unfinished(live.Event{Kind: live.Merged}))
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
