package fleet_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/api"
	"bellwether/internal/live/fleet"
)

// unitUser is the number of the unit's user: of the range that systemd draws from for
// DynamicUser.
const unitUser = 64999

// A unit is what "bellwether live unit" prints: its settings by name.
func unit(t *testing.T) (text string, settings map[string]string) {
	t.Helper()
	out, err := exec.Command(program(t), "live", "unit").Output()
	if err != nil {
		t.Fatal(err)
	}
	settings = map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(line, "#") {
			settings[name] = value
		}
	}
	return string(out), settings
}

// tool skips the test if a program is missing.
func tool(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("needs %s", name)
	}
}

// exposureMost is the greatest exposure, in tenths: systemd calls below 4 OK.
const exposureMost = 29

// The unit is well-formed, and exposes little by systemd's own judgement.
func TestTheUnitExposesLittle(t *testing.T) {
	t.Parallel()
	text, _ := unit(t)
	tool(t, "systemd-analyze")
	file := filepath.Join(directory(t), "bellwether.service")
	text = strings.ReplaceAll(text, "/usr/local/bin/bellwether", program(t))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", fmt.Sprint("--threshold=", exposureMost), file).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	t.Log(lines[len(lines)-1])
}

// A service is the agent of the unit, run as its user sees the world: without privileges, all
// file systems read-only but the state directory and a /tmp of its own, the key file as a
// credential.
type service struct {
	state, credentials, home string
	script                   string
	cmd                      *exec.Cmd
	ended                    chan error
}

// world makes the mounts of the unit in a namespace of its own, and gives up the privileges.
const world = `set -e
mount --make-rprivate /
mount --bind "$STATE" "$STATE"
while read -r _ dir _; do
	case $dir in "$STATE"|/proc*|/sys*|/dev*) ;; *) mount -o remount,bind,ro "$dir" ;; esac
done </proc/self/mounts
exec setpriv --reuid "$UNIT_USER" --regid "$UNIT_USER" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
	env -i PATH="$PATH" STATE_DIRECTORY="$STATE" CREDENTIALS_DIRECTORY="$CREDENTIALS" $INSIDE $LINE`

