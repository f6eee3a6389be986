//go:build unix

package script

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	for _, test := range []struct {
		name, line, want, fault string
	}{
		{"output", `cat; echo "$COLOUR"`, "fed\nred\n", ""},
		{"status", "echo no room >&2; exit 3", "", `exit status 3 ("no room")`},
		{"no such command", "no-such-command-anywhere", "", "no-such-command-anywhere"},
		{"background child", "sleep 30 & echo done", "done\n", ""},
		{"much output", "yes", strings.Repeat("y\n", 512), "too much output: above 1024 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := Run(t.Context(), Command{Line: test.line, Env: []string{"COLOUR=red"}, Input: []byte("fed\n"), Timeout: time.Minute, MaxOutput: 1024})
			if string(out) != test.want {
				t.Errorf("wrote %.100q", out)
			}
			if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
				t.Errorf("error %v, want %q", err, test.fault)
			}
		})
	}
}

// After the time-out the shell and all processes that it started are gone.
func TestATimeoutKillsGrandchildren(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	_, err := Run(t.Context(), Command{Line: `sh -c 'echo $$ > ` + pidFile + `; exec sleep 300'; true`, Timeout: 500 * time.Millisecond})
	if !errors.Is(err, errTimeout) {
		t.Fatalf("error %v", err)
	}
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
		// A killed orphan is a zombie until init reaps it.
		if stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
}

// A command is not killed because its output is discarded.
func TestDiscardedOutput(t *testing.T) {
	if out, err := Run(t.Context(), Command{Line: "yes | head -c 100000; echo x >&2", Timeout: time.Minute}); len(out) > 0 || err != nil {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}

func TestAnEndedContextKills(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, Command{Line: "sleep 300", Timeout: time.Minute}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
