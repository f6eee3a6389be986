package mutants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// program is the word of a command that stands for the program of this module, and
// programPackage what that is built of.
const (
	program        = "bellwether"
	programPackage = "./cmd/bellwether"
)

// packagesOf are the packages of the module that a command builds; none if it is no command
// of a column.
func packagesOf(command string) (out []string) {
	words := strings.Fields(command)
	switch {
	case words[0] == program:
		return []string{programPackage}
	case len(words) < 2 || words[0] != "go" || words[1] != "test":
		return nil
	}
	for _, w := range words {
		if strings.HasPrefix(w, "./") {
			out = append(out, w)
		}
	}
	return out
}

// A workshop is a directory in which one mutant is built.
type workshop struct {
	root    string
	dir     string
	overlay string // a file for -overlay; "": the module as it is
	mutant  *Mutant
	built   bool

	mu      sync.Mutex
	program string // built; "": not yet
}

// prepare lays a mutant out; nil is the module as it is.
func (g *Gate) prepare(m *Mutant) (w *workshop, err error) {
	w = &workshop{root: g.Root, mutant: m}
	if w.dir, err = os.MkdirTemp("", "mutant-"); err != nil || m == nil {
		return w, err
	}
	files, err := m.Apply(g.Root)
	if err != nil {
		return w, errors.Join(err, w.close())
	}
	replace := map[string]string{}
	for name, text := range files {
		at := filepath.Join(w.dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(at, text, 0o644); err != nil {
			return w, errors.Join(err, w.close())
		}
		replace[filepath.Join(g.Root, name)] = at
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return w, errors.Join(err, w.close())
	}
	w.overlay = filepath.Join(w.dir, "overlay.json")
	return w, os.WriteFile(w.overlay, text, 0o644)
}

func (w *workshop) close() error { return os.RemoveAll(w.dir) }

// build reports whether the mutant's package builds.
func (w *workshop) build(ctx context.Context) error {
	if w.built || w.mutant == nil {
		return nil
	}
	w.built = true
	return w.compile(ctx, os.DevNull, "./"+w.mutant.Package())
}

func (w *workshop) compile(ctx context.Context, to, pkg string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay="+w.overlay, "-o", to, pkg)
	cmd.Dir = w.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("it does not build: %w\n%s", err, out)
	}
	return nil
}

// compileProgram builds the program of the module, once.
func (w *workshop) compileProgram(ctx context.Context) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.program == "" {
		to := filepath.Join(w.dir, program)
		if err := w.compile(ctx, to, programPackage); err != nil {
			return "", err
		}
		w.program = to
	}
	return w.program, nil
}

// run runs a command on what the workshop has.
func (w *workshop) run(ctx context.Context, command string, limit time.Duration) (Result, error) {
	words := split(command)
	if words[0] == program {
		built, err := w.compileProgram(ctx)
		if err != nil {
			return Result{}, err
		}
		words[0] = built
	} else { // go test; vet might see a mutant that no test does
		words = append([]string{"go", "test", "-vet=off", "-overlay=" + w.overlay}, words[2:]...)
	}
	words = bounded(words)
	began := time.Now()
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(within, words[0], words[1:]...)
	cmd.Dir = w.root
	together(cmd)
	cmd.WaitDelay = waitDelay
	var said ending
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	r := Result{Command: command, Seconds: time.Since(began).Seconds(), Verdict: Acquitted}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Result{}, context.Cause(ctx)
	case within.Err() != nil:
		r.Verdict, r.Said = Endless, said.String()
	case errors.As(err, &exit):
		r.Said = said.String()
		if r.Verdict = read(command, exit.ExitCode(), r.Said); r.Verdict == "" {
			return Result{}, fmt.Errorf("it says nothing of who is at fault: %s\n%s", command, r.Said)
		}
	case err != nil:
		return Result{}, err
	}
	return r, nil
}

// split splits a command into words: at spaces, but not between two double quotes.
func split(command string) []string {
	quoted := false
	words := strings.FieldsFunc(command, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ' ' && !quoted
	})
	for i := range words {
		words[i] = strings.Trim(words[i], `"`)
	}
	return words
}

// The exit codes of the program that are verdicts: it found a fault, and it found none in
// as much as it was given.
const (
	exitConvicted = 1
	exitBounded   = 3
)

// read gives the verdict of a command that ended with an exit code other than 0 and said
// something last; none if it says nothing of the mutant.
func read(command string, code int, said string) Verdict {
	switch isProgram := strings.HasPrefix(command, program+" "); {
	case !isProgram && (strings.Contains(said, "[build failed]") || strings.Contains(said, "[setup failed]")):
		return ""
	case !isProgram || code == exitConvicted || strings.Contains(said, "panic: ") || strings.Contains(said, "fatal error: "):
		return Convicted
	case code == exitBounded:
		return Acquitted
	}
	return ""
}

// waitDelay is how long the output of a command may stay open after it was ended.
const waitDelay = 10 * time.Second

// mostSaid bounds what is kept of what a command prints.
const mostSaid = 4096

// An ending keeps the last of what is written to it.
type ending struct{ text []byte }

func (e *ending) Write(b []byte) (int, error) {
	e.text = append(e.text, b...)
	if extra := len(e.text) - mostSaid; extra > 0 {
		e.text = append(e.text[:0], e.text[extra:]...)
	}
	return len(b), nil
}

func (e *ending) String() string { return strings.ToValidUTF8(string(e.text), "") }
