package sweep

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// syncEvery is how long a line may wait for its sync: a sync takes some
// milliseconds, and a second of work is little to make again.
const syncEvery = time.Second

// ErrWrite marks results that cannot be written: a full disk, most often.
var ErrWrite = errors.New("results cannot be written")

// appendable is a file that lines are appended to.
type appendable interface {
	io.Writer
	Sync() error
	Truncate(size int64) error
	Close() error
}

// resultsFile appends lines, each whole or not at all.
type resultsFile struct {
	file   appendable
	size   int64 // of whole lines
	synced time.Time
	dirty  bool
	sync   chan error // of a sync under way; nil without
}

// add appends a line in one write, and begins a sync if the last was long ago. Of a
// line that does not fit nothing is left.
func (f *resultsFile) add(line []byte) error {
	n, err := f.file.Write(line)
	if err != nil {
		if n > 0 {
			err = errors.Join(err, f.file.Truncate(f.size))
		}
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	f.size += int64(n)
	f.dirty = true
	if time.Since(f.synced) < syncEvery {
		return nil
	}
	if err := f.settle(); err != nil {
		return err
	}
	f.dirty, f.synced = false, time.Now()
	f.sync = make(chan error, 1)
	go func(done chan<- error) { done <- f.file.Sync() }(f.sync) // runs need not wait for the disk
	return nil
}

// settle waits for the sync under way, if there is one.
func (f *resultsFile) settle() error {
	if f.sync == nil {
		return nil
	}
	err := <-f.sync
	f.sync = nil
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	return nil
}

// close syncs what is left.
func (f *resultsFile) close() error {
	err := f.settle()
	if err == nil && f.dirty {
		if err = f.file.Sync(); err != nil {
			err = fmt.Errorf("%w: %w", ErrWrite, err)
		}
	}
	if closed := f.file.Close(); err == nil && closed != nil {
		err = fmt.Errorf("%w: %w", ErrWrite, closed)
	}
	return err
}
