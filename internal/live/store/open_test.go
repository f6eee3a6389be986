package store

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestDirectoryIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	d := mustOpen(t, path)
	if _, err := d.Identity(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{path: 0o700, filepath.Join(path, identityFile): 0o600, filepath.Join(path, lockFile): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestDirectoryThatIsAFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(dir, "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		file:                     "not a directory",
		filepath.Join(file, "x"): "not a directory",
		open:                     "everybody may write",
	} {
		if d, err := Open(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, %v", path, d, err)
		}
	}
	if entries, _ := os.ReadDir(open); len(entries) != 0 {
		t.Errorf("a refused directory was written to: %v", entries)
	}
}

func TestSecondAgentIsRefusedWithPathAndProcess(t *testing.T) {
	path := t.TempDir()
	d := mustOpen(t, path)
	for range 2 {
		_, err := Open(path)
		if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), path+" is in use by process "+fmt.Sprint(os.Getpid())) {
			t.Errorf("%v", err)
		}
	}
	reopen(t, d)
}

func TestOneOfManyThatOpenAtOnceHasIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	var mu sync.Mutex
	var had []*Dir
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			d, err := Open(path)
			if err != nil {
				if !errors.Is(err, ErrInUse) {
					t.Error(err)
				}
				return
			}
			mu.Lock()
			had = append(had, d)
			mu.Unlock()
		})
	}
	all.Wait()
	if len(had) != 1 {
		t.Fatalf("%d have it", len(had))
	}
	had[0].Close()
}

// TestMain makes this binary the other agent if the environment says so.
func TestMain(m *testing.M) {
	path, other := os.LookupEnv("STORE_TEST_HOLD")
	if !other {
		os.Exit(m.Run())
	}
	if _, err := Open(path); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("held")
	bufio.NewReader(os.Stdin).ReadString('\n') // until it is killed
}

func TestLockOfADeadProcessIsTakenOver(t *testing.T) {
	path := t.TempDir()
	agent := exec.Command(os.Args[0])
	agent.Env = append(os.Environ(), "STORE_TEST_HOLD="+path)
	stdin, err := agent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	if said, _ := bufio.NewReader(stdout).ReadString('\n'); said != "held\n" {
		t.Fatalf("the other agent prints %q", said)
	}
	if _, err := Open(path); !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), fmt.Sprintf("process %d;", agent.Process.Pid)) {
		t.Errorf("while it lives: %v", err)
	}
	agent.Process.Kill()
	agent.Wait()
	d := mustOpen(t, path)
	if _, err := d.NextIncarnation(); err != nil {
		t.Error(err)
	}
}

func TestForeignFilesStay(t *testing.T) {
	path := t.TempDir()
	for _, name := range []string{"notes.txt", ".hidden", ".state-raft.123.part", "state-raft.part"} {
		if err := os.WriteFile(filepath.Join(path, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustOpen(t, path)
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != ".hidden lock notes.txt state-raft.part" {
		t.Errorf("there is %s", got)
	}
}

func TestReadOnlyDirectoryIsAClearError(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write anywhere; a read-only mount is tested instead")
	}
	path := t.TempDir()
	d := mustOpen(t, path)
	if err := d.Save("raft", []byte("former")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(path, 0o700)
	if err := d.Save("raft", []byte("later")); !errors.Is(err, os.ErrPermission) {
		t.Errorf("Save: %v", err)
	}
	if b, err := d.Saved("raft"); string(b) != "former" || err != nil {
		t.Errorf("Saved: %q, %v", b, err)
	}
	if _, err := Open(filepath.Join(path, "inner")); !errors.Is(err, os.ErrPermission) {
		t.Errorf("Open: %v", err)
	}
}

// The incarnation that others know of a restored node is passed over, and stays so.
func TestAnIncarnationIsRaised(t *testing.T) {
	dir := t.TempDir()
	for _, of := range []struct {
		open func() (Storage, error)
	}{{func() (Storage, error) { return Open(dir) }}, {func() (Storage, error) { return Memory(), nil }}} {
		s, err := of.open()
		if err != nil {
			t.Fatal(err)
		}
		var got []uint32
		for _, raise := range []uint32{0, 7, 3} {
			if err := s.RaiseIncarnation(raise); err != nil {
				t.Error(err)
			}
			n, err := s.NextIncarnation()
			if err != nil {
				t.Error(err)
			}
			got = append(got, n)
		}
		if !slices.Equal(got, []uint32{1, 8, 9}) {
			t.Errorf("%T: %v", s, got)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
