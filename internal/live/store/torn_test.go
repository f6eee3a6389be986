package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bellwether/internal/base/durable/durabletest"
	"bellwether/protocol"
)

// damage returns the damaged forms of a file: cut at every byte, with a bit flipped in
// every byte, and with bytes appended.
func damage(sound []byte) (all [][]byte) {
	for i := range sound {
		all = append(all, append([]byte{}, sound[:i]...))
		for bit := range 8 {
			b := append([]byte{}, sound...)
			b[i] ^= 1 << bit
			all = append(all, b)
		}
	}
	return append(all, append(append([]byte{}, sound...), 0), make([]byte, len(sound)), []byte("#!/bin/sh\n"))
}

func TestTornStateIsReportedOnceAndSetAside(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	if err := d.Save("raft", []byte("term 12, vote 7")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(d.path, "state-raft")
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range damage(sound) {
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if b, err := d.Saved("raft"); b != nil || !errors.Is(err, ErrTorn) || !strings.Contains(err.Error(), path) {
			t.Fatalf("%q is read as %q, %v", bad, b, err)
		}
		if kept, err := os.ReadFile(path + ".torn"); string(kept) != string(bad) || err != nil {
			t.Fatalf("%q was set aside as %q (%v)", bad, kept, err)
		}
		if b, err := d.Saved("raft"); b != nil || err != nil {
			t.Fatalf("asked again: %q, %v", b, err)
		}
	}
	if err := d.Save("raft", []byte("term 13")); err != nil {
		t.Fatal(err)
	}
	if b, err := d.Saved("raft"); string(b) != "term 13" || err != nil {
		t.Errorf("saved anew: %q, %v", b, err)
	}
}

func TestFileOfAnotherNameIsForeign(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	if err := d.Save("raft", []byte("term 12")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(d.path, "state-raft"), filepath.Join(d.path, "state-bully")); err != nil {
		t.Fatal(err)
	}
	if b, err := d.Saved("bully"); b != nil || !errors.Is(err, ErrTorn) {
		t.Errorf("%q, %v", b, err)
	}
}

func TestTornIdentityIsReportedThenMadeAnew(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	for _, bad := range [][]byte{nil, []byte("17"), frame(identityFile, []byte{0, 0, 0, 0}), frame(identityFile, []byte{1})} {
		if err := d.SetIdentity(17); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d.path, identityFile), bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if id, err := d.Identity(); id != protocol.Nobody || !errors.Is(err, ErrTorn) {
			t.Errorf("%q: %v, %v", bad, id, err)
		}
		id, err := d.Identity()
		if id == protocol.Nobody || err != nil {
			t.Errorf("asked again: %v, %v", id, err)
		}
		if same, _ := d.Identity(); same != id {
			t.Errorf("not kept: %v, then %v", id, same)
		}
	}
}

func TestIncarnationsNeverRepeatEvenAfterATear(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	var last uint32
	start := func() {
		t.Helper()
		d = reopen(t, d)
		n, err := d.NextIncarnation()
		if n <= last || err != nil {
			t.Fatalf("%d after %d, %v", n, last, err)
		}
		last = n
	}
	for range 5 {
		start()
	}
	if err := os.WriteFile(filepath.Join(d.path, incarnationFile), []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := d.NextIncarnation(); n != 0 || !errors.Is(err, ErrTorn) {
		t.Errorf("%d, %v", n, err)
	}
	for range 5 {
		start()
	}
}

func TestPeersThatAreNoPeersAreSetAside(t *testing.T) {
	d := mustOpen(t, t.TempDir())
	for _, contents := range []string{"{", `{"name": "ant"}`, `[{"id": -1}]`, `[{"id": 4294967296}]`, `[{"seen": "yesterday"}]`} {
		if err := d.write(peersFile, []byte(contents)); err != nil {
			t.Fatal(err)
		}
		if p, err := d.Peers(); p != nil || !errors.Is(err, ErrTorn) {
			t.Errorf("%s: %v, %v", contents, p, err)
		}
		if p, err := d.Peers(); p != nil || err != nil {
			t.Errorf("asked again: %v, %v", p, err)
		}
	}
}

// TestPowerMayFailAtAnyStepOfSave cuts the power after each step of the second Save, in
// every state that the disk may leave unsynced data in.
func TestPowerMayFailAtAnyStepOfSave(t *testing.T) {
	for _, outcome := range durabletest.Outcomes() {
		for power, done := 0, false; !done; power++ {
			disk := durabletest.New()
			path := t.TempDir()
			d, err := open(disk, path)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Save("raft", []byte("former")); err != nil {
				t.Fatal(err)
			}
			disk.Power = power
			err = d.Save("raft", []byte("later"))
			done = err == nil
			if !done && !errors.Is(err, durabletest.ErrPower) {
				t.Fatalf("after %d steps: %v", power, err)
			}
			d.Close()
			if err := disk.Restart(outcome); err != nil {
				t.Fatal(err)
			}
			d = mustOpen(t, path)
			got, err := d.Saved("raft")
			if err != nil || string(got) != "later" && (done || string(got) != "former") {
				t.Errorf("power lost after %d steps: %q, %v", power, got, err)
			}
			entries, _ := os.ReadDir(path)
			if len(entries) != 2 {
				t.Errorf("power lost after %d steps: the next life finds %v", power, entries)
			}
			d.Close()
		}
	}
}

// TestIncarnationIsDurableBeforeItIsReturned cuts the power at each step of each start:
// no number that was returned is returned again.
func TestIncarnationIsDurableBeforeItIsReturned(t *testing.T) {
	for _, outcome := range durabletest.Outcomes() {
		path := t.TempDir()
		var told uint32
		for power := 0; told < 3; power++ {
			disk := durabletest.New()
			d, err := open(disk, path)
			if err != nil {
				t.Fatal(err)
			}
			disk.Power = power % 8 // one write takes seven steps
			n, err := d.NextIncarnation()
			if err == nil {
				if n <= told {
					t.Errorf("%d was returned again after %d", n, told)
				}
				told = n
			}
			d.Close()
			if err := disk.Restart(outcome); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestFullDiskKeepsWhatWasSaved(t *testing.T) {
	disk := durabletest.New()
	d, err := open(disk, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Save("raft", []byte("former")); err != nil {
		t.Fatal(err)
	}
	for _, space := range []int{0, 5, headerBytes, headerBytes + 4} {
		disk.Space = space
		err := d.Save("raft", []byte("later"))
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "state-raft is not written") {
			t.Errorf("%d bytes free: %v", space, err)
		}
		if b, err := d.Saved("raft"); string(b) != "former" || err != nil {
			t.Errorf("%d bytes free: %q, %v", space, b, err)
		}
	}
	disk.Space = -1
	if err := d.Save("raft", []byte("later")); err != nil {
		t.Errorf("with space again: %v", err)
	}
}
