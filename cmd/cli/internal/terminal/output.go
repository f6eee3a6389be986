package terminal

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrUnprinted means that standard output did not take all that a verb printed.
var ErrUnprinted = errors.New("what was printed is not complete")

// An Output is standard output that remembers its first error. Verbs do not check each line that
// they print, and must not succeed on a full disk.
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

// Result returns the error of a verb; if it has none, the first error of its output.
func (p *Output) Result(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil || err != nil && !errors.Is(err, p.err) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnprinted, p.err)
}
