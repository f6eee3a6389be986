package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"bellwether/cmd/cli/internal/live"
	"bellwether/cmd/cli/internal/proof"
	"bellwether/cmd/cli/internal/study"
	"bellwether/cmd/cli/internal/terminal"
	"bellwether/cmd/cli/internal/worlds"
	"bellwether/internal/base/crash"
	"bellwether/internal/base/errs"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
	"bellwether/internal/study/verify"
)

// Exit codes, on which scripts rely.
const (
	exitDone        = 0
	exitFailed      = 1 // a run failed, code panicked, a story differs, or a search found a fault
	exitUsage       = 2 // bad usage or bad input
	exitBounded     = 3 // a search reached a bound and found no fault
	exitInterrupted = 130
)

// errCut means that a verb did not end in time, and was cut off.
var errCut = errors.New("interrupted; what was under way is cut off")

// A reporter prints the errors of the program.
type reporter struct {
	to    io.Writer
	name  registry.Program
	debug bool // print the stacks of panics
}

// error prints an error, and returns the exit code of the program after it.
func (r *reporter) error(err error) int {
	text := errs.ForPeople(err)
	panics := crash.Find(err)
	panicked := func(p *crash.Panic) bool {
		_, refused := p.Value.(crash.Misuse)
		return !refused
	}
	for _, p := range panics {
		if r.debug {
			text += "\n" + strings.TrimSpace(p.Stack)
		}
	}
	if slices.ContainsFunc(panics, panicked) && !r.debug {
		text += "\n--debug prints the stack"
	}
	fmt.Fprintf(r.to, "%s: %s\n", r.name, r.name.Says(text))
	switch {
	case errors.Is(err, campaign.ErrInterrupted), errors.Is(err, worlds.ErrInterrupted):
		return exitInterrupted
	case errors.Is(err, proof.ErrBounded), errors.Is(err, study.ErrMissing):
		return exitBounded
	case len(panics) > 0, errors.Is(err, campaign.ErrFailed), errors.Is(err, proof.ErrDiffers), errors.Is(err, proof.ErrConvicted), errors.Is(err, proof.ErrBroken), errors.Is(err, live.ErrAgent), errors.Is(err, terminal.ErrUnprinted),
		errors.Is(err, results.ErrWrite), errors.Is(err, verify.ErrDiffers), errors.Is(err, sweep.ErrDiffers), errors.Is(err, tasks.ErrStopped), errors.Is(err, tasks.ErrAway):
		return exitFailed
	}
	return exitUsage
}
