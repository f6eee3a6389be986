// Package script runs a user's command line with a time-out and lets nothing of
// it outlive that: the whole process group is killed.
//
// It assumes a POSIX shell at /bin/sh. Output beyond a limit is dropped and not
// waited for. Where there are no process groups (not Unix) the shell alone is
// killed.
package script

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Command is what to run.
type Command struct {
	Line    string        // for the shell
	Env     []string      // KEY=value, on top of this process's own
	Input   []byte        // standard input
	Timeout time.Duration // must be above 0
}

const (
	// outputLimit bounds what is kept of the output, standard error included: a
	// page of complaint.
	outputLimit = 4 << 10
	// pipeGrace is how long output is still read after the command has ended: a
	// child in the background may hold the pipe for ever.
	pipeGrace = 200 * time.Millisecond
)

// ErrTimeout is wrapped by the error of a command that did not end in time.
var ErrTimeout = errors.New("script: time-out")

// Run runs c and gives what it wrote on standard output. The error of a command
// that failed ends with the last line of its standard error.
func Run(ctx context.Context, c Command) (output []byte, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.Timeout, ErrTimeout)
	defer cancel()
	var out, complaint limited
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", c.Line)
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Stdin = bytes.NewReader(c.Input)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	cmd.WaitDelay = pipeGrace
	group(cmd)
	err = cmd.Run()
	switch {
	case errors.Is(context.Cause(ctx), ErrTimeout):
		return out.kept, fmt.Errorf("%w: %q did not end within %v and was killed", ErrTimeout, c.Line, c.Timeout)
	case errors.Is(err, exec.ErrWaitDelay):
		return out.kept, nil // it ended well; what it left behind holds the pipe
	case err != nil:
		return out.kept, fmt.Errorf("script: %q: %w%s", c.Line, err, lastLine(complaint.kept))
	}
	return out.kept, nil
}

// limited keeps the beginning of what is written to it.
type limited struct{ kept []byte }

func (l *limited) Write(b []byte) (int, error) {
	l.kept = append(l.kept, b[:min(outputLimit-len(l.kept), len(b))]...)
	return len(b), nil
}

func lastLine(complaint []byte) string {
	lines := strings.Split(strings.TrimSpace(string(complaint)), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return ": " + last
	}
	return ""
}
