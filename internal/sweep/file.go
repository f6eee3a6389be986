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
}

// add appends a line in one write, and syncs if the last sync was long ago. Of a
// line that does not fit nothing is left.
func (f *resultsFile) add(line *Line) error {
	text, err := line.Encode()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	n, err := f.file.Write(text)
	if err != nil {
		if n > 0 {
			err = errors.Join(err, f.file.Truncate(f.size))
		}
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	f.size += int64(n)
	f.dirty = true
	if time.Since(f.synced) >= syncEvery {
		return f.sync()
	}
	return nil
}

func (f *resultsFile) sync() error {
	if !f.dirty {
		return nil
	}
	f.dirty, f.synced = false, time.Now()
	if err := f.file.Sync(); err != nil {
		return fmt.Errorf("%w: %w", ErrWrite, err)
	}
	return nil
}

// close syncs what is left.
func (f *resultsFile) close() error {
	err := f.sync()
	if closed := f.file.Close(); err == nil && closed != nil {
		err = fmt.Errorf("%w: %w", ErrWrite, closed)
	}
	return err
}
