package daemon

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/store"
)

// A daemon that cannot start runs the hook of leader-lost: a former run may have been killed while it
// led. While another agent has the state directory it runs no hook.
func TestADaemonThatDoesNotStartStopsWhatItsFormerRunStarted(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, setting := range []string{"http", "bind"} {
		r := run(t, "late", Change{Path: setting, Value: taken.Addr().String()})
		if err := <-r.ended; err == nil || !exists(filepath.Join(r.dir, "lost")) {
			t.Errorf("%s is taken: %v, and leader-lost has run: %v", setting, err, exists(filepath.Join(r.dir, "lost")))
		}
		r.cancel()
	}
	r := run(t, "busy", Change{Path: "state", Value: t.TempDir()})
	r.cancel()
	<-r.ended
	os.Remove(filepath.Join(r.dir, "lost"))
	dir, err := store.Open(r.load(t).State)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	p := Process{Logger: slog.New(slog.DiscardHandler), Level: new(slog.LevelVar)}
	if err := Run(context.Background(), r.load(t), p); !errors.Is(err, store.ErrInUse) || exists(filepath.Join(r.dir, "lost")) {
		t.Errorf("beside another agent: %v, and leader-lost has run: %v", err, exists(filepath.Join(r.dir, "lost")))
	}
}

// A hook is run by hand only where no agent runs, and whatever else the settings say. The test is
// not parallel: a program that another test starts holds the lock from its fork to its exec.
func TestAHookIsRunByHand(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	file := filepath.Join(t.TempDir(), "live.yaml")
	text := "name: a\nstate: " + t.TempDir() + "\nalgorithm: none-such\nidentity: state\n" +
		"hooks: {leader-lost: 'echo $BELLWETHER_EVENT $BELLWETHER_NAME $BELLWETHER_IS_LEADER >> " + out + "', merged: 'false'}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := LoadHooks(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	dir, err := store.Open(s.State)
	if err != nil {
		t.Fatal(err)
	}
	if err := RunHook(t.Context(), s, agent.LeaderLost, log); !errors.Is(err, store.ErrInUse) || exists(out) {
		t.Errorf("beside an agent: %v, ran: %v", err, exists(out))
	}
	dir.Close()
	if err := RunHook(t.Context(), s, agent.LeaderLost, log); err != nil {
		t.Error(err)
	}
	if said, _ := os.ReadFile(out); string(said) != "leader-lost a 0\n" {
		t.Errorf("%q", said)
	}
	if err := RunHook(t.Context(), s, agent.Merged, log); err == nil || !strings.Contains(err.Error(), "merged failed") {
		t.Errorf("a command that fails: %v", err)
	}
	if err := RunHook(t.Context(), s, agent.LeaderGained, log); err != nil {
		t.Errorf("no command: %v", err)
	}
}
