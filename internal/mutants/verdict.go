package mutants

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Verdict is the verdict of a command on a mutant.
type Verdict string

// The verdicts.
const (
	Convicted Verdict = "convicted"
	Acquitted Verdict = "acquitted"
	Endless   Verdict = "endless" // convicted: the command did not end in its time
)

// Convicts reports whether the verdict is a conviction.
func (v Verdict) Convicts() bool { return v == Convicted || v == Endless }

// A Result is a verdict as it is kept.
type Result struct {
	Key     string  `json:"key"`    // the hash of all that it follows from
	Mutant  string  `json:"mutant"` // "": the module as it is
	Command string  `json:"command"`
	Verdict Verdict `json:"verdict"`
	Seconds float64 `json:"seconds"`
	Said    string  `json:"said,omitempty"` // the last of what the command printed, of a conviction
}

// A Book keeps results in a file, a line each.
type Book struct {
	mu    sync.Mutex
	file  *os.File
	byKey map[string]Result
}

// OpenBook opens the book of a directory, and makes both if they are not there. A line
// that a stopped run left unfinished is skipped.
func OpenBook(dir string) (*Book, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, "results.ndjson")
	b := &Book{byKey: map[string]Result{}}
	if old, err := os.Open(name); err == nil {
		defer old.Close()
		for lines := bufio.NewReader(old); ; {
			text, err := lines.ReadBytes('\n')
			var r Result
			if json.Unmarshal(text, &r) == nil && r.Key != "" {
				b.byKey[r.Key] = r
			}
			if err != nil {
				break
			}
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var err error
	b.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	return b, err
}

// Close closes it.
func (b *Book) Close() error { return b.file.Close() }

// find gives what is kept under a key.
func (b *Book) find(key string) (Result, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, kept := b.byKey[key]
	return r, kept
}

// keep keeps a result.
func (b *Book) keep(r Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.byKey[r.Key] = r
	if _, err = fmt.Fprintf(b.file, "%s\n", text); err != nil {
		return fmt.Errorf("mutants: a result cannot be kept: %w", err)
	}
	return nil
}
