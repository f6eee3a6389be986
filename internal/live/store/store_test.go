package store

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellwether/protocol"
)

func mustOpen(t *testing.T, path string) *Dir {
	t.Helper()
	d, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// reopen returns the storage in the next life of an agent.
func reopen(t *testing.T, d *Dir) *Dir {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return mustOpen(t, d.path)
}

// lives tests both kinds of storage. The function again opens the storage like a new life
// of the agent.
func lives(t *testing.T, test func(t *testing.T, s Storage, again func(*testing.T) Storage)) {
	t.Run("dir", func(t *testing.T) {
		d := mustOpen(t, filepath.Join(t.TempDir(), "a", "state"))
		test(t, d, func(t *testing.T) Storage { d = reopen(t, d); return d })
	})
	t.Run("memory", func(t *testing.T) {
		v := Memory()
		test(t, v, func(t *testing.T) Storage {
			if err := v.Close(); err != nil {
				t.Fatal(err)
			}
			v.Reopen()
			return v
		})
	})
}

func TestIdentityIsMadeOnce(t *testing.T) {
	lives(t, func(t *testing.T, s Storage, again func(*testing.T) Storage) {
		first, err := s.Identity()
		if err != nil || first == protocol.Nobody {
			t.Fatalf("%v, %v", first, err)
		}
		for range 3 {
			if id, err := again(t).Identity(); id != first || err != nil {
				t.Errorf("%v in the next life, was %v (%v)", id, first, err)
			}
		}
	})
}

func TestIdentitiesDiffer(t *testing.T) {
	seen := map[protocol.ID]bool{}
	var low, high protocol.ID = math.MaxUint32, 0
	for range 256 {
		id, err := Memory().Identity()
		if err != nil {
			t.Fatal(err)
		}
		seen[id] = true
		low, high = min(low, id), max(high, id)
	}
	// Of 256 random numbers of 32 bits two agree with a probability of 8 in a
	// million; all lie in one half with 2 in 2²⁵⁶.
	if len(seen) < 255 || low > math.MaxUint32/2 || high < math.MaxUint32/2 {
		t.Errorf("%d different ids, from %d to %d", len(seen), low, high)
	}
}

func TestIdentityThatWasSetIsRemembered(t *testing.T) {
	lives(t, func(t *testing.T, s Storage, again func(*testing.T) Storage) {
		if _, err := s.Identity(); err != nil {
			t.Fatal(err)
		}
		if err := s.SetIdentity(77); err != nil {
			t.Fatal(err)
		}
		if id, err := again(t).Identity(); id != 77 || err != nil {
			t.Errorf("%v, %v", id, err)
		}
		if err := again(t).SetIdentity(protocol.Nobody); err == nil {
			t.Error("the ID 0 was accepted")
		}
		if id, _ := again(t).Identity(); id != 77 {
			t.Errorf("a refused id left %v", id)
		}
	})
}

func TestIncarnationsCountStarts(t *testing.T) {
	lives(t, func(t *testing.T, s Storage, again func(*testing.T) Storage) {
		for want := uint32(1); want <= 4; want++ {
			if got, err := s.NextIncarnation(); got != want || err != nil {
				t.Errorf("%d, %v; want %d", got, err, want)
			}
			s = again(t)
		}
	})
}

func TestIncarnationsEnd(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	if err := d.writeNumber(incarnationFile, math.MaxUint32-1); err != nil {
		t.Fatal(err)
	}
	if n, err := d.NextIncarnation(); n != math.MaxUint32 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := d.NextIncarnation(); err == nil {
		t.Errorf("continued at %d", n)
	}
}

func TestStateIsWhatWasSavedLast(t *testing.T) {
	lives(t, func(t *testing.T, s Storage, again func(*testing.T) Storage) {
		if b, err := s.Saved("raft"); b != nil || err != nil {
			t.Errorf("before any: %q, %v", b, err)
		}
		for _, state := range [][]byte{[]byte("term 1"), {}, bytes.Repeat([]byte{0, 255}, 5000), []byte("term 3")} {
			given := slices.Clone(state)
			if err := s.Save("raft", given); err != nil {
				t.Fatal(err)
			}
			clear(given) // the caller may change the slice after Save
			s = again(t)
			if b, err := s.Saved("raft"); b == nil || !bytes.Equal(b, state) || err != nil {
				t.Errorf("%q, %v; want %q", b, err, state)
			}
		}
		if b, err := s.Saved("bully"); b != nil || err != nil {
			t.Errorf("another algorithm's: %q, %v", b, err)
		}
	})
}

// oddNames are names that would collide or leave the directory if they were file names.
var oddNames = []string{"", ".", "..", "../x", "/etc/passwd", "a/b", `a\b`, "a b", "a%2fb", "A", "a", "raft", "raft.torn",
	"Raft", "é", "\x00", "nul\x00", "a\nb", "\xff", "con", "state-", "*?", "-", "...", strings.Repeat("ab", 90)}

func TestAlgorithmsOfAnyNameAreKeptApart(t *testing.T) {
	lives(t, func(t *testing.T, s Storage, again func(*testing.T) Storage) {
		for _, name := range oddNames {
			if err := s.Save(name, []byte("of "+name)); err != nil {
				t.Fatalf("%q: %v", name, err)
			}
		}
		s = again(t)
		for _, name := range oddNames {
			if b, err := s.Saved(name); string(b) != "of "+name || err != nil {
				t.Errorf("%q: %q, %v", name, b, err)
			}
		}
	})
}

func TestFileNamesAreSafe(t *testing.T) {
	seen := map[string]string{}
	for _, name := range oddNames {
		file, err := stateFile(name)
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if strings.Trim(file, "abcdefghijklmnopqrstuvwxyz0123456789-%") != "" || len(file) > 255-len(".part.torn") {
			t.Errorf("%q is kept in %q", name, file)
		}
		if other, twice := seen[file]; twice {
			t.Errorf("%q and %q are both kept in %q", name, other, file)
		}
		seen[file] = name
	}
	d := mustOpen(t, t.TempDir())
	for _, long := range []string{strings.Repeat("x", 300), strings.Repeat("É", 60)} {
		if err := d.Save(long, nil); err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("%.20q…: %v", long, err)
		}
		if _, err := d.Saved(long); err == nil {
			t.Errorf("%.20q… was read", long)
		}
	}
}

