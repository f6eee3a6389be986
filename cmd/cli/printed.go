package cli

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// errUnprinted says that standard output did not take all that a verb printed.
var errUnprinted = errors.New("what was printed is not complete")

// printed is standard output that remembers its first error: a verb that prints a line does
// not ask for it, and must not end well on a full disk.
type printed struct {
	to  io.Writer
	mu  sync.Mutex
	err error
}

func (p *printed) Write(b []byte) (int, error) {
	n, err := p.to.Write(b)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.err == nil {
			p.err = err
		}
	}
	return n, err
}

// result is the error of a verb, or that of what it printed.
func (p *printed) result(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil || err != nil && !errors.Is(err, p.err) {
		return err
	}
	return fmt.Errorf("%w: %w", errUnprinted, p.err)
}
