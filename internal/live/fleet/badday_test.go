package fleet_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// ends waits until an agent has ended by itself, and checks that its log says why.
func ends(t *testing.T, a *fleet.Agent, code int, why ...string) {
	t.Helper()
	select {
	case <-a.Exited():
	case <-time.After(time.Minute):
		t.Fatalf("%s still runs after a minute; its log:\n%s", a.Name, a.Complaint())
	}
	if got := a.ExitCode(); got != code {
		t.Errorf("%s ended with %d, want %d", a.Name, got, code)
	}
	for _, part := range why {
		if !strings.Contains(a.Complaint(), part) {
			t.Errorf("%s does not say %q:\n%s", a.Name, part, a.Complaint())
		}
	}
}

// leads waits until an agent leads, that is, follows itself.
func leads(t *testing.T, a *fleet.Agent) {
	t.Helper()
	eventually(t, a.Name+" leads", func() bool { return leaderKnown(t.Context(), a) == a.Name })
}

// says waits until an agent's log contains a text.
func says(t *testing.T, a *fleet.Agent, what string) {
	t.Helper()
	for began := time.Now(); !strings.Contains(a.Complaint(), what); time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%s does not say %q:\n%s", a.Name, what, a.Complaint())
		}
	}
}

func begin(t *testing.T, f *fleet.Fleet, agents ...*fleet.Agent) {
	t.Helper()
	for _, a := range agents {
		if err := a.Start(f.Program); err != nil {
			t.Fatal(err)
		}
	}
}

// An agent that cannot start ends at once with the reason: with exit code 2 if a setting is
// wrong, and with 1 if another program has what it needs.
func TestAgentsThatCannotStartSayWhy(t *testing.T) {
	t.Parallel()
	f := cluster(t, 1, local...)
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer tcp.Close()
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer udp.Close()
	open := filepath.Join(directory(t), "open.key")
	if err := os.WriteFile(open, []byte("AAAAAAAAAAAAAAAAAAAAAA==\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(directory(t), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		why  []string
	}{
		"TCP port in use":       {[]string{"--bind", tcp.Addr().String()}, 1, []string{tcp.Addr().String(), "in use"}},
		"UDP port in use":       {[]string{"--bind", udp.LocalAddr().String()}, 1, []string{udp.LocalAddr().String(), "in use"}},
		"HTTP port in use":      {[]string{"--http", tcp.Addr().String()}, 1, []string{"HTTP cannot be served", "--http", "in use"}},
		"an address of another": {[]string{"--bind", "192.0.2.1:7946"}, 1, []string{"192.0.2.1:7946", "cannot assign"}},
		"an open key file":      {[]string{"--key-file", open}, 2, []string{open, "chmod 600"}},
		"no key file":           {[]string{"--key-file", "/nonexistent/key"}, 2, []string{"/nonexistent/key"}},
		"a file for a state":    {[]string{"--state", file}, 2, []string{file}},
	} {
		t.Run(name, func(t *testing.T) {
			a := *f.Agents[0]
			a.Dir = directory(t)
			a.Args = append(append([]string(nil), a.Args...), c.args...)
			begin(t, f, &a)
			t.Cleanup(a.Kill)
			ends(t, &a, c.code, c.why...)
		})
	}
}

// A state directory belongs to one agent. A second agent says which process has it.
func TestStateDirectoryInUse(t *testing.T) {
	t.Parallel()
	f := cluster(t, 2, local...)
	first, second := f.Agents[0], f.Agents[1]
	begin(t, f, first)
	leads(t, first)
	second.Args = append(second.Args, "--state", first.Dir)
	begin(t, f, second)
	ends(t, second, 1, first.Dir, fmt.Sprint(first.Pid()))
	leads(t, first)
	healthy(t, f)
}

// Of two agents with one name or one id, the later stops with an error that names both.
// The first and the others go on with one leader.
func TestLaterOfOneNameOrIDStops(t *testing.T) {
	t.Parallel()
	for name, flag := range map[string][2]string{"name": {"--name", "n2"}, "id": {"--id", "7"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := cluster(t, 3, local...)
			second, later := f.Agents[1], f.Agents[2]
			if name == "id" {
				second.Args = append(second.Args, flag[0], flag[1])
			}
			begin(t, f, f.Agents[0], second)
			await(t, f, f.IsBest)
			later.Args = append(later.Args, flag[0], flag[1])
			begin(t, f, later)
			ends(t, later, 1, second.Addr, later.Addr, "n2", "keeps it")
			leader := await(t, f, f.IsBest)
			time.Sleep(2 * time.Second) // two suspicion time-outs: by now the others know what the later one sent
			if now := await(t, f, f.IsBest); now != leader {
				t.Errorf("%s led, now %s does", leader.Name, now.Name)
			}
			if got := memberState(t, f.Agents[0], second.Name); got != "alive" {
				t.Errorf("the first of one %s is %q to the others", name, got)
			}
			healthy(t, f)
		})
	}
}

