package terminal

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrUnprinted says that standard output did not take all that a verb printed.
var ErrUnprinted = errors.New("what was printed is not complete")

// Output is standard output that remembers its first error: a verb that prints a line does
// not ask for it, and must not end well on a full disk.
type Output struct {
	To  io.Writer
	mu  sync.Mutex
	err error
}

func (p *Output) Write(b []byte) (int, error) {
	n, err := p.To.Write(b)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.err == nil {
			p.err = err
		}
	}
	return n, err
}

// Result is the error of a verb, or that of what it printed.
func (p *Output) Result(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil || err != nil && !errors.Is(err, p.err) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnprinted, p.err)
}
