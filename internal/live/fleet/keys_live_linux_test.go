//go:build live && linux

package fleet_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/live/fleet"
)

// rotations of TestRotationsUnderTrouble.
const rotations = 100

// seal makes the directory of an agent read-only, as a disk with errors is. A second mount
// over it does that while files below it are open.
func seal(t *testing.T, a *fleet.Agent) (open func()) {
	t.Helper()
	if err := syscall.Mount(a.Dir, a.Dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("a read-only disk needs the right to mount one: %v", err)
	}
	eventually(t, "no file is just being written, and the disk is read-only", func() bool {
		return syscall.Mount("", a.Dir, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, "") == nil
	})
	return func() {
		if err := syscall.Unmount(a.Dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}
}

// trouble makes trouble for an agent, and returns what ends it.
func trouble(t *testing.T, f *fleet.Fleet, kind string, a *fleet.Agent) (end func()) {
	switch kind {
	case "kill":
		a.Kill()
		return func() { begin(t, f, a) }
	case "read-only disk":
		return seal(t, a)
	case "hangup":
		if err := a.Signal(syscall.SIGHUP); err != nil {
			t.Error(err)
		}
	}
	return func() {}
}

// settled ends a change of the key that has stopped, by resume or undo, asking any agent. It
// returns the key that all have.
func settled(t *testing.T, f *fleet.Fleet, draw *rand.Rand) (key string) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if key = oneKey(f); key != "" {
			return key
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("the members do not come to one key: %v", heldKeys(f, f.Agents[0]))
		}
		a, verb := f.Agents[draw.IntN(len(f.Agents))], "resume"
		if draw.IntN(3) == 0 {
			verb = "undo"
		}
		_, _ = keys(f, a, verb) // it may be refused, as undo once a member has removed the key
	}
}

// TestRotationsUnderTrouble rotates the key a hundred times. In each rotation an agent is
// killed, gets SIGHUP with the key file of the first start, or has a read-only disk, from a
// random moment on. When the trouble is over a rotation that stopped is resumed or undone. After
// each all agents are one group with one key, and removed keys are refused at the end.
func TestRotationsUnderTrouble(t *testing.T) {
	f, _ := keyed(t, 4)
	start(t, f)
	old := whole(t, f)
	seed := uint64(time.Now().UnixNano())
	draw := rand.New(rand.NewPCG(1, seed))
	fmt.Printf("%d rotations, seed %d\n", rotations, seed)
	seen := map[string]bool{old: true}
	stopped, undone := map[string]int{}, 0
	took := 50 * time.Millisecond // of a rotation; the troubles begin within
	for i := range rotations {
		kind := []string{"kill", "hangup", "read-only disk"}[i%3]
		victim, asked := f.Agents[draw.IntN(4)], f.Agents[draw.IntN(4)]
		before := oneKey(f)
		rotated, began := make(chan error, 1), time.Now()
		go func() {
			_, err := keys(f, asked, "rotate")
			rotated <- err
		}()
		time.Sleep(time.Duration(draw.Int64N(int64(took))))
		end := trouble(t, f, kind, victim)
		err := <-rotated
		if err != nil {
			stopped[kind]++
		} else {
			took = time.Since(began)
		}
		end()
		await(t, f, f.IsBest)
		key := settled(t, f, draw)
		switch {
		case key == before && err == nil:
			t.Errorf("rotation %d succeeded, but %s is in use as before", i, key)
		case key == before:
			undone++
		case seen[key]:
			t.Fatalf("rotation %d: the removed key %s is back", i, key)
		}
		seen[key] = true
	}
	fmt.Printf("stopped by a kill %d, by a hangup %d, by a read-only disk %d; afterwards %d had the former key, nobody was lost\n",
		stopped["kill"], stopped["hangup"], stopped["read-only disk"], undone)
	if stopped["hangup"] > 0 {
		t.Error("a hangup stopped a rotation")
	}
	if stopped["kill"] == 0 || stopped["read-only disk"] == 0 {
		t.Error("no rotation was stopped: the test tests nothing")
	}
	for _, a := range f.Agents { // after a restart of all
		a.Kill()
		begin(t, f, a)
		await(t, f, f.IsBest)
	}
	if key := whole(t, f); !seen[key] {
		t.Errorf("after a restart all have %s", key)
	}
	for _, a := range f.Agents {
		text, err := os.ReadFile(a.Dir + "/keys")
		if err != nil || strings.Count(string(text), "\nkey ") != 1 {
			t.Errorf("%s: %v, keys in its file: %d", a.Name, err, strings.Count(string(text), "\nkey "))
		}
	}
	intruder(t, f, old)
	healthy(t, f)
}
