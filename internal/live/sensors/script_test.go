//go:build unix

package sensors

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func scripted(t *testing.T, command string, timeout time.Duration) *Script {
	t.Helper()
	s, err := NewScript(ScriptOptions{Command: command, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// patient is a time-out that never ends during a test.
const patient = time.Hour

func TestScriptPrintsAValue(t *testing.T) {
	for command, want := range map[string]int64{
		"echo 42":                              42,
		"printf 7":                             7,
		`printf '\n\t 2.5 \r\n\n'`:             3,
		"echo 1e3":                             1000,
		"echo +0":                              0,
		"echo 1000000000000":                   1e12,
		"echo $BELLWETHER_MEMBERS":             9,
		"echo $BELLWETHER_RTT_MS":              12,
		"echo ${BELLWETHER_LINK_QUALITY}e2":    75,
		"cat; echo 5":                          5, // nothing to read
		"head -c 100000 /dev/zero >&2; echo 6": 6,
		"x=3; echo $((x * 4))":                 12,
		"sleep 1000 & echo 8":                  8, // does not wait for its background process
	} {
		v, err := scripted(t, command, patient).Value(t.Context(), Heard{Members: 9, RTT: 12345 * time.Microsecond, Quality: 0.75})
		if v != want || err != nil {
			t.Errorf("%s: %d, %v; want %d", command, v, err, want)
		}
	}
}

func TestScriptThatFailsKeepsTheLastValue(t *testing.T) {
	for command, says := range map[string]string{
		"true":                       "it printed no value: no number",
		"echo":                       "no number",
		"echo high":                  `"high" is not a number`,
		"echo NaN":                   "not a number",
		"echo -Inf":                  "not a number",
		"echo 5 6":                   `"5 6" is not a number`,
		"echo 0x10":                  "not a number",
		"echo -3":                    "must be from 0 to 1000000000000",
		"echo 1000000000001":         "must be from 0 to 1000000000000",
		"echo 1e400":                 "must be from 0 to 1000000000000",
		"echo 99999999999999999999":  "must be from 0 to 1000000000000",
		`printf '\377\376'`:          "not a number",
		"echo 5; exit 3":             "exit status 3",
		"echo no fuel >&2; exit 1":   `exit status 1 ("no fuel")`,
		"kill -9 $$":                 "signal: killed",
		"/no/such/file":              "exit status 127",
		"yes":                        "above 1024 bytes",
		"head -c 1025 /dev/zero":     "above 1024 bytes",
		"yes 1 | head -c 2000 | cat": "above 1024 bytes",
	} {
		file := filepath.Join(t.TempDir(), "sound")
		s := scripted(t, fmt.Sprintf("if test -e %s; then echo 77; else %s; fi", file, command), patient)
		if v, err := s.Value(t.Context(), Heard{}); v != 0 || err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s at first: %d, %v", command, v, err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if v, err := s.Value(t.Context(), Heard{}); v != 77 || err != nil {
			t.Errorf("%s, when it is sound: %d, %v", command, v, err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		v, err := s.Value(t.Context(), Heard{})
		if v != 77 || err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "the value stays 77") {
			t.Errorf("%s again: %d, %v", command, v, err)
		}
	}
}

func TestScriptThatHangsTimesOut(t *testing.T) {
	v, err := scripted(t, "echo 5; sleep 1000", 50*time.Millisecond).Value(t.Context(), Heard{})
	if v != 0 || err == nil || !strings.Contains(err.Error(), "time-out of 50ms") {
		t.Errorf("%d, %v", v, err)
	}
	if _, err := NewScript(ScriptOptions{Command: "true", Timeout: -1}); err == nil {
		t.Error("a negative time-out was accepted")
	}
}

// TestHangingScriptDiesWithAllItStarted kills a script, its children that ignore signals
// to end, and their children, once all of them run.
func TestHangingScriptDiesWithAllItStarted(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	inner := fmt.Sprintf(`trap "" TERM INT HUP; echo $$ >>%s; sleep 1000 & echo $! >>%s; sleep 1000`, pids, pids)
	command := fmt.Sprintf(`trap "" TERM INT HUP; echo $$ >>%s; sh -c '%s' & sh -c '%s' & sleep 1000`, pids, inner, inner)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if b, _ := os.ReadFile(pids); strings.Count(string(b), "\n") == 5 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := scripted(t, command, patient).Value(ctx, Heard{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	awaitDeath(t, pids, 5)
}

func TestScriptThatEndsLeavesNoProcess(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	command := fmt.Sprintf("sleep 1000 >/dev/null & echo $! >>%s; sleep 1000 & echo $! >>%s; echo 3", pids, pids)
	if v, err := scripted(t, command, patient).Value(t.Context(), Heard{}); v != 3 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
	awaitDeath(t, pids, 2)
}

// TestProcessThatLeftTheGroupDelaysNothing runs a process that leaves its group and keeps
// the output open.
func TestProcessThatLeftTheGroupDelaysNothing(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid here")
	}
	pids := filepath.Join(t.TempDir(), "pids")
	command := fmt.Sprintf("setsid sh -c 'echo $$ >%s; exec sleep 1000' & until test -s %s; do sleep 0.01; done; echo 4", pids, pids)
	if v, err := scripted(t, command, patient).Value(t.Context(), Heard{}); v != 4 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
	b, _ := os.ReadFile(pids)
	if pid, err := strconv.Atoi(strings.TrimSpace(string(b))); err != nil || syscall.Kill(pid, syscall.SIGKILL) != nil {
		t.Errorf("the process %q was killed: %v", b, err)
	}
}

// awaitDeath waits until processes are gone, or are zombies.
func awaitDeath(t *testing.T, file string, want int) {
	t.Helper()
	b, err := os.ReadFile(file)
	pids := strings.Fields(string(b))
	if err != nil || len(pids) != want {
		t.Fatalf("%d processes were started, want %d (%v)", len(pids), want, err)
	}
	for _, p := range pids {
		pid, err := strconv.Atoi(p)
		if err != nil {
			t.Fatal(err)
		}
		for tries := 0; syscall.Kill(pid, 0) == nil; tries++ {
			if stat, err := os.ReadFile("/proc/" + p + "/stat"); err == nil && strings.Contains(string(stat), ") Z ") {
				break
			}
			if tries == 10000 {
				syscall.Kill(pid, syscall.SIGKILL)
				t.Errorf("process %d still runs", pid)
			}
			time.Sleep(time.Millisecond)
		}
	}
}
