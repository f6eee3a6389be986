package doctor

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"bellwether/internal/base/durable"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/keyring"
)

// check runs one check.
func check(t *testing.T, name string, e *Examination) []Finding {
	t.Helper()
	for _, c := range checks {
		if c.name == name {
			n := notes{check: name}
			c.run(t.Context(), e, &n)
			if len(n.found) == 0 {
				t.Errorf("%s says nothing of %+v", name, *e.Settings)
			}
			return n.found
		}
	}
	t.Fatalf("there is no check %s", name)
	return nil
}

// finds fails unless the worst finding has this level and one says this.
func finds(t *testing.T, name string, e *Examination, want Level, says string) {
	t.Helper()
	found := check(t, name, e)
	said := false
	for _, f := range found {
		said = said || strings.Contains(f.Found, says)
		if f.Level == Fail && f.Do == "" {
			t.Errorf("%s fails without saying what to do: %s", name, f.Found)
		}
	}
	if Worst(found) != want || !said {
		t.Errorf("%s finds %+v, want %s: %s", name, found, want, says)
	}
}

func with(s daemon.Settings) *Examination { return &Examination{Settings: &s} }

func file(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSettings(t *testing.T) {
	e := with(daemon.Settings{Name: "a"})
	finds(t, "settings", e, OK, "a, algorithm")
	e.Wrong = errors.New("name: x")
	finds(t, "settings", e, Fail, "name: x")
}

func TestPorts(t *testing.T) {
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
	for _, c := range []struct {
		bind, says string
		level      Level
		runs       *agent.Status
	}{
		{"127.0.0.1:0", "udp 127.0.0.1:0 is free", OK, nil},
		{tcp.Addr().String(), "tcp " + tcp.Addr().String() + " is in use by another program", Fail, nil},
		{udp.LocalAddr().String(), "udp " + udp.LocalAddr().String() + " is in use by another program", Fail, nil},
		{"192.0.2.1:7946", "is no address of this machine", Fail, nil},
		{tcp.Addr().String(), "is free, though the agent runs", Warn, new(agent.Status)},
	} {
		e := with(daemon.Settings{Bind: c.bind})
		e.running = c.runs
		finds(t, "port", e, c.level, c.says)
	}
	finds(t, "http", with(daemon.Settings{HTTP: "off"}), OK, "off")
	finds(t, "http", with(daemon.Settings{HTTP: tcp.Addr().String()}), Fail, "in use by another program")
	e := with(daemon.Settings{HTTP: tcp.Addr().String()})
	e.running = new(agent.Status)
	finds(t, "http", e, OK, "as the agent's should be")
}

func TestAddresses(t *testing.T) {
	finds(t, "address", with(daemon.Settings{Advertise: "127.0.0.1"}), OK, "an address of this machine")
	finds(t, "address", with(daemon.Settings{Advertise: "192.0.2.1"}), Warn, "no address of this machine")
	finds(t, "address", with(daemon.Settings{Advertise: "127.0.0.1", Join: []string{"192.0.2.7"}}), Fail, "only this machine reaches")
	finds(t, "address", with(daemon.Settings{}), OK, "first seed")
}

func TestSeeds(t *testing.T) {
	both, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer both.Close()
	at := both.Addr().String()
	finds(t, "seeds", with(daemon.Settings{Join: []string{at}}), Fail, "listens by TCP, and refuses UDP")
	udp, err := net.ListenPacket("udp", at)
	if err != nil {
		t.Skip(err)
	}
	defer udp.Close()
	finds(t, "seeds", with(daemon.Settings{Join: []string{at}}), OK, at+" answers by TCP")
	finds(t, "seeds", with(daemon.Settings{Join: []string{"127.0.0.1:1"}}), Warn, "nobody listens by TCP")
	finds(t, "seeds", with(daemon.Settings{}), Warn, "there are none")
	late, cancel := context.WithCancel(t.Context())
	cancel()
	n := notes{check: "seeds"}
	callSeed(late, "127.0.0.1:1", &n) // no answer in time
	if Worst(n.found) != Fail || !strings.Contains(n.found[0].Found, "cannot be reached by TCP") {
		t.Errorf("%+v", n.found)
	}
}

func TestMulticast(t *testing.T) {
	finds(t, "multicast", with(daemon.Settings{}), OK, "not used")
	finds(t, "multicast", with(daemon.Settings{Discover: true, Interface: "no-such-card"}), Fail, "no-such-card")
	if testing.Short() {
		return
	}
	// A label that nobody has. A machine without multicast fails, one with it warns.
	if found := check(t, "multicast", with(daemon.Settings{Discover: true, Label: t.Name()})); Worst(found) == OK {
		t.Errorf("%+v", found)
	}
}

func TestSecrets(t *testing.T) {
	finds(t, "keys", with(daemon.Settings{}), Warn, "anybody")
	finds(t, "keys", with(daemon.Settings{KeyFile: file(t, daemon.NewKey(), 0o600)}), OK, "1 in")
	finds(t, "keys", with(daemon.Settings{KeyFile: file(t, daemon.NewKey(), 0o644)}), Fail, "mode 0644")
	finds(t, "keys", with(daemon.Settings{KeyFile: file(t, "short", 0o600)}), Fail, "key must")
	state, first := t.TempDir(), daemon.Settings{KeyFile: file(t, daemon.NewKey(), 0o600)}
	first.State = state
	ring, _, err := first.Keyring()
	if err != nil {
		t.Fatal(err)
	}
	if err := ring.Take(keyring.Taking{Keys: [][]byte{make([]byte, 16), make([]byte, 32)}, Replace: true}); err != nil {
		t.Fatal(err)
	}
	finds(t, "keys", with(first), OK, "2 in the state directory")
	if err := ring.Obey(keyring.Order{Number: ring.Next(), Step: keyring.Step{Verb: keyring.Install, Key: make([]byte, 24)}}); err != nil {
		t.Fatal(err)
	}
	finds(t, "keys", with(first), Warn, "begun and not ended")
	if err := os.WriteFile(filepath.Join(state, keyring.FileName), []byte("key"), 0o600); err != nil {
		t.Fatal(err)
	}
	finds(t, "keys", with(first), Fail, "damaged")
	finds(t, "token", with(daemon.Settings{HTTP: "127.0.0.1:7980"}), OK, "local socket only")
	finds(t, "token", with(daemon.Settings{HTTP: "0.0.0.0:7980"}), Warn, "everybody who reaches")
	finds(t, "token", with(daemon.Settings{HTTP: "off", TokenFile: file(t, "0123456789abcdef", 0o600)}), OK, "only its owner")
	finds(t, "token", with(daemon.Settings{HTTP: "off", TokenFile: file(t, "0123456789abcdef", 0o644)}), Fail, "mode 0644")
}

func TestStateDirectory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	dir := filepath.Join(t.TempDir(), "deep", "state")
	finds(t, "state", with(daemon.Settings{State: dir}), OK, "can be made")
	if os.Geteuid() != 0 { // root may write everywhere
		shut := filepath.Join(t.TempDir(), "shut")
		if err := os.Mkdir(shut, 0o500); err != nil {
			t.Fatal(err)
		}
		finds(t, "state", with(daemon.Settings{State: shut + "/state"}), Fail, "cannot be made in "+shut)
		finds(t, "state", with(daemon.Settings{State: shut}), Fail, "takes no writes")
		finds(t, "state", with(daemon.Settings{State: "/usr"}), Fail, "belongs to another user")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	finds(t, "state", with(daemon.Settings{State: dir}), OK, "its owner's alone")
	held, err := durable.Lock(filepath.Join(dir, "lock"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	finds(t, "state", with(daemon.Settings{State: dir}), Fail, "no agent answers there")
	held.Close()
	finds(t, "state", with(daemon.Settings{State: file(t, "", 0o600)}), Fail, "no directory")
	for mode, level := range map[os.FileMode]Level{0o755: Warn, 0o777: Fail} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		finds(t, "state", with(daemon.Settings{State: dir}), level, "others may")
	}
	n := notes{check: "state"}
	room(&n, "/proc") // a disk without room
	if runtime.GOOS == "linux" && Worst(n.found) != Fail {
		t.Errorf("a disk without room: %+v", n.found)
	}
}

// runs is an agent that has led three alive members for an hour.
func runs() *agent.Status {
	self := agent.Node{Name: "a", ID: 1}
	began := time.Now().Add(-time.Hour)
	s := &agent.Status{Self: self, Algorithm: "vasudevan", Phase: "running", Uptime: time.Hour, Leader: &self, Quality: 1}
	id := self.ID
	for _, name := range []string{"a", "b", "c"} {
		m := agent.MemberStatus{Node: agent.Node{Name: name, ID: id}, Addr: "127.0.0.1:7946", State: "alive",
			Since: began, Same: true, Neighbour: id != self.ID}
		s.Members = append(s.Members, m)
		if m.Neighbour {
			s.Neighbours = append(s.Neighbours, m.Node)
		}
		id++
	}
	return s
}

// Each trouble of a cluster is found by its check, and by none in a cluster in health.
func TestTheCluster(t *testing.T) {
	for _, c := range []struct {
		check string
		level Level
		says  string
		make  func(*Examination)
	}{
		{"agent", OK, "it follows a", func(*Examination) {}},
		{"clock", OK, "no step", func(*Examination) {}},
		{"members", OK, "3 alive of 3", func(*Examination) {}},
		{"firewall", OK, "every member alive is heard", func(*Examination) {}},
		{"agent", Fail, "takes no writes", func(e *Examination) { e.running.Phase = "storage failed" }},
		{"agent", Fail, "it does not answer", func(e *Examination) { e.running, e.silent = nil, context.DeadlineExceeded }},
		{"agent", Warn, "knows no leader", func(e *Examination) { e.running.Leader = nil }},
		{"agent", Warn, "waits for 5", func(e *Examination) {
			e.running.Leader, e.running.Phase, e.Settings.Expect = nil, "waiting for members", 5
		}},
		{"agent", Fail, "follows b, which has failed", func(e *Examination) {
			e.running.Leader = &e.running.Members[1].Node
			e.running.Members[1].State = "failed"
		}},
		{"agent", Warn, "hears 40 %", func(e *Examination) { e.running.Quality = 0.4 }},
		{"agent", Warn, "7 packets or streams refused: key", func(e *Examination) { e.running.Refused = map[string]int64{"key": 7} }},
		{"agent", Fail, "refuse its identity", func(e *Examination) { e.running.Phase = "refused by members" }},
		{"agent", OK, "up 1h0m0s", func(e *Examination) {
			e.running.Phase, e.running.LockedOut = "refused by members", "beta has another key"
		}},
		{"keys", Fail, "locked out: beta has another key", func(e *Examination) { e.running.LockedOut = "beta has another key" }},
		{"clock", Warn, "stepped by -2h0m0s", func(e *Examination) { e.running.Uptime += 2 * time.Hour }},
		{"clock", Warn, "jumped 2 times", func(e *Examination) { e.running.Counters.ClockJumps = 2 }},
		{"agent", Fail, "no member followed it", func(e *Examination) { e.running.Unheard = true }},
		{"agent", Warn, "4 members must grant a leader, and 3 are alive", func(e *Examination) {
			e.running.Leader, e.running.Majority = nil, &agent.WordStatus{Needed: 4}
		}},
		{"agent", Fail, "8 members are known and 3 are expected", func(e *Examination) {
			e.running.Leader, e.running.Majority = nil, &agent.WordStatus{Needed: 5, Surplus: "8 members are known and 3 are expected: …"}
		}},
		{"agent", Fail, "no operator has admitted it", func(e *Examination) { e.running.Majority = &agent.WordStatus{Guests: []string{"a", "x"}} }},
		{"agent", OK, "it follows a", func(e *Examination) { e.running.Majority = &agent.WordStatus{Guests: []string{"x"}} }},
		{"members", Fail, "a and c do not understand each other", func(e *Examination) {
			for i, w := range []string{"v1", "v2", "v2-only"} {
				e.running.Members[i].Wire = w
			}
		}},
		{"members", Fail, "7 packets or streams have another version", func(e *Examination) { e.running.Refused = map[string]int64{"gossip_outdated": 7} }},
		{"members", Fail, "b has other settings: lease 5s, not 0s", func(e *Examination) { e.running.Members[1].Differs = "lease 5s, not 0s" }},
		{"members", Fail, "several lead: a, b", func(e *Examination) {
			e.running.Leaders = []agent.Node{e.running.Members[0].Node, e.running.Members[1].Node}
		}},
		{"members", Warn, "failed: c", func(e *Examination) { e.running.Members[2].State = "failed" }},
		{"members", Warn, "sees no other", func(e *Examination) { e.running.Members = e.running.Members[:1] }},
		{"members", Warn, "3 of 4 expected", func(e *Examination) { e.Settings.Expect = 4 }},
		{"members", Fail, "elect apart: b", func(e *Examination) { e.running.Members[1].Same = false }},
		{"firewall", Fail, "not heard by UDP: c", func(e *Examination) { e.running.Members[2].Neighbour = false }},
		{"members", OK, "once the agent runs", func(e *Examination) { e.running = nil }},
		{"firewall", OK, "once the agent runs", func(e *Examination) { e.running = nil }},
	} {
		e := with(daemon.Settings{})
		e.running = runs()
		c.make(e)
		finds(t, c.check, e, c.level, c.says)
	}
}

func TestMTU(t *testing.T) {
	card, err := way("127.0.0.1:7946")
	if err != nil {
		t.Skip("no loopback:", err)
	}
	finds(t, "mtu", with(daemon.Settings{Join: []string{"127.0.0.1"}}), OK, card.Name)
	n := notes{check: "mtu"}
	fits(&n, net.Interface{Name: "tun0", MTU: 1280}, "192.0.2.1")
	if Worst(n.found) != Warn || !strings.Contains(n.found[0].Found, "tun0, on the way to 192.0.2.1, carries 1280 bytes") {
		t.Errorf("%+v", n.found)
	}
}

func TestHooks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("hooks are not looked at on Windows")
	}
	hook := func(line string) *Examination {
		return with(daemon.Settings{Hooks: map[string]string{"leader-gained": line}})
	}
	mark := filepath.Join(t.TempDir(), "ran")
	finds(t, "hooks", with(daemon.Settings{}), OK, "none")
	finds(t, "hooks", hook("touch "+mark), OK, "touch can be run")
	finds(t, "hooks", hook("no-such-command -x"), Fail, "no command no-such-command")
	finds(t, "hooks", hook("if true; then"), Fail, "the shell does not understand it")
	finds(t, "hooks", with(daemon.Settings{Capability: "exec=/no/such/file"}), Fail, "--capability exec")
	if _, err := os.Stat(mark); err == nil {
		t.Error("a hook was run")
	}
}

