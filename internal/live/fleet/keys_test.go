package fleet_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// keyed makes n agents with one key file.
func keyed(t *testing.T, n int, args ...string) (f *fleet.Fleet, file string) {
	t.Helper()
	f = cluster(t, n, append(args, local...)...)
	file = filepath.Join(directory(t), "keys")
	if out, err := live(f.Program, "keys", "new", file); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, a := range f.Agents {
		a.Args = append(a.Args, "--key-file", file)
	}
	return f, file
}

// keys runs "bellwether live keys …" for an agent, and returns what it prints.
func keys(f *fleet.Fleet, a *fleet.Agent, args ...string) (string, error) {
	return live(f.Program, append(append([]string{"keys"}, args...), "--state", a.Dir)...)
}

func mustKeys(t *testing.T, f *fleet.Fleet, a *fleet.Agent, args ...string) string {
	t.Helper()
	out, err := keys(f, a, args...)
	if err != nil {
		t.Fatalf("live keys %s of %s: %v\n%s", strings.Join(args, " "), a.Name, err, out)
	}
	return out
}

// heldKeys is the answer of "live keys status" of an agent, by member.
func heldKeys(f *fleet.Fleet, a *fleet.Agent) map[string]string {
	out, err := keys(f, a, "status", "--format", "json")
	var rows []struct{ Member, Keys string }
	if err != nil || json.Unmarshal([]byte(out), &rows) != nil {
		return nil
	}
	held := map[string]string{}
	for _, r := range rows {
		held[r.Member] = r.Keys
	}
	return held
}

// oneKey is the only key of all agents, as each of them sees it; "" if they do not agree on one.
func oneKey(f *fleet.Fleet) string {
	key := ""
	for _, a := range f.Agents {
		held := heldKeys(f, a)
		for _, other := range f.Agents {
			if key == "" {
				key = held[other.Name]
			}
			if held[other.Name] != key || strings.Contains(key, " ") {
				return ""
			}
		}
	}
	return key
}

// whole waits until all agents are in one group with one key, and returns that.
func whole(t *testing.T, f *fleet.Fleet) (key string) {
	t.Helper()
	await(t, f, f.IsBest)
	eventually(t, "all have one key", func() bool { key = oneKey(f); return key != "" })
	return key
}

