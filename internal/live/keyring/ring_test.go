package keyring

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/internal/base/durable/durabletest"
)

// k is the n-th key of a test.
func k(n int) []byte { return bytes.Repeat([]byte{byte(n)}, 16) }

// listing is the keys of a ring by number, the one in use first.
func listing(r *Ring) (s string) {
	for _, key := range r.Keys() {
		s += fmt.Sprint(key.Key[0], " ")
	}
	return strings.TrimSpace(s)
}

func open(t *testing.T, file string, first ...[]byte) *Ring {
	t.Helper()
	r, err := Open(Options{File: file, First: first})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func obey(t *testing.T, r *Ring, verb Verb, key int) {
	t.Helper()
	if err := r.Obey(Order{Number: r.Next(), Step: Step{verb, k(key)}}); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, when string, r *Ring, want string) {
	t.Helper()
	if got := listing(r); got != want {
		t.Errorf("%s: keys %s, want %s", when, got, want)
	}
	var sealed string
	for _, key := range r.Sealed().Keys() {
		sealed += fmt.Sprint(key[0], " ")
	}
	if strings.TrimSpace(sealed) != want {
		t.Errorf("%s: the transport has keys %s, want %s", when, sealed, want)
	}
}

// Before the first order the key file is the truth, after it the ring's own file: an old key
// file neither brings back a removed key nor takes away a new one, at no start and no reload.
//
// It tests "Change the key" of docs/security.md.
func TestAnOldKeyFileChangesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	r := open(t, file, k(1), k(2), k(1))
	holds(t, "first start", r, "1 2")
	if err := r.Reread([][]byte{k(2)}); err != nil {
		t.Error(err)
	}
	holds(t, "a new key file", r, "2")
	holds(t, "its next start", open(t, file, k(1)), "1")

	for _, step := range []struct {
		verb Verb
		key  int
		want string
	}{{Install, 3, "2 3"}, {Use, 3, "3 2"}, {Remove, 2, "3"}, {Remove, 1, "3"}} {
		obey(t, r, step.verb, step.key)
		for _, old := range [][][]byte{{k(2)}, {k(1), k(2)}, {k(9)}} {
			if err := r.Reread(old); !errors.Is(err, ErrOrdered) || errors.Is(err, ErrRetired) != r.now.allRemoved(old) {
				t.Errorf("after %v, reload: %v", step, err)
			}
			holds(t, "reloaded", r, step.want)
			holds(t, "restarted", open(t, file, old...), step.want)
		}
	}
	if err := r.Reread([][]byte{k(3)}); err != nil {
		t.Errorf("a key file with the same keys: %v", err)
	}
	r = open(t, file, k(3))
	for _, gone := range []int{1, 2} { // also 1, which was not installed when it was removed
		if err := r.Obey(Order{Number: r.Next(), Step: Step{Install, k(gone)}}); !errors.Is(err, ErrRemoved) {
			t.Errorf("removed key %d: %v", gone, err)
		}
		if err := r.Take(Taking{Keys: [][]byte{k(gone)}}); !errors.Is(err, ErrRemoved) {
			t.Errorf("removed key %d: %v", gone, err)
		}
	}
	holds(t, "at the end", r, "3")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestOrdersAreRefused(t *testing.T) {
	r := open(t, "", k(1), k(2))
	for what, step := range map[string]Step{
		"a short key": {Install, k(1)[:3]}, "remove the one in use": {Remove, k(1)},
		"use an unknown one": {Use, k(5)}, "no step": {9, k(5)},
	} {
		if err := r.Obey(Order{Number: r.Next(), Step: step}); err == nil {
			t.Error(what)
		}
	}
	n := r.Next()
	for range 2 { // an order may come twice
		if err := r.Obey(Order{Number: n, Step: Step{Use, k(2)}}); err != nil {
			t.Error(err)
		}
	}
	if err := r.Obey(Order{Number: n - 1, Step: Step{Use, k(1)}}); !errors.Is(err, ErrLate) {
		t.Errorf("an older order: %v", err)
	}
	holds(t, "at the end", r, "2 1")
	// A clock that was an hour ahead does not stop the next orders.
	if err := r.Obey(Order{Number: uint64(time.Now().Add(time.Hour).UnixNano()), Step: Step{Install, k(3)}}); err != nil {
		t.Error(err)
	}
	obey(t, r, Use, 3)
	holds(t, "after an order from the future", r, "3 2 1")
	for i := range keyLimit {
		_ = r.Obey(Order{Number: r.Next(), Step: Step{Install, k(10 + i)}})
	}
	if n := len(r.Keys()); n != keyLimit {
		t.Errorf("%d keys", n)
	}
}

// An agent that was away takes the keys of another, and gives up its own.
func TestTakenKeysReplaceTheOthers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	r := open(t, file, k(1))
	obey(t, r, Install, 2)
	if err := r.Take(Taking{}); err == nil {
		t.Error("no keys were taken")
	}
	if err := r.Take(Taking{Keys: [][]byte{k(3), k(4)}}); !errors.Is(err, ErrForeign) {
		t.Errorf("keys of which it has none: %v", err)
	}
	holds(t, "refused", r, "1 2")
	if err := r.Take(Taking{Keys: [][]byte{k(3), k(2)}}); err != nil {
		t.Fatal(err)
	}
	holds(t, "taken", r, "3 2")
	r = open(t, file, k(1))
	holds(t, "restarted", r, "3 2")
	if r.Keys()[1].Order == 0 || r.Keys()[0].Order != 0 {
		t.Errorf("orders %v", r.Keys())
	}
	if err := r.Take(Taking{Keys: [][]byte{k(1)}}); !errors.Is(err, ErrRemoved) {
		t.Errorf("a key that was given up: %v", err)
	}
	if err := r.Take(Taking{Keys: [][]byte{k(4)}, Replace: true}); err != nil {
		t.Error(err)
	}
	holds(t, "replaced", r, "4")
}

