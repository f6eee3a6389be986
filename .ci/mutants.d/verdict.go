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
	Endless   Verdict = "endless" // convicted: the command exceeded its time limit
)

// Convicts reports whether the verdict is a conviction.
func (v Verdict) Convicts() bool { return v == Convicted || v == Endless }

// A Result is a verdict as it is kept.
type Result struct {
	Key     string  `json:"key"`    // the hash of all that it depends on
	Mutant  string  `json:"mutant"` // "": the unchanged module
	Command string  `json:"command"`
	Verdict Verdict `json:"verdict"`
	Seconds float64 `json:"seconds"`
	Output  string  `json:"output,omitempty"` // the end of the command's output, of a conviction
}

// A Cache keeps results in a file, one line each.
type Cache struct {
	mu    sync.Mutex
	file  *os.File
	byKey map[string]Result
}

// OpenCache opens the cache in a directory, and makes both if they do not exist. It skips a line
// that a killed run left incomplete.
func OpenCache(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, "results.ndjson")
	c := &Cache{byKey: map[string]Result{}}
	if old, err := os.Open(name); err == nil {
		defer old.Close()
		for lines := bufio.NewReader(old); ; {
			text, err := lines.ReadBytes('\n')
			var r Result
			if json.Unmarshal(text, &r) == nil && r.Key != "" {
				c.byKey[r.Key] = r
			}
			if err != nil {
				break
			}
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var err error
	c.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	return c, err
}

// Close closes the file.
func (c *Cache) Close() error { return c.file.Close() }

// find returns the result that is kept under a key.
func (c *Cache) find(key string) (Result, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, kept := c.byKey[key]
	return r, kept
}

// keep adds a result to the file.
func (c *Cache) keep(r Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.byKey[r.Key] = r
	if _, err = fmt.Fprintf(c.file, "%s\n", text); err != nil {
		return fmt.Errorf("mutants: a result cannot be kept: %w", err)
	}
	return nil
}
