// Package durabletest is a disk that fills up and loses power, for tests of files written
// with package durable.
//
// It assumes the worst that POSIX allows. Unsynced data may be present, missing, or
// present in length only. A rename whose directory was not synced may be lost, or may
// survive while the data of the file do not. It never fails at random: the test decides
// when and how. It works on a real directory, so the surviving files can be read like any
// others.
package durabletest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"bellwether/internal/base/durable"
)

// ErrPower is what every step returns once the power is gone.
var ErrPower = errors.New("power lost")

// A disk is a durable.System that fails on demand.
type disk struct {
	Log   []string // the steps taken: create, write, chmod, sync, close, rename, remove, syncdir
	Power int      // steps until the power fails; negative: never
	Space int      // bytes of free space; negative: unlimited

	unsynced map[string]bool    // files, by their present names, whose data may be lost
	renamed  map[string]*former // names whose change may be lost
}

// former is the file that had a name when its directory was last synced.
type former struct {
	data    []byte
	existed bool
}

// New is a disk with power and space.
func New() *disk {
	return &disk{Power: -1, Space: -1, unsynced: map[string]bool{}, renamed: map[string]*former{}}
}

func (d *disk) step(name string) error {
	if d.Power == 0 {
		return ErrPower
	}
	d.Power--
	d.Log = append(d.Log, name)
	return nil
}

// Create is a step.
func (d *disk) Create(dir, pattern string) (durable.Handle, error) {
	if err := d.step("create"); err != nil {
		return nil, err
	}
	h, err := durable.OS{}.Create(dir, pattern)
	if err != nil {
		return nil, err
	}
	return &handle{h, d}, nil
}

// Rename is a step.
func (d *disk) Rename(from, to string) error {
	if err := d.step("rename"); err != nil {
		return err
	}
	if d.renamed[to] == nil {
		data, err := os.ReadFile(to)
		d.renamed[to] = &former{data, err == nil}
	}
	d.unsynced[to] = d.unsynced[from]
	delete(d.unsynced, from)
	return os.Rename(from, to)
}

// Remove is a step.
func (d *disk) Remove(name string) error {
	if err := d.step("remove"); err != nil {
		return err
	}
	return os.Remove(name)
}

// SyncDir is a step.
func (d *disk) SyncDir(dir string) error {
	if err := d.step("syncdir"); err != nil {
		return err
	}
	for name := range d.renamed {
		if filepath.Dir(name) == dir {
			delete(d.renamed, name)
		}
	}
	return nil
}

// An outcome says which unsynced steps survive.
type outcome struct {
	KeepNames bool                // renames survive
	Data      func([]byte) []byte // returns what survives of unsynced data
}

// Outcomes returns the extreme outcomes.
func Outcomes() []outcome {
	var all []outcome
	for _, keep := range []bool{false, true} {
		for _, data := range []func([]byte) []byte{
			func([]byte) []byte { return nil },
			func(b []byte) []byte { return b[:len(b)/2] },
			func(b []byte) []byte { return make([]byte, len(b)) },
			func(b []byte) []byte { return b },
		} {
			all = append(all, outcome{keep, data})
		}
	}
	return all
}

// Restart puts the directory into its state after the power came back.
func (d *disk) Restart(o outcome) error {
	for name, dirty := range d.unsynced {
		if !dirty {
			continue
		}
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(name, o.Data(data), 0o600)
		}
		if err != nil {
			return err
		}
	}
	for name, was := range d.renamed {
		var err error
		switch {
		case o.KeepNames:
		case was.existed:
			err = os.WriteFile(name, was.data, 0o600)
		default:
			err = os.Remove(name)
		}
		if err != nil {
			return err
		}
	}
	*d = *New()
	return nil
}

type handle struct {
	durable.Handle
	disk *disk
}

func (h *handle) Write(b []byte) (int, error) {
	if err := h.disk.step("write"); err != nil {
		return 0, err
	}
	h.disk.unsynced[h.Name()] = true
	if h.disk.Space >= 0 && len(b) > h.disk.Space {
		n, _ := h.Handle.Write(b[:h.disk.Space])
		h.disk.Space -= n
		return n, &fs.PathError{Op: "write", Path: h.Name(), Err: syscall.ENOSPC}
	}
	h.disk.Space -= min(len(b), max(h.disk.Space, 0))
	return h.Handle.Write(b)
}

func (h *handle) Chmod(mode fs.FileMode) error {
	if err := h.disk.step("chmod"); err != nil {
		return err
	}
	return h.Handle.Chmod(mode)
}

func (h *handle) Sync() error {
	if err := h.disk.step("sync"); err != nil {
		return err
	}
	delete(h.disk.unsynced, h.Name())
	return nil
}

// Close closes the real file even without power: a dead process holds no files open.
func (h *handle) Close() error {
	err := h.Handle.Close()
	if gone := h.disk.step("close"); gone != nil {
		return gone
	}
	return err
}
