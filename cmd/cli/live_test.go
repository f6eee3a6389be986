package cli

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/doctor"
)

// If no agent listens, the error says how to start one, and which agents there are.
func TestNoAgentListens(t *testing.T) {
	home := t.TempDir()
	t.Setenv("STATE_DIRECTORY", "")
	t.Setenv("XDG_STATE_HOME", home)
	for _, c := range []struct{ command, want string }{
		{"live status --name a", "no agent listens at " + home + `/bellwether/a/control.sock: start one with "bellwether live --name a"`},
		{"live members --state " + home, "no agent listens at " + home + `/control.sock: start one with "bellwether live --state ` + home + `"`},
		{"live keys rotate --http 127.0.0.1:1", "no agent listens at 127.0.0.1:1: one that is started with --http 127.0.0.1:1 does"},
	} {
		var out, said bytes.Buffer
		if code := run(strings.Fields(c.command), &out, &said); code != exitFailed || said.String() != "bellwether: "+c.want+"\n" {
			t.Errorf("%s: exit code %d, %s", c.command, code, said.String())
		}
	}
	listens(t, home+"/bellwether/beta")
	var out, said bytes.Buffer
	run(strings.Fields("live elect --name a"), &out, &said)
	if !strings.Contains(said.String(), `: there are beta, which --name takes; or start it with "bellwether live --name a"`) {
		t.Error(said.String())
	}
}

// listens opens the socket of an agent in this directory. The agent has the directory's
// name, and leads.
func listens(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "control.sock"))
	if err != nil {
		t.Fatal(err)
	}
	self := agent.Node{Name: filepath.Base(dir), ID: 1}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(agent.Status{Self: self, Leader: &self, Algorithm: "bully"})
	})}
	t.Cleanup(func() { server.Close() })
	go server.Serve(l)
}

// Without --name the agent that runs is asked: the host's, or the only one. Of several agents none
// is guessed. A socket that a killed agent left behind is no agent.
func TestTheOneAgentOfTheMachineIsFound(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Skip("no name of this machine:", err)
	}
	home, err := os.MkdirTemp("", "bw") // short: a socket's path has at most 104 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	t.Setenv("STATE_DIRECTORY", home)
	if err := os.MkdirAll(home+"/killed/control.sock", 0o700); err != nil {
		t.Fatal(err)
	}
	status := func() string {
		var out, said bytes.Buffer
		run(strings.Fields("live status"), &out, &said)
		return out.String() + said.String()
	}
	for _, c := range []struct{ starts, want string }{
		{"beta", "node         beta (1)"},
		{"gamma", "bellwether: 2 agents run on this machine: say with --name which, beta, gamma\n"},
		{host, "node         " + host + " (1)"},
	} {
		listens(t, filepath.Join(home, c.starts))
		if got := status(); !strings.HasPrefix(got, c.want) {
			t.Errorf("with %s too: %s, want %s", c.starts, got, c.want)
		}
	}
	if os.Getuid() == 0 {
		return // root reads everything
	}
	shut := filepath.Join(home, "shut")
	if err := os.Mkdir(shut, 0o100); err != nil {
		t.Fatal(err)
	}
	t.Setenv("STATE_DIRECTORY", shut)
	if got := status(); !strings.Contains(got, "there may be one in "+shut+", which you may not read: ask as its owner") {
		t.Error(got)
	}
}

// The line of an agent has its own name and key, wherever its state is. No key is made for a
// guess, and no directory. Names that no agent can have are refused.
func TestTheLineOfAnIdentity(t *testing.T) {
	home, err := os.MkdirTemp("", "bw") // short: a socket's path has at most 104 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	t.Setenv("STATE_DIRECTORY", home+"/homes")
	away := home + "/away/c1"
	listens(t, away)
	line := func(words ...string) string {
		var out, said bytes.Buffer
		run(append(strings.Fields("live keys identity"), words...), &out, &said)
		return out.String() + said.String()
	}
	for _, c := range []struct {
		words string
		want  string
	}{
		{"--agent c1", "no agent c1 is found that runs, and there is no key in " + home + "/homes/c1/identity.key: name its state directory"},
		{"--state " + away, "c1 runs, and there is no key in " + away + "/identity.key: name the file"},
		{"--state " + away + " --make", "c1 ed25519 "},
		{"--state " + away, "c1 ed25519 "},
		{"--agent c2 --state " + away, "--agent c2: the agent in " + away + " is c1"},
		{"--state " + home + "/c3", "say with --agent which name"},
		{"--agent c3 --state " + home + "/c3", "c3 ed25519 "},
		{"--agent c3 " + home + "/none", "no agent c3 is found that runs, and there is no key in " + home + "/none"},
		{"--agent c3 " + home + "/c3/identity.key", "c3 ed25519 "},
		{"--agent ../../esc --make", `--agent: "../../esc" has a character`},
		{"--agent x;$(id) --make", `--agent: "x;$(id)" has a character`},
		{"--agent .. --make", `--agent: ".." begins with a dot`},
	} {
		if got := line(strings.Fields(c.words)...); !strings.HasPrefix(strings.TrimPrefix(got, "bellwether: "), c.want) && !strings.Contains(got, ": "+c.want) {
			t.Errorf("%s: %s, want %s", c.words, got, c.want)
		}
	}
	if _, err := os.Stat(home + "/homes"); err == nil {
		t.Error("a directory was made for a guess")
	}
	listens(t, home+"/homes/c4")
	if got := line("--make"); !strings.HasPrefix(got, "c4 ed25519 ") {
		t.Errorf("the only one that runs: %s", got)
	}
}

// The doctor ends with 1 if a check fails, and with 0 if all there is are warnings.
func TestTheDoctorsExitCode(t *testing.T) {
	t.Setenv("STATE_DIRECTORY", t.TempDir())
	var out, said bytes.Buffer
	sound := strings.Fields("live doctor --bind 127.0.0.1:0 --http off")
	if code := run(sound, &out, &said); code != exitDone || !strings.Contains(out.String(), "\nwarn  keys       without keys") {
		t.Errorf("exit code %d\n%s%s", code, out.String(), said.String())
	}
	out.Reset()
	code := run(append(sound, "--on-event", "merged=no-such-command", "--format", "json"), &out, &said)
	var found []doctor.Finding
	if err := json.Unmarshal(out.Bytes(), &found); err != nil || code != exitFailed || doctor.Worst(found) != doctor.Fail {
		t.Errorf("exit code %d, %v\n%s", code, err, out.String())
	}
	if !strings.HasSuffix(said.String(), "a check failed: do what its line says\n") {
		t.Error(said.String())
	}
}