// A full disk, a directory that cannot be written, and a power cut at each step of the disk:
// an order that failed changed nothing, one that was obeyed is there after the restart.
func TestOrdersAreOnTheDiskBeforeTheyAreObeyed(t *testing.T) {
	dir := t.TempDir()
	full := durabletest.New()
	r, err := Open(Options{File: filepath.Join(dir, "full"), System: full, First: [][]byte{k(1)}})
	if err != nil {
		t.Fatal(err)
	}
	full.Space = 10
	if err := r.Obey(Order{Number: r.Next(), Step: Step{Install, k(2)}}); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "cannot be stored") {
		t.Errorf("full disk: %v", err)
	}
	holds(t, "full disk", r, "1")
	full.Space = -1
	obey(t, r, Install, 2)
	holds(t, "with space", open(t, filepath.Join(dir, "full")), "1 2")

	gone, err := Open(Options{File: filepath.Join(dir, "no such directory", "keys"), First: [][]byte{k(1)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := gone.Obey(Order{Number: gone.Next(), Step: Step{Install, k(2)}}); err == nil {
		t.Error("an order was obeyed without a directory")
	}

	outcomes := durabletest.Outcomes()
	if testing.Short() {
		outcomes = outcomes[:1]
	}
	for i, outcome := range outcomes {
		for power := range 8 {
			file := filepath.Join(dir, fmt.Sprint(i, power))
			disk := durabletest.New()
			r, err := Open(Options{File: file, System: disk, First: [][]byte{k(1)}})
			if err != nil {
				t.Fatal(err)
			}
			obey(t, r, Install, 2)
			obey(t, r, Use, 2)
			disk.Power = power
			failed := r.Obey(Order{Number: r.Next(), Step: Step{Remove, k(1)}})
			if err := disk.Restart(outcome); err != nil {
				t.Fatal(err)
			}
			got := listing(open(t, file, k(1)))
			if got != "2" && (failed == nil || got != "2 1") {
				t.Errorf("power for %d steps, %+v: keys %s after %v", power, outcome, got, failed)
			}
		}
	}
}

// The former keys may have been removed: a damaged file must not make the agent use them.
func TestADamagedFileStopsTheAgent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	r := open(t, file, k(1))
	obey(t, r, Install, 2)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := [][]byte{nil, whole[:len(whole)-1], whole[:len(whole)/2], bytes.ToUpper(whole)}
	for i := 0; i < len(whole); i += 7 {
		changed := bytes.Clone(whole)
		changed[i] ^= 2
		damaged = append(damaged, changed)
	}
	for _, text := range damaged {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := Open(Options{File: file, First: [][]byte{k(1)}}); !errors.Is(err, errDamaged) {
			t.Fatalf("%q: %v, %v", text, r, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	r := record{last: 7, keys: []Key{{k(1), 7}, {k(2), 0}}}
	r.retire(k(3))
	f.Add(r.append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decode(b)
		if err == nil && (len(r.keys) == 0 || !bytes.Contains(b, []byte("sum "))) {
			t.Errorf("%q has keys %v", b, r.keys)
		}
	})
}

func TestRemovedKeysAreBounded(t *testing.T) {
	r := record{keys: []Key{{Key: k(0)}}}
	for i := range removedLimit + 5 {
		r.retire(fmt.Appendf(nil, "key %d", i))
	}
	if len(r.removed) != removedLimit || r.wasRemoved([]byte("key 4")) || !r.wasRemoved([]byte("key 5")) {
		t.Errorf("%d removed keys are remembered", len(r.removed))
	}
	again, err := decode(r.append(nil))
	if err != nil || len(again.removed) != removedLimit || again.removed[7] != r.removed[7] {
		t.Errorf("%v", err)
	}
}

// A key file that only has removed keys is told apart: no order takes them.
func TestAKeyFileThatIsOlderThanARotation(t *testing.T) {
	r := record{}
	r.keys = []Key{{Key: k(3)}}
	r.retire(k(1))
	if !r.allRemoved([][]byte{k(1)}) || r.allRemoved([][]byte{k(1), k(2)}) {
		t.Error("removed keys are not told from others")
	}
}
