//go:build !unix && !windows

package foreign

import "errors"

// launch refuses: a browser starts no programs.
func (p *process) launch() error {
	return errors.New("a program cannot be started here: play the row of another algorithm")
}

// kill has nothing to end.
func (p *process) kill() {}

// hold is nothing.
type hold struct{}

// clear has nothing to end.
func (p *process) clear() {}