func TestPeersAreRemembered(t *testing.T) {
	lives(t, func(t *testing.T, s Storage, again func(*testing.T) Storage) {
		if p, err := s.Peers(); p != nil || err != nil {
			t.Errorf("before any: %v, %v", p, err)
		}
		want := []Peer{
			{Name: "ant", Addr: "127.0.0.1:7946", ID: 7, Seen: time.Unix(1700000000, 123456789)},
			{Name: `odd "näme" <&> ` + "\n", Addr: "[fe80::1%eth0]:1", ID: math.MaxUint32},
		}
		if err := s.SavePeers(want); err != nil {
			t.Fatal(err)
		}
		got, err := again(t).Peers()
		if err != nil || len(got) != 2 {
			t.Fatalf("%v, %v", got, err)
		}
		for i, p := range got {
			if p.Name != want[i].Name || p.Addr != want[i].Addr || p.ID != want[i].ID || !p.Seen.Equal(want[i].Seen) {
				t.Errorf("%+v, want %+v", p, want[i])
			}
		}
		if err := again(t).SavePeers(nil); err != nil {
			t.Fatal(err)
		}
		if got, err := again(t).Peers(); len(got) != 0 || err != nil {
			t.Errorf("after none were saved: %v, %v", got, err)
		}
	})
}

func TestPeersThatWouldChangeAreRefused(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	if err := d.SavePeers([]Peer{{Name: "a\xff"}}); err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Errorf("%v", err)
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	most := bytes.Repeat([]byte{1}, MaxBytes)
	if err := d.Save("x", most); err != nil {
		t.Fatal(err)
	}
	if err := d.Save("x", append(most, 1)); err == nil || !strings.Contains(err.Error(), "1048577") {
		t.Errorf("%v", err)
	}
	if b, err := d.Saved("x"); !bytes.Equal(b, most) || err != nil {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

func TestNothingWorksAfterClose(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	v := Memory()
	for name, s := range map[string]Storage{"dir": d, "memory": v} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		var errs []error
		_, err := s.Identity()
		errs = append(errs, err, s.SetIdentity(1), s.Save("x", nil), s.SavePeers(nil), s.Close())
		_, err = s.NextIncarnation()
		errs = append(errs, err)
		_, err = s.Saved("x")
		errs = append(errs, err)
		_, err = s.Peers()
		errs = append(errs, err)
		for i, err := range errs {
			if !errors.Is(err, fs.ErrClosed) {
				t.Errorf("%s, call %d: %v", name, i, err)
			}
		}
	}
	if entries, _ := os.ReadDir(d.path); len(entries) != 1 || entries[0].Name() != lockFile {
		t.Errorf("a closed store wrote: %v", entries)
	}
}

func TestSeveralGoroutinesMayUseIt(t *testing.T) {
	lives(t, func(t *testing.T, s Storage, again func(*testing.T) Storage) {
		const each = 5
		var mu sync.Mutex
		numbers := map[uint32]bool{}
		ids := map[protocol.ID]bool{}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range each {
					n, err := s.NextIncarnation()
					id, err2 := s.Identity()
					if err := errors.Join(err, err2, s.Save("x", []byte("state")), s.SavePeers(nil)); err != nil {
						t.Error(err)
					}
					mu.Lock()
					numbers[n], ids[id] = true, true
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if len(numbers) != 4*each || !numbers[4*each] || len(ids) != 1 {
			t.Errorf("incarnations %v, ids %v", numbers, ids)
		}
		if b, err := again(t).Saved("x"); string(b) != "state" || err != nil {
			t.Errorf("%q, %v", b, err)
		}
	})
}
