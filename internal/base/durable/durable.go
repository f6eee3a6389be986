package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
)

// Beside ends the name of a temporary file, which begins with a dot.
const Beside = ".part"

// A System makes files. [OS] is the real one; tests use one that fills up or loses power
// between two steps.
type System interface {
	// Create makes a new file in dir that only its owner may read.
	Create(dir, pattern string) (Handle, error)
	// Rename gives a file its name and replaces any file of that name.
	Rename(from, to string) error
	Remove(name string) error
	// SyncDir makes the names in a directory survive a crash.
	SyncDir(dir string) error
}

// A Handle is an open file.
type Handle interface {
	io.Writer
	Name() string
	Chmod(fs.FileMode) error
	// Sync makes what was written survive a crash.
	Sync() error
	Close() error
}

// A File is a file that has not yet its name.
type File struct {
	Handle
	system System
	target string
	mode   fs.FileMode
}

// errNoFile marks a target that a rename must not replace. Root could replace even
// /dev/null.
var errNoFile = errors.New("is a directory, a device or a pipe, not a file")

// Create opens a file that will have the given name and mode.
func Create(s System, name string, mode fs.FileMode) (*File, error) {
	if stat, err := os.Stat(name); err == nil && !stat.Mode().IsRegular() {
		return nil, fmt.Errorf("%s %w", name, errNoFile)
	}
	h, err := s.Create(filepath.Dir(name), "."+filepath.Base(name)+".*"+Beside)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) { // the error names the temporary file
			err = &fs.PathError{Op: "create", Path: name, Err: path.Err}
		}
		return nil, err
	}
	f := &File{Handle: h, system: s, target: name, mode: mode}
	if !pending.add(f) {
		f.Drop()
		return nil, errAbandoned
	}
	return f, nil
}

// pending are the files of this process that have no name yet.
var pending files

// errAbandoned is why no file is begun when the program ends.
var errAbandoned = errors.New("the program ends")

type files struct {
	mu    sync.Mutex
	all   map[*File]bool
	ended bool
}

// add reports whether files may still be begun.
func (f *files) add(one *File) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[*File]bool{}
	}
	if !f.ended {
		f.all[one] = true
	}
	return !f.ended
}

func (f *files) done(one *File) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.all, one)
}

func (f *files) abandon() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	for one := range f.all {
		if one.system.Remove(one.Name()) != nil { // Windows removes no open file
			one.Close()
			one.system.Remove(one.Name())
		}
	}
	f.all = nil
}

// Abandon removes all temporary files of the process, and lets no others begin: call it last,
// while writers may still be at work.
func Abandon() { pending.abandon() }

// Retarget changes the name that the file will have, in the same directory.
func (f *File) Retarget(name string) { f.target = name }

// Target is the name that the file will have.
func (f *File) Target() string { return f.target }

// Drop removes the temporary file.
func (f *File) Drop() {
	pending.done(f)
	f.Close()
	f.system.Remove(f.Name())
}

// Commit gives the file its name, durably. If a step before the rename fails, the old file of
// that name stays and the temporary file is removed. If only the sync of the directory fails,
// a crash may bring back the old file.
func (f *File) Commit() error {
	defer pending.done(f)
	err := f.Chmod(f.mode)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = f.system.Rename(f.Name(), f.target)
	}
	if err != nil {
		f.system.Remove(f.Name())
		return err
	}
	if err := f.system.SyncDir(filepath.Dir(f.target)); err != nil {
		return err
	}
	return nil
}

// Write writes a whole file.
func Write(s System, name string, mode fs.FileMode, data []byte) error {
	f, err := Create(s, name, mode)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Drop()
		return err
	}
	return f.Commit()
}

// OS is the operating system.
type OS struct{}

// Create makes a file of mode 0600 with a unique name.
func (OS) Create(dir, pattern string) (Handle, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Rename is os.Rename.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove is os.Remove.
func (OS) Remove(name string) error { return os.Remove(name) }

// SyncDir syncs a directory if that is possible: Windows cannot, and some file systems
// answer EINVAL or that they do not support it.
func (OS) SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