// A whole examination asks the agent behind the socket, and has a finding of every check.
func TestRun(t *testing.T) {
	dir, err := os.MkdirTemp("", "bw") // short: a socket's path has at most 104 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, api.SocketName))
	if err != nil {
		t.Skip("no local sockets:", err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`{"self":{"name":"z","id":1},"phase":"running"}`))
	}))
	server.Listener = l
	server.Start()
	defer server.Close()
	e := with(daemon.Settings{Name: "z", State: dir, Bind: "127.0.0.1:0", HTTP: "off"})
	found := e.Run(t.Context())
	seen := map[string]bool{}
	for _, f := range found {
		seen[f.Check] = true
	}
	for _, c := range checks {
		if !seen[c.name] && c.name != "clock" && c.name != "mtu" { // of members, which this status has not
			t.Errorf("no finding of %s in %+v", c.name, found)
		}
	}
	if e.running == nil || e.running.Self.Name != "z" {
		t.Errorf("the agent was not asked: %+v", found)
	}
}

// A leader that was killed just now is no second one, though the gossip still shows it.
func TestADeadLeaderIsNoSecondOne(t *testing.T) {
	a, b := agent.Node{Name: "a", ID: 1}, agent.Node{Name: "b", ID: 2}
	e := with(daemon.Settings{})
	e.running = &agent.Status{Leaders: []agent.Node{a, b}, Members: []agent.MemberStatus{{Node: a, State: "alive", Same: true}, {Node: b, State: "alive", Same: true}}}
	finds(t, "members", e, Fail, "several lead: a, b")
	e.running.Members[0].Silent = true
	finds(t, "members", e, OK, "2 alive of 2")
}

