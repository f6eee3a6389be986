//go:build !unix && !windows

package foreign

import "errors"

// A hold would keep what a program started.
type hold struct{}

// launch refuses: a browser starts no programs.
func (p *process) launch() error {
	return errors.New("a program cannot be started here: play the row of another algorithm")
}

// kill has nothing to end.
func (p *process) kill() {}

// clear has nothing to end either.
func (p *process) clear() {}
