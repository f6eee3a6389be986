package results

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"bellwether/internal/base/durable"
)

// syncEvery is how long a line may wait for its sync: a sync takes some
// milliseconds, and runs of one second are quickly made again.
const syncEvery = time.Second

// ErrWrite marks results that cannot be written, mostly because a disk is full.
var ErrWrite = errors.New("results cannot be written")

// An Appendable is a file that lines are appended to.
type Appendable interface {
	io.Writer
	Sync() error
	Truncate(size int64) error
	Close() error
}

// A Log is a file that lines are appended to, each whole or not at all. One
// goroutine uses it.
type Log struct {
	file   Appendable
	size   int64 // of whole lines
	synced time.Time
	dirty  bool
}

// OpenLog opens a file to append lines to, and creates it if it does not exist. whole is the
// length of its whole lines in bytes; the rest is cut off.
func OpenLog(name string, whole int64) (*Log, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, Readable)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWrite, err)
	}
	stat, err := f.Stat()
	if err == nil && stat.Size() > whole {
		err = f.Truncate(whole)
	}
	if err == nil && whole == 0 {
		err = durable.OS{}.SyncDir(filepath.Dir(name))
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWrite, errors.Join(err, f.Close()))
	}
	return &Log{file: f, size: whole}, nil
}

// Add appends a line, given with its line end, in one write, and syncs if the last sync
// was more than syncEvery ago. If the line does not fit, no part of it is left.
func (l *Log) Add(line []byte) error {
	n, err := l.file.Write(line)
	if err != nil {
		if n > 0 {
			err = errors.Join(err, l.file.Truncate(l.size))
		}
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	l.size += int64(n)
	l.dirty = true
	if time.Since(l.synced) >= syncEvery {
		return l.sync()
	}
	return nil
}

func (l *Log) sync() error {
	if !l.dirty {
		return nil
	}
	l.dirty, l.synced = false, time.Now()
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	return nil
}

// Through replaces the file by one made from it: in tests, a disk that is full.
func (l *Log) Through(before func(Appendable) Appendable) { l.file = before(l.file) }

// Close syncs and closes the file.
func (l *Log) Close() error {
	err := l.sync()
	if closed := l.file.Close(); err == nil && closed != nil {
		err = fmt.Errorf("%w: %w", ErrWrite, closed)
	}
	return err
}
