// Package script runs a user's command line with a time-out, in a process group of its
// own, so that no process that it started outlives the time-out.
//
// It assumes a POSIX shell at /bin/sh, on Windows cmd. On systems without process groups
// (not Unix) only the shell is killed. A process that moved to another group survives.
package script

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// A leftover says what happens to processes that are still in a command's group after the
// command has ended by itself.
type leftover uint8

// The choices.
const (
	Leave leftover = iota // a hook may start a service
	Kill                  // a command that runs every second must not accumulate processes
)

// Command is what to run.
type Command struct {
	Line     string        // for the shell
	Env      []string      // KEY=value, on top of this process's own
	Input    []byte        // standard input
	Timeout  time.Duration // must be above 0
	Leftover leftover
	// MaxOutput is how many bytes of standard output are read: a command that writes more
	// is killed. 0: output is discarded, whatever its length.
	MaxOutput int
}

const (
	// complaintLimit bounds what is kept of standard error: about a page.
	complaintLimit = 4 << 10
	// excerptLimit bounds what an error repeats of it.
	excerptLimit = 200
	// pipeGrace is how long output is still read after the command has ended: a
	// process that left the group may hold the pipe for ever.
	pipeGrace = 200 * time.Millisecond
)

// Errors that a caller may test for.
var (
	errTimeout = errors.New("no end within the time-out")
	errOutput  = errors.New("too much output")
)

// Run runs c and returns its standard output. The error of a command that failed quotes
// the last line of its standard error.
func Run(ctx context.Context, c Command) (output []byte, err error) {
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	ctx, stop := context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("%w of %v", errTimeout, c.Timeout))
	defer stop()
	out := &head{limit: c.MaxOutput}
	if c.MaxOutput > 0 {
		out.full = func() { kill(fmt.Errorf("%w: above %d bytes", errOutput, c.MaxOutput)) }
	}
	complaint := &head{limit: complaintLimit}
	cmd := shell(ctx, c.Line)
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Stdin = bytes.NewReader(c.Input)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = out, complaint, pipeGrace
	err = run(cmd, c.Leftover)
	switch {
	case ctx.Err() != nil:
		return out.kept, context.Cause(ctx)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay): // the shell itself ended without an error
		return out.kept, fmt.Errorf("%w%s", err, complaint.excerpt())
	}
	return out.kept, nil
}

// ErrNoShell is why no command can be run.
var ErrNoShell = errors.New("commands need a shell, and there is none (the container image of the program has no shell: build one from an image that has)")

// CheckShell reports that this system has no shell to run commands.
func CheckShell() error { return checkShell(runtime.GOOS, shellFile) }

// shellFile is the shell of Unix.
const shellFile = "/bin/sh"

func checkShell(system, file string) error {
	if system == "windows" {
		return nil // cmd is a part of the system
	}
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("%w: %w", ErrNoShell, err)
	}
	return nil
}

// head keeps the first of what is written to it.
type head struct {
	limit int
	kept  []byte
	full  func() // called when there is more; may be nil
}

func (h *head) Write(b []byte) (int, error) {
	room := h.limit - len(h.kept)
	h.kept = append(h.kept, b[:min(room, len(b))]...)
	if len(b) > room && h.full != nil {
		h.full()
	}
	return len(b), nil
}

// excerpt is the last line, for an error.
func (h *head) excerpt() string {
	lines := strings.Split(strings.TrimSpace(string(h.kept)), "\n")
	last := lines[len(lines)-1]
	if last == "" {
		return ""
	}
	return fmt.Sprintf(" (%q)", last[:min(len(last), excerptLimit)])
}
