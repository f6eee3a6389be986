package foreign

import (
	"errors"
	"slices"
	"sync"
)

// living are programs that have been started and have not ended, in the order of their starts.
type living struct {
	mu    sync.Mutex
	all   []*process
	ended bool
}

// alive are those of this process: an exit that waits for nobody must find them.
var alive living

var errEnding = errors.New("bellwether is ending")

// launch starts a program and notes it, unless no others may begin.
func (l *living) launch(p *process) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return errEnding
	}
	err := p.launch()
	if err == nil {
		l.all = append(l.all, p)
	}
	return err
}

// gone forgets a program that has ended.
func (l *living) gone(p *process) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = slices.DeleteFunc(l.all, func(one *process) bool { return one == p })
}

// end ends all programs.
func (l *living) end() {
	l.mu.Lock()
	all := slices.Clone(l.all)
	l.mu.Unlock()
	for _, p := range all {
		p.cleared.Do(p.clear)
	}
}

// refuse lets no others begin.
func (l *living) refuse() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
}

// EndAll ends all programs of this process with all that they started: call it when a verb was interrupted,
// whose runs may still be at work.
func EndAll() { alive.end() }

// Abandon lets no program begin any more, and ends all: call it before an exit that waits for nobody.
func Abandon() {
	alive.refuse()
	alive.end()
}
