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

// program is the first word of a command that runs the program of this module; programPackage is
// the package from which it is built.
const (
	program        = "bellwether"
	programPackage = "./cmd/bellwether"
)

// packagesOf returns the packages of the module that a command builds; none if it is not a valid
// command of a column.
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

// A workDir is a directory in which one mutant is built.
type workDir struct {
	root    string
	dir     string
	overlay string // a file for -overlay; "": the unchanged module
	mutant  *Mutant
	built   bool

	mu      sync.Mutex
	program string // the file of the program; "": not built yet
}

// prepare writes the changed files of a mutant to a new directory; nil is the unchanged module.
func (g *Gate) prepare(m *Mutant) (w *workDir, err error) {
	w = &workDir{root: g.Root, mutant: m}
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

func (w *workDir) close() error { return os.RemoveAll(w.dir) }

// build builds the mutant's package, on the first call only.
func (w *workDir) build(ctx context.Context) error {
	if w.built || w.mutant == nil {
		return nil
	}
	w.built = true
	return w.compile(ctx, os.DevNull, "./"+w.mutant.Package())
}

func (w *workDir) compile(ctx context.Context, to, pkg string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay="+w.overlay, "-o", to, pkg)
	cmd.Dir = w.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("it does not build: %w\n%s", err, out)
	}
	return nil
}

// compileProgram builds the program of the module, once.
func (w *workDir) compileProgram(ctx context.Context) (string, error) {
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

// run runs a command on the mutant, and kills it after a time limit.
func (w *workDir) run(ctx context.Context, command string, limit time.Duration) (Result, error) {
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
	words = limitMemory(words)
	began := time.Now()
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(within, words[0], words[1:]...)
	cmd.Dir = w.root
	killGroup(cmd)
	cmd.WaitDelay = waitDelay
	var output tail
	cmd.Stdout, cmd.Stderr = &output, &output
	err := cmd.Run()
	r := Result{Command: command, Seconds: time.Since(began).Seconds(), Verdict: Acquitted}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Result{}, context.Cause(ctx)
	case within.Err() != nil:
		r.Verdict, r.Output = Endless, output.String()
	case errors.As(err, &exit):
		r.Output = output.String()
		if r.Verdict = read(command, exit.ExitCode(), r.Output); r.Verdict == "" {
			return Result{}, fmt.Errorf("its exit code and output are no verdict on the mutant: %s\n%s", command, r.Output)
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

// The exit codes of the program that are verdicts: it found a fault; it found none within its
// bounds.
const (
	exitConvicted = 1
	exitBounded   = 3
)

// read returns the verdict of a command that ended with an exit code other than 0, by the end of
// its output; "" if they are no verdict on the mutant.
func read(command string, code int, output string) Verdict {
	switch isProgram := strings.HasPrefix(command, program+" "); {
	case !isProgram && (strings.Contains(output, "[build failed]") || strings.Contains(output, "[setup failed]")):
		return ""
	case !isProgram || code == exitConvicted || strings.Contains(output, "panic: ") || strings.Contains(output, "fatal error: "):
		return Convicted
	case code == exitBounded:
		return Acquitted
	}
	return ""
}

// waitDelay is how long the output of a command may stay open after the command was killed.
const waitDelay = 10 * time.Second

// mostSaid bounds the output that is kept of a command, in bytes.
const mostSaid = 4096

// A tail keeps the last mostSaid bytes that are written to it.
type tail struct{ text []byte }

func (e *tail) Write(b []byte) (int, error) {
	e.text = append(e.text, b...)
	if extra := len(e.text) - mostSaid; extra > 0 {
		e.text = append(e.text[:0], e.text[extra:]...)
	}
	return len(b), nil
}

func (e *tail) String() string { return strings.ToValidUTF8(string(e.text), "") }
