package sensors

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"bellwether/internal/base/script"
)

// ScriptOptions configure a [Script].
type ScriptOptions struct {
	Command string // for the shell: /bin/sh -c, on Windows cmd /C
	// Failures is how many failures in a row make the value 0: what is wrong with the node may be why the
	// command fails. Default 5: as long as a dead leader goes unnoticed, with one measurement a second.
	Failures int
	Timeout  time.Duration // default 5s, which is less than the 6s in which a dead leader is noticed by default
}

// Script runs a user's command. The command prints one decimal number from 0 to
// protocol.MaxValue, perhaps with white space around it, and exits with 0. The number is
// rounded to a whole one and used as it is.
//
// The command finds the members heard in BELLWETHER_MEMBERS, the median round trip
// in BELLWETHER_RTT_MS (milliseconds, 0: none was measured), the share of hellos
// heard in BELLWETHER_LINK_QUALITY (0.00 to 1.00), and nothing on its standard input.
// When it ends, takes too long or prints too much, all processes that it started are
// killed with it, except those that moved to another process group; on Windows only the
// shell is killed.
//
// It implements [Source].
type Script struct {
	command string
	timeout time.Duration
	last    int64
	most    int // failures in a row with which last still counts, and one more
	failed  int // in a row
}

const (
	scriptTimeout  = 5 * time.Second
	scriptFailures = 5
	// maxOutput is much more than a number needs.
	maxOutput = 1 << 10
)

// NewScript checks that there is a command; it does not run it.
func NewScript(o ScriptOptions) (*Script, error) {
	switch {
	case strings.TrimSpace(o.Command) == "":
		return nil, errors.New("exec= needs a command that prints a number, as in exec=/usr/local/bin/score")
	case strings.ContainsRune(o.Command, 0):
		return nil, fmt.Errorf("a command cannot hold a NUL byte: %q", clip(o.Command))
	case o.Timeout < 0:
		return nil, fmt.Errorf("a time-out cannot be negative: %v", o.Timeout)
	case o.Timeout == 0:
		o.Timeout = scriptTimeout
	}
	if o.Failures <= 0 {
		o.Failures = scriptFailures
	}
	return &Script{command: o.Command, timeout: o.Timeout, most: o.Failures}, nil
}

// Value implements [Source].
func (s *Script) Value(ctx context.Context, heard Heard) (int64, error) {
	value, err := s.run(ctx, heard)
	s.failed++
	switch {
	case err == nil:
		s.failed = 0
	case s.failed >= s.most:
		return 0, fmt.Errorf("%q: %w; it has failed %d times in a row, so the value is 0", clip(s.command), err, s.failed)
	default:
		return s.last, fmt.Errorf("%q: %w; the value stays %d", clip(s.command), err, s.last)
	}
	s.last = value
	return value, nil
}

func (s *Script) run(ctx context.Context, heard Heard) (int64, error) {
	output, err := script.Run(ctx, script.Command{
		Line: s.command, Timeout: s.timeout, Leftover: script.Kill, MaxOutput: maxOutput,
		Env: []string{fmt.Sprintf("BELLWETHER_MEMBERS=%d", heard.Members),
			fmt.Sprintf("BELLWETHER_RTT_MS=%d", heard.RTT.Milliseconds()),
			fmt.Sprintf("BELLWETHER_LINK_QUALITY=%.2f", heard.Quality)},
	})
	if err != nil {
		return 0, err
	}
	value, err := number(string(output))
	if err != nil {
		return 0, fmt.Errorf("it printed no value: %w", err)
	}
	return value, nil
}