// newService prepares the directories as systemd does.
func newService(t *testing.T, settings map[string]string, keyFile, config string) *service {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("to become the unit's user needs root")
	}
	tool(t, "unshare")
	tool(t, "setpriv")
	s := &service{home: directory(t)}
	s.state, s.credentials = filepath.Join(s.home, "state"), filepath.Join(s.home, "credentials")
	key, err := os.ReadFile(keyFile)
	settled := filepath.Join(s.home, "live.yaml")
	for _, err := range []error{
		err, os.Chmod(s.home, 0o755), os.Chmod(filepath.Dir(program(t)), 0o755),
		os.Mkdir(s.state, 0o700), os.Chown(s.state, unitUser, unitUser),
		os.Mkdir(s.credentials, 0o550), os.WriteFile(filepath.Join(s.credentials, "keys"), key, 0o440),
		os.Chown(s.credentials, 0, unitUser), os.Chown(filepath.Join(s.credentials, "keys"), 0, unitUser),
		os.WriteFile(settled, []byte(config), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	line := strings.NewReplacer("/usr/local/bin/bellwether", program(t), "/etc/bellwether/live.yaml", settled,
		"${CREDENTIALS_DIRECTORY}", s.credentials).Replace(settings["ExecStart"])
	s.script = "STATE=" + s.state + " CREDENTIALS=" + s.credentials + fmt.Sprint(" UNIT_USER=", unitUser) + "\nLINE='" + line + "'\n" + world
	return s
}

// start starts the service, inside a command or alone.
func (s *service) start(t *testing.T, inside string) {
	t.Helper()
	s.cmd = exec.Command("unshare", "--mount", "sh", "-c", "INSIDE='"+inside+"'\n"+s.script)
	log, err := os.OpenFile(s.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.ended = make(chan error, 1)
	go func(cmd *exec.Cmd, ended chan error) { ended <- cmd.Wait() }(s.cmd, s.ended)
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
}

func (s *service) log() string { return filepath.Join(s.home, "log") }

func (s *service) signal(t *testing.T, what os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(what); err != nil {
		t.Error(err)
	}
}

// follows waits until the service's agent follows an agent.
func (s *service) follows(t *testing.T, leader string) {
	t.Helper()
	client := api.Local(filepath.Join(s.state, "unit", api.SocketName))
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		st, err := client.Status(t.Context())
		if err == nil && st.Leader != nil && st.Leader.Name == leader {
			return
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("the unit's agent does not follow %s: %v\n%s", leader, err, told(t, s.log()))
		}
	}
}

// ends waits for the end of the service.
func (s *service) ends(t *testing.T) {
	t.Helper()
	select {
	case err := <-s.ended:
		if err != nil {
			t.Errorf("%v\n%s", err, told(t, s.log()))
		}
	case <-time.After(time.Minute):
		t.Fatalf("it still runs\n%s", told(t, s.log()))
	}
}

// withUnit starts two agents, and prepares the unit's as a third one that joins them.
func withUnit(t *testing.T) (f *fleet.Fleet, s *service) {
	t.Helper()
	f, file := keyed(t, 3)
	_, settings := unit(t)
	third := f.Agents[2]
	f.Agents = f.Agents[:2]
	s = newService(t, settings, file, fmt.Sprintf("name: unit\nbind: %s\njoin: [%s]\ntiming: local\nhysteresis: 0\nhttp: \"off\"\ncapability: static=900\n",
		third.Addr, f.Agents[0].Addr))
	start(t, f)
	return f, s
}

// The unit's command works for its user, with the key file as a credential of systemd: the agent
// elects, changes its keys with the cluster, and has the new ones after a reload, a crash and a
// restart.
//
// It tests "Commands that it runs" and "Files" of docs/security.md.
func TestTheUnitsUserCanRunTheAgent(t *testing.T) {
	t.Parallel()
	f, s := withUnit(t)
	s.start(t, "")
	s.follows(t, "unit")
	for _, end := range []func(){
		func() { s.signal(t, syscall.SIGKILL); <-s.ended },
		func() { s.signal(t, syscall.SIGTERM); s.ends(t) },
	} {
		mustKeys(t, f, f.Agents[0], "rotate")
		s.signal(t, syscall.SIGHUP)
		s.follows(t, "unit")
		end()
		s.start(t, "")
		s.follows(t, "unit")
		eventually(t, "all have one key", func() bool {
			key := oneKey(f)
			return key != "" && heldKeys(f, f.Agents[0])["unit"] == key
		})
	}
	doctor, _ := exec.Command(program(t), "live", "doctor", "--name", "unit", "--state", filepath.Join(s.state, "unit")).Output()
	if !strings.Contains(string(doctor), "ok    keys       the agent that runs has 1") {
		t.Errorf("the doctor says\n%s", doctor)
	}
	for _, name := range []string{"keys", "identity"} {
		info, err := os.Stat(filepath.Join(s.state, "unit", name))
		if err != nil || info.Sys().(*syscall.Stat_t).Uid != unitUser || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	s.signal(t, syscall.SIGTERM)
	s.ends(t)
	if said := told(t, s.log()); strings.Contains(said, "level=ERROR") || strings.Contains(said, "panic:") {
		t.Error(said)
	}
}

// After the agent has ended, also by kill -9, the unit runs the command of leader-lost.
func TestTheUnitStopsWhatAKilledLeaderStarted(t *testing.T) {
	t.Parallel()
	_, settings := unit(t)
	dir := directory(t)
	out, config := filepath.Join(dir, "out"), filepath.Join(dir, "live.yaml")
	text := "hooks: {leader-lost: 'echo $BELLWETHER_EVENT $BELLWETHER_IS_LEADER > " + out + "'}\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	line := strings.NewReplacer("/usr/local/bin/bellwether", program(t), "/etc/bellwether/live.yaml", config).Replace(settings["ExecStopPost"])
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.Env = append(os.Environ(), "STATE_DIRECTORY="+dir)
	if said, err := cmd.CombinedOutput(); err != nil || told(t, out) != "leader-lost 0\n" {
		t.Errorf("%q: %v, %q\n%s", line, err, told(t, out), said)
	}
}

// No system call of the agent is outside of the unit's filter.
func TestTheUnitAllowsItsSystemCalls(t *testing.T) {
	t.Parallel()
	tool(t, "strace")
	tool(t, "systemd-analyze")
	f, s := withUnit(t)
	allowed := filtered(t, "@system-service")
	for _, refused := range []string{"@privileged", "@resources"} {
		if text, _ := unit(t); !strings.Contains(text, "SystemCallFilter=~@privileged @resources\n") {
			t.Fatal("the unit has another filter than this test")
		}
		for call := range filtered(t, refused) {
			delete(allowed, call)
		}
	}
	trace := filepath.Join(s.state, "calls")
	s.start(t, "strace -f -qq -o "+trace)
	s.follows(t, "unit")
	mustKeys(t, f, f.Agents[0], "rotate")
	if err := exec.Command("pkill", "-TERM", "-P", fmt.Sprint(s.cmd.Process.Pid)).Run(); err != nil {
		t.Fatal(err)
	}
	s.ends(t)
	outside := map[string]bool{}
	for line := range strings.Lines(told(t, trace)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		if call, _, is := strings.Cut(words[1], "("); is && !allowed[call] {
			outside[call] = true
		}
	}
	// The runtime of Go raises the limit of open files, and may be refused.
	delete(outside, "setrlimit")
	// strace prints this for a thread that ends before its call was read.
	delete(outside, "???")
	for call := range outside {
		t.Errorf("%s is outside of the filter", call)
	}
}

// callSets has what each of systemd's sets of system calls has: calls, and the names of other sets.
var callSets = sync.OnceValues(func() (map[string][]string, error) {
	out, err := exec.Command("systemd-analyze", "syscall-filter", "--no-pager").Output()
	if err != nil {
		return nil, err
	}
	sets, set := map[string][]string{}, ""
	for line := range strings.Lines(string(out)) {
		switch word := strings.TrimSpace(line); {
		case strings.HasPrefix(line, "@"):
			set = word
		case strings.HasPrefix(word, "#"), word == "":
		default:
			sets[set] = append(sets[set], word)
		}
	}
	return sets, nil
})

// filtered returns the system calls of a set of systemd and of its subsets.
func filtered(t *testing.T, set string) map[string]bool {
	t.Helper()
	sets, err := callSets()
	if err != nil {
		t.Fatal(err)
	}
	if len(sets[set]) == 0 {
		t.Fatalf("systemd-analyze knows no set %s", set)
	}
	calls := map[string]bool{}
	for _, word := range sets[set] {
		if !strings.HasPrefix(word, "@") {
			calls[word] = true
			continue
		}
		for call := range filtered(t, word) {
			calls[call] = true
		}
	}
	return calls
}
