package daemon

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/api"
	"bellwether/internal/live/membership/gossiptest"
)

// TestMain fails if something that an agent started outlives it. Daemons wait for each
// other more than they work, so that all tests run at once on any machine.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8")
	gossiptest.Main(m)
}

// A running is a daemon that runs in this process.
type running struct {
	dir    string
	addr   string
	log    *gossiptest.Journal
	level  slog.LevelVar
	reload chan *Settings
	client *api.Client
	cancel context.CancelFunc
	ended  chan error
	flags  []Change
}

// run starts a daemon with every optional part. The path of its directory is short, since
// a socket's path has at most 104 bytes.
func run(t *testing.T, name string, more ...Change) *running {
	t.Helper()
	dir, err := os.MkdirTemp("", "bw")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &running{dir: dir, addr: free.Addr().String(), log: new(gossiptest.Journal), reload: make(chan *Settings), ended: make(chan error, 1)}
	free.Close()
	r.flags = append([]Change{
		{Path: "name", Value: name}, {Path: "bind", Value: r.addr}, {Path: "state", Value: filepath.Join(dir, "state")},
		{Path: "http", Value: "127.0.0.1:0"}, {Path: "timing", Value: "local"}, {Path: "hysteresis", Value: "0"},
		{Path: "trace", Value: filepath.Join(dir, "traces")}, {Path: "measure", Value: "100ms"},
		{Path: "hooks.leader-gained", Value: "touch " + filepath.Join(dir, "gained")},
		{Path: "hooks.leader-lost", Value: "touch " + filepath.Join(dir, "lost")},
	}, more...)
	s := r.load(t)
	var ctx context.Context
	ctx, r.cancel = context.WithCancel(context.Background())
	go func() {
		r.ended <- Run(ctx, s, Process{Version: "test", Logger: slog.New(slog.NewTextHandler(r.log, nil)), Level: &r.level, Reload: r.reload})
	}()
	r.client = api.Local(filepath.Join(dir, "state", api.SocketName))
	return r
}

func (r *running) load(t *testing.T, more ...Change) *Settings {
	t.Helper()
	s, err := Load("", append(append([]Change(nil), r.flags...), more...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// follows waits until the daemon's agent follows the agent of that name.
func (r *running) follows(t *testing.T, name string) {
	t.Helper()
	r.until(t, "it follows "+name, func() bool {
		s, err := r.client.Status(t.Context())
		return err == nil && s.Leader != nil && s.Leader.Name == name
	})
}

func (r *running) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("not in a minute: %s; its log:\n%s", what, r.log)
		}
	}
}

// end tells the daemon to end and waits for it.
func (r *running) end(t *testing.T) {
	t.Helper()
	r.cancel()
	if err := <-r.ended; err != nil {
		t.Errorf("%v; its log:\n%s", err, r.log)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Two daemons with hooks and traces elect, read their settings again, hand over and end.
// TestMain checks that no goroutine of them still runs.
func TestDaemonsLeaveNothingBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("daemons that come and go for seconds")
	}
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys")
	if err := NewKeyFile(keys); err != nil {
		t.Fatal(err)
	}
	key := Change{Path: "key_file", Value: keys}
	a := run(t, "a", key, Change{Path: "capability", Value: "static=200"})
	a.follows(t, "a")
	b := run(t, "b", key, Change{Path: "capability", Value: "exec=echo 100"}, Change{Path: "join", Value: "[" + a.addr + "]"})
	b.follows(t, "a")
	b.reload <- b.load(t, Change{Path: "capability", Value: "static=300"}, Change{Path: "label", Value: "other"},
		Change{Path: "log_level", Value: "debug"})
	a.follows(t, "b")
	b.follows(t, "b")
	if b.level.Level() != slog.LevelDebug {
		t.Error("the log level was not read again")
	}
	b.until(t, "it says what needs a restart", func() bool { return strings.Contains(b.log.String(), "setting=label") })
	b.end(t)
	a.follows(t, "a")
	a.end(t)
	for _, r := range []*running{a, b} {
		for _, file := range []string{"gained", "lost"} {
			if !exists(filepath.Join(r.dir, file)) {
				t.Errorf("the hook for leader-%s did not run; the log:\n%s", file, r.log)
			}
		}
		traces, _ := filepath.Glob(filepath.Join(r.dir, "traces", "*.1.ndjson"))
		if len(traces) != 1 {
			t.Errorf("traces: %v", traces)
		}
	}
}

// A daemon that cannot start closes what it has opened.
func TestFailedStartsLeaveNothingBehind(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for name, change := range map[string]Change{
		"gossip":  {Path: "bind", Value: taken.Addr().String()},
		"HTTP":    {Path: "http", Value: taken.Addr().String()},
		"trace":   {Path: "trace", Value: "/dev/null/traces"},
		"address": {Path: "bind", Value: "192.0.2.1:7946"},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, "a", change)
			defer r.cancel()
			select {
			case err := <-r.ended:
				if err == nil {
					t.Error("it ended without an error")
				}
			case <-time.After(time.Minute):
				t.Fatalf("it runs; its log:\n%s", r.log)
			}
			if exists(filepath.Join(r.dir, "state", api.SocketName)) {
				t.Error("its socket is still there")
			}
		})
	}
}

// Of two daemons with one name the later ends with an error that names both.
func TestTheLaterOfTwoWithOneNameEnds(t *testing.T) {
	t.Parallel()
	a := run(t, "a")
	a.follows(t, "a")
	b := run(t, "a", Change{Path: "join", Value: "[" + a.addr + "]"})
	defer b.cancel()
	select {
	case err := <-b.ended:
		if err == nil || !strings.Contains(err.Error(), a.addr) || !strings.Contains(err.Error(), b.addr) {
			t.Errorf("the error %v does not name %s and %s", err, a.addr, b.addr)
		}
	case <-time.After(time.Minute):
		t.Fatalf("it runs; its log:\n%s", b.log)
	}
	a.follows(t, "a")
	a.end(t)
}

// An order to leave over the socket ends the daemon without an error.
func TestAnOrderToLeaveEndsTheDaemon(t *testing.T) {
	t.Parallel()
	a := run(t, "a")
	a.follows(t, "a")
	if err := a.client.Order(t.Context(), "leave"); err != nil {
		t.Fatal(err)
	}
	if err := <-a.ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	a.cancel()
}
