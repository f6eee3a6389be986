//go:build live && linux

package fleet_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// A ward is a cluster with an operator, in network namespaces, under a lease.
type ward struct {
	*fleet.Fleet
	operators string // the list
	watcher   *watcher
}

// underLease are the settings of a ward's agents. The lease is longer than a leader may be silent, as in docs/live.md.
var underLease = []string{"--timing", "lan", "--hysteresis", "0", "--identity", "state", "--expect", "3", "--lease", "5s"}

// operated starts three agents, and has a port for a guest. What happens meanwhile is watched until the test ends.
func operated(t *testing.T) (w *ward, guest port) {
	t.Helper()
	l := newLab(t, 4)
	l.free = 1
	w = &ward{operators: filepath.Join(directory(t), "operators")}
	w.Fleet = l.inhabit(t, append(slices.Clone(underLease), "--key-file", newKeys(t), "--operators", w.operators)...)
	w.operate(t, w.operator(t, "ada"))
	start(t, w.Fleet)
	stop := make(chan struct{})
	var watching sync.WaitGroup
	w.watcher = &watcher{f: w.Fleet}
	watching.Go(func() { w.watcher.watch(t, stop) })
	t.Cleanup(func() {
		close(stop)
		watching.Wait()
		if w.watcher.two > 0 {
			t.Errorf("two led for %v", w.watcher.two)
		}
		healthy(t, w.Fleet)
	})
	return w, l.ports[3]
}

// operator makes an operator's key, and returns its line.
func (w *ward) operator(t *testing.T, name string) (line string) {
	t.Helper()
	return w.prints(t, "operator", "--name", name, w.key(name))
}

// key is the file of an operator's key.
func (w *ward) key(name string) string { return filepath.Join(filepath.Dir(w.operators), name+".key") }

