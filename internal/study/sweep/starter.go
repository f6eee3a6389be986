package sweep

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"bellwether/internal/study/portable"
	"bellwether/internal/study/tasks"
	"bellwether/scenarios"
)

// A Starter starts the programs that orders name, from the files that came with the order, in a directory of
// its own. It starts none that is not allowed. The zero Starter allows none.
type Starter struct {
	Dir string // for the files; "": starts nothing
	// Allowed are programs by the first word of their commands, like python3, or by their content, like
	// sha256:9f86d0…, of which the beginning is enough; * is every program.
	Allowed []string

	start scenarios.Programs
	once  sync.Once
}

// shortest is the least that is given of a content.
const shortest = len("sha256:") + 8

// options lets a scenario that came with files start its programs, and sets refused if it may not start one.
func (s *Starter) options(o scenarios.Options, files []portable.File, needs tasks.Fetched, refused *error) scenarios.Options {
	if s == nil || s.Dir == "" {
		return o
	}
	o.Program = func(e scenarios.Entry, _ string) (scenarios.Program, error) {
		dir, err := s.lay(&e, files, needs)
		if err != nil {
			return scenarios.Program{}, err
		}
		s.once.Do(func() { s.start.Refuse = s.refuses })
		one, err := s.start.Start(e, dir)
		if errors.As(err, new(refusal)) {
			*refused = err
		}
		return one, err
	}
	return o
}

// refuses returns an error unless the worker may start a program.
func (s *Starter) refuses(e scenarios.Entry, content string) error {
	if slices.ContainsFunc(s.Allowed, func(one string) bool {
		if strings.HasPrefix(one, "sha256:") {
			return len(one) >= shortest && strings.HasPrefix(content, one)
		}
		return e.Command[0] == one || one == "*"
	}) {
		return nil
	}
	return refusal(fmt.Sprintf("this worker does not start the program %s of content %s: it may start %s", e.Command[0], content, strings.Join(s.Allowed, ", ")))
}

// refusal says why a program is not started.
type refusal string

func (r refusal) Error() string { return string(r) }

// lay writes the files of an order into a directory of the program, and names them so in its command.
func (s *Starter) lay(e *scenarios.Entry, files []portable.File, needs tasks.Fetched) (string, error) {
	text := fmt.Sprintf("%q %q %q", e.Command, e.Files, files)
	dir := filepath.Join(s.Dir, fmt.Sprintf("%x", sha256.Sum256([]byte(text))))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	e.Command, e.Files = slices.Clone(e.Command), slices.Clone(e.Files)
	for _, f := range files {
		base := filepath.Base(filepath.FromSlash(f.As))
		data, err := needs.Bytes(f.SHA256)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, base), data, 0o700); err != nil {
			return "", err
		}
		for i, word := range e.Command {
			switch {
			case word == f.As && i == 0:
				e.Command[i] = "./" + base
			case word == f.As:
				e.Command[i] = base
			}
		}
		for i, name := range e.Files {
			if name == f.As {
				e.Files[i] = base
			}
		}
	}
	return dir, nil
}
