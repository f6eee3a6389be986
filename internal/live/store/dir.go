package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"bellwether/internal/base/durable"

	"bellwether/protocol"
)

// Names of files.
const (
	lockFile        = "lock"
	identityFile    = "identity"
	incarnationFile = "incarnation"
	peersFile       = "peers"
)

// A Dir is a directory that one agent has to itself. It implements [Storage].
type Dir struct {
	path   string
	system durable.System

	mu   sync.Mutex
	lock io.Closer // nil once closed
}

// Open makes the directory, of mode 0700, unless it exists, and locks it for this
// process. If another agent uses it, the error names the directory and the process. The
// lock of a dead process is taken over.
func Open(path string) (*Dir, error) { return open(durable.OS{}, path) }

func open(system durable.System, path string) (*Dir, error) {
	path, err := filepath.Abs(path)
	if err == nil {
		err = makePrivate(system, path)
	}
	if err != nil {
		return nil, err
	}
	held, err := durable.Lock(filepath.Join(path, lockFile), private)
	if errors.Is(err, ErrInUse) {
		return nil, fmt.Errorf("%s is %w; give each agent a directory of its own", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	d := &Dir{path: path, system: system, lock: held}
	if err := d.sweep(); err != nil {
		held.Close()
		return nil, err
	}
	return d, nil
}

// makePrivate makes the directory. If the directory exists, makePrivate checks that not
// everybody may write to it.
func makePrivate(system durable.System, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(path, 0o700); err != nil {
			return err
		}
		return system.SyncDir(filepath.Dir(path))
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", path)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o002 != 0:
		return fmt.Errorf("everybody may write to %s, so anybody could become this node: chmod 700 it, or give a directory of its own", path)
	}
	return nil
}

// sweep removes the temporary files that a crash left.
func (d *Dir) sweep() error {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") && strings.HasSuffix(e.Name(), durable.Beside) {
			if err := d.system.Remove(filepath.Join(d.path, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Identity implements [Storage].
func (d *Dir) Identity() (protocol.ID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	id, err := d.readNumber(identityFile)
	if err != nil || id != 0 {
		return protocol.ID(id), err
	}
	made := newIdentity()
	if err := d.writeNumber(identityFile, uint32(made)); err != nil {
		return protocol.Nobody, err
	}
	return made, nil
}

// SetIdentity implements [Storage].
func (d *Dir) SetIdentity(id protocol.ID) error {
	if id == protocol.Nobody {
		return errNobody
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.writeNumber(identityFile, uint32(id))
}

// NextIncarnation implements [Storage].
func (d *Dir) NextIncarnation() (uint32, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	last, err := d.readNumber(incarnationFile)
	if err != nil {
		return 0, err
	}
	if last == 0 && d.wasTorn(incarnationFile) {
		last = uint32(max(time.Now().Unix(), 0))
	}
	next, err := after(last)
	if err != nil {
		return 0, err
	}
	if err := d.writeNumber(incarnationFile, next); err != nil {
		return 0, err
	}
	return next, nil
}

// RaiseIncarnation implements [Storage].
func (d *Dir) RaiseIncarnation(last uint32) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	has, err := d.readNumber(incarnationFile)
	if err != nil || has >= last {
		return err
	}
	return d.writeNumber(incarnationFile, last)
}

// Saved implements [Storage].
func (d *Dir) Saved(algorithm string) ([]byte, error) {
	name, err := stateFile(algorithm)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.read(name)
}

// Save implements [Storage].
func (d *Dir) Save(algorithm string, state []byte) error {
	name, err := stateFile(algorithm)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.write(name, state)
}

// Peers implements [Storage].
func (d *Dir) Peers() ([]Peer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	b, err := d.read(peersFile)
	if b == nil {
		return nil, err
	}
	var peers []Peer
	if err := json.Unmarshal(b, &peers); err != nil {
		return nil, d.setAside(peersFile, fmt.Errorf("%w: %w", ErrTorn, err))
	}
	return peers, nil
}

// SavePeers implements [Storage]. Names and addresses are UTF-8.
func (d *Dir) SavePeers(peers []Peer) error {
	for _, p := range peers {
		if !utf8.ValidString(p.Name) || !utf8.ValidString(p.Addr) {
			return fmt.Errorf("the name or address of peer %q at %q is not UTF-8", p.Name, p.Addr)
		}
	}
	b, err := json.Marshal(peers)
	if err != nil {
		return fmt.Errorf("peers: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.write(peersFile, b)
}

// Durable implements [Storage].
func (d *Dir) Durable() bool { return true }

// Close implements [Storage].
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lock == nil {
		return d.closed()
	}
	err := d.lock.Close()
	d.lock = nil
	if err != nil {
		return err
	}
	return nil
}

func (d *Dir) closed() error { return fmt.Errorf("%s: %w", d.path, fs.ErrClosed) }