// prints runs "live keys", which must succeed.
func (w *ward) prints(t *testing.T, words ...string) string {
	t.Helper()
	out, err := live(w.Program, append([]string{"keys"}, words...)...)
	if err != nil {
		t.Fatalf("keys %s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return out
}

// operate writes the list of operators, and has all that run read it.
func (w *ward) operate(t *testing.T, lines ...string) {
	t.Helper()
	if err := os.WriteFile(w.operators, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	w.reload(t)
}

func (w *ward) reload(t *testing.T) {
	t.Helper()
	for _, a := range w.Agents {
		if a.Runs() {
			if err := a.Signal(syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// admission is the file of an agent's admission.
func admission(a *fleet.Agent) string { return a.Dir + ".admission" }

// admit writes the admission of an agent by an operator.
func (w *ward) admit(t *testing.T, operator string, a *fleet.Agent) {
	t.Helper()
	line := w.prints(t, "identity", "--agent", a.Name, "--state", a.Dir)
	words := append([]string{"admit", "--operator", w.key(operator)}, strings.Fields(line)...)
	if err := os.WriteFile(admission(a), []byte(w.prints(t, words...)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// again stops an agent as systemd does, has something done meanwhile, and starts it.
func (w *ward) again(t *testing.T, a *fleet.Agent, meanwhile func()) {
	t.Helper()
	if err := a.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := a.ExitCode(); code != 0 {
		t.Fatalf("%s ends with %d:\n%s", a.Name, code, a.Complaint())
	}
	w.watcher.mu.Lock() // between two looks: the watcher reads what Start sets
	defer w.watcher.mu.Unlock()
	meanwhile()
	begin(t, w.Fleet, a)
}

// none is for how long nobody led at most since it was called last.
func (w *ward) none() time.Duration {
	w.watcher.mu.Lock()
	defer w.watcher.mu.Unlock()
	none := w.watcher.none
	w.watcher.none = 0
	return none
}

// kept fails unless the same agent leads all, and nobody led for no longer than a bound since the last call.
func (w *ward) kept(t *testing.T, what string, bound time.Duration) {
	t.Helper()
	leader := await(t, w.Fleet, w.IsBest)
	eventually(t, "all see each other", func() bool { return allAlive(t, w.Fleet) })
	none := w.none()
	fmt.Printf("| %s | %s leads | %.2f s |\n", what, leader.Name, none.Seconds())
	if bound > 0 && none > bound {
		t.Errorf("%s: nobody led for %v", what, none)
	}
}

// copied copies the directory of an agent.
func copied(t *testing.T, from, to string) {
	t.Helper()
	if err := os.RemoveAll(to); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// An operator's day with real processes under a lease: the setting admission is rolled in and out, a guest that
// nobody admitted offers most, the operator's key is lost and replaced, and state directories are restored. No two
// lead, and nobody leads only while there is no majority.
//
// It tests "Change the key" and "Who counts" of docs/security.md.
func TestOperated(t *testing.T) {
	w, free := operated(t)
	all := slices.Clone(w.Agents)
	leader := w.Best()
	slices.SortFunc(all, func(a, b *fleet.Agent) int { return int(a.Offer - b.Offer) }) // the leader last
	for _, a := range all {
		w.admit(t, "ada", a)
	}
	w.none()
	fmt.Printf("\n| what | then | nobody led for |\n|---|---|---|\n")
	for i, a := range all {
		w.again(t, a, func() { a.Args = append([]string{"--admission", admission(a)}, a.Args...) })
		w.rolled(t, fmt.Sprintf("admission rolled in, %d of 3", i+1))
	}
	w.kept(t, "it is rolled in", 0)

	guest := &fleet.Agent{Name: "guest", Addr: "10.77.0.4:7946", Offer: 1000, Dir: filepath.Join(directory(t), "guest"),
		Inside: []string{"ip", "netns", "exec", free.space}, Args: slices.Clone(all[1].Args)}
	guest.Args[1] = admission(guest) // there is none
	guest.Args = append(guest.Args, "--join", all[0].Addr)
	begin(t, w.Fleet, guest)
	t.Cleanup(guest.Kill)
	eventually(t, "the guest follows", func() bool { return leaderKnown(t.Context(), guest) == leader.Name })
	time.Sleep(15 * time.Second) // a better node would have taken over long ago
	w.guested(t, "a guest offers most for 15 s", leader)
	guest.Kill()
	eventually(t, "the guest is given up", func() bool {
		_, err := live(w.Program, "force-leave", "guest", "--state", leader.Dir)
		return err == nil
	})

	w.lostKey(t, all)
	w.lostIdentity(t, all)
	w.restored(t, all)
	for i, a := range []*fleet.Agent{all[0], leader, all[1]} {
		w.again(t, a, func() { a.Args = a.Args[2:] })
		w.rolled(t, fmt.Sprintf("admission rolled out, the leader second, %d of 3", i+1))
	}
	w.kept(t, "it is rolled out", 0)
}

// rolled waits until the restart of one member is over, while those with and those without the setting admission grant
// each other nothing.
func (w *ward) rolled(t *testing.T, what string) {
	t.Helper()
	time.Sleep(15 * time.Second)
	leads := "nobody"
	for _, a := range w.Agents {
		if leaderKnown(t.Context(), a) == a.Name {
			leads = a.Name
		}
	}
	none := w.none()
	fmt.Printf("| %s | %s leads | %.2f s |\n", what, leads, none.Seconds())
	if none > 10*time.Second || leads == "nobody" {
		t.Errorf("%s: nobody led for %v, then %s", what, none, leads)
	}
}

// guested fails unless the leader has led without a break.
func (w *ward) guested(t *testing.T, what string, leader *fleet.Agent) {
	t.Helper()
	none := w.none()
	fmt.Printf("| %s | %s leads | %.2f s |\n", what, leader.Name, none.Seconds())
	for _, a := range w.Agents {
		if got := leaderKnown(t.Context(), a); got != leader.Name || none > 0 {
			t.Errorf("%s: %s follows %q, nobody led for %v", what, a.Name, got, none)
		}
	}
}

// lostKey replaces the key of the operator ada, which is lost, by bob's, as docs/security.md says, and changes the
// cluster's key by it.
func (w *ward) lostKey(t *testing.T, all []*fleet.Agent) {
	leader := all[len(all)-1]
	before, err := os.ReadFile(w.operators)
	if err != nil {
		t.Fatal(err)
	}
	bob := w.operator(t, "bob")
	w.operate(t, bob) // the wrong way: nobody would be admitted any more
	for _, a := range all {
		says(t, a, "keep the old operator's line beside the new one")
	}
	w.guested(t, "the old operator removed first: refused", leader)
	if err := os.WriteFile(w.operators, append(before, bob...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := all[0].Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	says(t, all[1], "operators of list")
	w.reload(t)
	for _, a := range all {
		w.admit(t, "bob", a)
	}
	w.reload(t)
	eventually(t, "all have one list", func() bool {
		st, ok := leader.Status(t.Context())
		return ok && len(st.Differing()) == 0
	})
	time.Sleep(2 * time.Second) // the new admissions spread
	w.operate(t, bob)
	time.Sleep(7 * time.Second) // longer than the lease
	w.guested(t, "the operator's lost key replaced", leader)
	if out, err := live(w.Program, "keys", "rotate", "--operator", w.key("ada"), "--state", leader.Dir); err == nil {
		t.Errorf("the lost key changes the cluster's key: %s", out)
	}
	w.prints(t, "rotate", "--operator", w.key("bob"), "--state", leader.Dir)
	w.guested(t, "the cluster's key changed by the new operator", leader)
}

// lostIdentity loses the state directory of a follower, with its identity and the keys that count, and brings the machine
// back as docs/security.md says.
func (w *ward) lostIdentity(t *testing.T, all []*fleet.Agent) {
	lost, others := all[0], all[1:]
	if err := lost.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	lost.ExitCode()
	copied(t, lost.Dir, lost.Dir+".lost") // the log is of use if this test fails
	if err := os.RemoveAll(lost.Dir); err != nil {
		t.Fatal(err)
	}
	for _, a := range others {
		w.again(t, a, func() { forget(t, a, lost.Name) })
		time.Sleep(10 * time.Second) // a majority of three is these two
	}
	w.none()
	w.admit(t, "bob", lost) // which makes its new key
	begin(t, w.Fleet, lost)
	says(t, lost, "no key of ours opens it")
	given := filepath.Join(filepath.Dir(w.operators), "given")
	if err := os.WriteFile(given, []byte(w.prints(t, "list", "--state", others[0].Dir)), 0o600); err != nil {
		t.Fatal(err)
	}
	w.prints(t, "take", given, "--state", lost.Dir)
	w.kept(t, "a lost identity replaced, from its machine's start on", 1*time.Second)
}

// forget removes a name from the keys that an agent, which does not run, has seen.
func forget(t *testing.T, a *fleet.Agent, name string) {
	t.Helper()
	file := filepath.Join(a.Dir, "known-keys")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"), func(l string) bool { return strings.HasPrefix(l, name+" ") })
	if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// restored starts the leader from copies of its state directory: one whose next start was used before, and one of
// some starts ago. Each time it takes part and leads again.
func (w *ward) restored(t *testing.T, all []*fleet.Agent) {
	leader := all[len(all)-1]
	backup := leader.Dir + ".backup"
	w.again(t, leader, func() { copied(t, leader.Dir, backup) })
	w.kept(t, "the leader restarted", 5*time.Second)
	for _, what := range []string{"a copy whose next start was used", "a copy of three starts ago"} {
		w.again(t, leader, func() {
			log, _ := os.ReadFile(filepath.Join(leader.Dir, "log"))
			copied(t, backup, leader.Dir)
			_ = os.WriteFile(filepath.Join(leader.Dir, "log"), log, 0o600)
		})
		says(t, leader, "state directory")
		w.kept(t, "restored: "+what, 15*time.Second)
		for range 2 {
			w.again(t, leader, func() {})
			w.kept(t, "the leader restarted", 5*time.Second)
		}
	}
}