// unwritable makes an agent unable to store its first order about keys, until mended is
// called. A directory has the name of the file: that stops root, too.
func unwritable(t *testing.T, a *fleet.Agent) (mended func()) {
	t.Helper()
	file := filepath.Join(a.Dir, "keys")
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// A member that cannot store a step stops the rotation, and is named with the cause. The
// rotation is taken back, begun again, stops again, and is resumed. Right after each rotation a
// member gets SIGHUP and another is killed, with the old key file: nobody is lost, and nobody
// takes the old key.
//
// It tests "Changing keys" of docs/security.md.
func TestNobodyIsLostWhenTheKeyChanges(t *testing.T) {
	t.Parallel()
	f, _ := keyed(t, 3)
	start(t, f)
	asked, sick, third := f.Agents[0], f.Agents[1], f.Agents[2]
	old := whole(t, f)
	mended := unwritable(t, sick)
	said, err := keys(f, asked, "rotate")
	if err == nil || !strings.Contains(said, sick.Name+": install key: the keys cannot be stored: ") || !strings.Contains(said, "live keys undo") {
		t.Errorf("%v\n%s", err, said)
	}
	says(t, sick, "an order about keys was not obeyed")
	if said, err := keys(f, third, "rotate"); err == nil || !strings.Contains(said, "begun and not ended") {
		t.Errorf("a second rotation: %v\n%s", err, said)
	}
	if said := mustKeys(t, f, third, "status"); !strings.Contains(said, "was begun and not ended") || !strings.Contains(said, old+" ") {
		t.Errorf("status:\n%s", said)
	}
	said, _ = keys(f, third, "undo") // the sick one has nothing to undo, but cannot remember it
	mended()
	if mustKeys(t, f, third, "undo"); whole(t, f) != old {
		t.Errorf("the change was not taken back, after\n%s", said)
	}

	mustKeys(t, f, asked, "rotate")
	for _, a := range []*fleet.Agent{sick, third} {
		if err := a.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		says(t, a, "settings read again") // its key file has a key that the rotation removed: it is not taken
	}
	if now := whole(t, f); now == old {
		t.Error("a key that was removed is back, after the settings were read again")
	}
	for _, name := range []string{"nobody", asked.Name} {
		if said, err := keys(f, asked, "rotate", "--without", name); err == nil || !strings.Contains(said, "--without "+name+": ") ||
			!strings.Contains(said, "so nothing was changed: ") || strings.Contains(said, "live keys resume") {
			t.Errorf("without %s: %v\n%s", name, err, said)
		}
	}
	third.Kill()
	if said, err := keys(f, asked, "rotate"); err == nil || !strings.Contains(said, third.Name+": no answer, so nothing was changed") {
		t.Errorf("a rotation while a member is away: %v\n%s", err, said)
	}
	begin(t, f, third)
	fresh := whole(t, f)
	if fresh == old {
		t.Error("the key did not change")
	}
	says(t, third, "the keys of the state directory are used")

	// A member is away; the others go on without it. It takes their keys, and is back.
	third.Kill()
	mustKeys(t, f, asked, "rotate", "--without", third.Name)
	begin(t, f, third)
	lockedOut(t, third)
	if held := heldKeys(f, third); held[third.Name] != fresh {
		t.Errorf("the member that was away has %v", held)
	}
	take := exec.Command(f.Program, "live", "keys", "take", "-", "--state", third.Dir)
	take.Stdin = strings.NewReader(mustKeys(t, f, asked, "list"))
	if out, err := take.CombinedOutput(); err != nil {
		t.Fatalf("take: %v\n%s", err, out)
	}
	if key := whole(t, f); key == fresh || key == old {
		t.Error("it is back with the old key")
	}
	intruder(t, f, old)

	// Somebody has the key: all take one that was never sent.
	unsent := filepath.Join(directory(t), "new")
	if out, err := live(f.Program, "keys", "new", unsent); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before := oneKey(f)
	for _, a := range f.Agents {
		mustKeys(t, f, a, "take", "--replace", unsent)
	}
	if whole(t, f) == before {
		t.Error("the stolen key is still in use")
	}
	healthy(t, f)
}

// lockedOut waits until an agent says that it is locked out, and checks that it does not lead.
func lockedOut(t *testing.T, a *fleet.Agent) {
	t.Helper()
	eventually(t, a.Name+" is locked out", func() bool {
		st, ok := a.Status(t.Context())
		return ok && st.LockedOut != "" && st.Leader == nil && !st.Healthy()
	})
	out, _ := exec.Command(program(t), "live", "doctor", "--name", a.Name, "--state", a.Dir).Output()
	if !strings.Contains(string(out), "the agent is locked out") || !strings.Contains(string(out), "live keys take -") {
		t.Errorf("the doctor says\n%s", out)
	}
}

// intruder starts an agent with the first key file, whose key was removed: it stays alone.
func intruder(t *testing.T, f *fleet.Fleet, old string) {
	t.Helper()
	one := f.Agents[1]
	stray := &fleet.Agent{Name: "stray", Addr: addresses(t, 1)[0], Offer: 999, Dir: directory(t), Args: slices.Clone(one.Args)}
	begin(t, f, stray)
	t.Cleanup(stray.Kill)
	lockedOut(t, stray)
	time.Sleep(time.Second) // two rounds of rejoin
	if held := heldKeys(f, stray); held["stray"] != old || len(held) != 1 {
		t.Errorf("the intruder sees %v, it should be alone with %s", held, old)
	}
	if st, ok := one.Status(t.Context()); !ok || len(st.Members) != len(f.Agents) {
		t.Errorf("%s has %d members", one.Name, len(st.Members))
	}
	stray.Kill()
}