// Agents with different keys, or with and without a key, do not form a cluster. Each
// leads itself, and logs that it cannot read the others' packets.
func TestWrongKeyAndNoKey(t *testing.T) {
	t.Parallel()
	f := cluster(t, 4, local...)
	dir := directory(t)
	for i, a := range f.Agents[:3] {
		key := filepath.Join(dir, fmt.Sprint(min(i, 1))) // the second and the third share one
		if _, err := os.Stat(key); err != nil {
			if out, err := live(f.Program, "keys", "new", key); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		a.Args = append(a.Args, "--key-file", key)
	}
	f.Agents[2].Args = append(f.Agents[2].Args, "--join", f.Agents[1].Addr)
	if err := f.Start(); err != nil {
		t.Fatal(err)
	}
	leads(t, f.Agents[0])
	leads(t, f.Agents[1])
	leads(t, f.Agents[3])
	eventually(t, "agents of one key find each other", func() bool {
		return leaderKnown(t.Context(), f.Agents[2]) == f.Agents[1].Name
	})
	says(t, f.Agents[3], "nobody answered")
	for i, a := range f.Agents {
		st, _ := a.Status(t.Context())
		want := 1
		if i == 1 || i == 2 {
			want = 2
		}
		if len(st.Members) != want {
			t.Errorf("%s knows %d members, want %d", a.Name, len(st.Members), want)
		}
	}
	healthy(t, f)
}

// An agent that reaches no seed leads itself and goes on trying. The seed may start
// later.
func TestJoinToNobody(t *testing.T) {
	t.Parallel()
	f := cluster(t, 2, local...)
	early, late := f.Agents[1], f.Agents[0]
	begin(t, f, early)
	leads(t, early)
	says(t, early, "nobody answered")
	begin(t, f, late)
	await(t, f, f.IsBest)
	healthy(t, f)
}

// A file of settings that is broken when it is read again changes nothing.
func TestHangupWithBrokenSettings(t *testing.T) {
	t.Parallel()
	f := cluster(t, 1, local...)
	a := f.Agents[0]
	config := filepath.Join(directory(t), "live.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("log_level: info\n")
	a.Args = append(a.Args, "--config", config)
	begin(t, f, a)
	leads(t, a)
	for _, broken := range []string{"log_level: [\n", "no_such_setting: 1\n", "log_level: loud\n", "hooks: {no-such-event: 'true'}\n", ""} {
		write(broken)
		said := strings.Count(a.Complaint(), "settings")
		if err := a.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		eventually(t, fmt.Sprintf("it logged a change of %q", broken), func() bool { return strings.Count(a.Complaint(), "settings") > said })
		leads(t, a)
	}
	if got := strings.Count(a.Complaint(), "the settings stay as they were"); got != 5 {
		t.Errorf("%d of 5 broken files were refused:\n%s", got, a.Complaint())
	}
	lost := filepath.Join(a.Dir, "lost")
	write("hooks: {leader-lost: 'touch " + lost + "'}\n")
	if err := a.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	says(t, a, "settings read again")
	if err := a.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ends(t, a, 0)
	if _, err := os.Stat(lost); err != nil {
		t.Errorf("the hook that was read again did not run as the leader left: %v", err)
	}
	healthy(t, f)
}

// SIGTERM ends an agent that waits for members, one in an election, one that has just
// started, and one whose hook hangs.
func TestTerminationAtAnyTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args  []string
		after func(*testing.T, *fleet.Agent)
	}{
		"gathering":          {[]string{"--expect", "3"}, func(t *testing.T, a *fleet.Agent) { says(t, a, "waiting for members") }},
		"electing":           {[]string{"--algorithm", "raft", "--expect", "3", "--id", "1"}, func(t *testing.T, a *fleet.Agent) { says(t, a, "waiting for members") }},
		"starting":           {nil, func(t *testing.T, a *fleet.Agent) { says(t, a, "the agent runs") }},
		"a hook that hangs":  {[]string{"--on-event", "leader-gained=sleep 1000", "--hook-timeout", "2s"}, func(t *testing.T, a *fleet.Agent) { leads(t, a) }},
		"leading, and alone": {nil, func(t *testing.T, a *fleet.Agent) { leads(t, a) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := cluster(t, 1, append(c.args, local...)...)
			a := f.Agents[0]
			begin(t, f, a)
			c.after(t, a)
			if err := a.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			ends(t, a, 0)
			healthy(t, f)
		})
	}
}

// A hook that hangs is killed. The others run, and the agent goes on in the meantime.
func TestAHookThatHangsDelaysNothing(t *testing.T) {
	t.Parallel()
	f := cluster(t, 2, local...)
	better, worse := f.Agents[0], f.Agents[1]
	file := filepath.Join(directory(t), "ran")
	worse.Args = append(worse.Args, "--hook-timeout", "1s",
		"--on-event", "leader-gained=sleep 1000", "--on-event", "leader-lost=echo lost >> "+file)
	begin(t, f, worse)
	leads(t, worse)
	begin(t, f, better)
	await(t, f, f.IsBest)
	says(t, worse, "a hook failed")
	eventually(t, "the next hook ran", func() bool { return strings.Contains(told(t, file), "lost") })
	healthy(t, f)
}
