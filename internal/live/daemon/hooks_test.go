package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/agent"
)

// A file of settings names hooks by the flag's name, too, but no event by both.
func TestHooksHaveTwoNamesInFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "live.yaml")
	for text, want := range map[string]string{
		"on_event: {leader-gained: start}\nhooks: {leader-lost: stop}\n":    "",
		"on_event: {leader-gained: start}\nhooks: {leader-gained: begin}\n": "is also given by hooks",
		"on_event: {leader-found: start}\n":                                 "no event is called",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Load(file, nil, nil)
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v", text, err)
		case want == "" && (err != nil || s.hooks[agent.LeaderGained] != "start" || s.hooks[agent.LeaderLost] != "stop"):
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A leader whose hook of leader-gained goes on failing steps down if that is asked for, and only then.
func TestALeaderWhoseHookFailsStepsDown(t *testing.T) {
	t.Parallel()
	for _, asked := range []string{"true", "false"} {
		r := run(t, "a", Change{Path: "hooks.leader-gained", Value: "false"}, Change{Path: "hook_step_down", Value: asked})
		want := "failed again and again"
		for began := time.Now(); !strings.Contains(r.log.String(), want); time.Sleep(20 * time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatalf("no %q in\n%s", want, r.log)
			}
		}
		if asked == "true" {
			r.until(t, "it has stepped down", func() bool { st, err := r.client.Status(t.Context()); return err == nil && st.Resigned })
		} else {
			time.Sleep(300 * time.Millisecond)
		}
		st, err := r.client.Status(t.Context())
		if err != nil || st.Resigned != (asked == "true") {
			t.Errorf("asked %s: resigned %v, %v", asked, st.Resigned, err)
		}
		r.end(t)
	}
}