// A guest that could take the election is named.
func TestWhoCannotLeadIsNamed(t *testing.T) {
	e := with(daemon.Settings{})
	e.running = &agent.Status{Members: []agent.MemberStatus{{Node: agent.Node{Name: "a", ID: 1}, State: "alive", Same: true},
		{Node: agent.Node{Name: "delta", ID: 2}, State: "alive", Same: true, Unfit: "no operator has admitted it"}}, Self: agent.Node{Name: "a", ID: 1}}
	finds(t, "members", e, Warn, "delta cannot lead, and nobody listens to its offer: no operator has admitted it")
}

// With nobody eligible there is no election to wait for.
func TestNobodyMayLead(t *testing.T) {
	e := with(daemon.Settings{})
	e.running = &agent.Status{Phase: "running", Ineligible: "battery 12 %", Members: []agent.MemberStatus{{State: "alive", Same: true, Ineligible: true}}}
	finds(t, "agent", e, Fail, "no member that is alive may lead, so that there is no leader: battery 12 %")
	e.running.Members[0].Ineligible = false
	finds(t, "agent", e, Warn, "it knows no leader since")
}

// What was refused more than a minute ago is no fault of now.
func TestWhatWasMendedIsNoFault(t *testing.T) {
	e := with(daemon.Settings{})
	e.running = &agent.Status{Refused: map[string]int64{"gossip_outdated": 7}, Members: []agent.MemberStatus{{State: "alive", Same: true}, {State: "alive", Same: true}},
		RefusedAt: map[string]time.Time{"gossip_outdated": time.Now().Add(-time.Second)}}
	finds(t, "members", e, Fail, "7 packets or streams have another version of the encryption, the last at")
	e.running.RefusedAt["gossip_outdated"] = time.Now().Add(-2 * time.Minute)
	finds(t, "members", e, OK, "2 alive of 2")
}
